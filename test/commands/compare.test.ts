import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { jobsFor, workerBytes } from '../../src/cli/workers/pool.js';
import { runCli } from '../cli/run.js';
import { inFull } from '../part.js';
import { sharedPath } from '../shared.js';

const traces = fileURLToPath(new URL('../../traces/', import.meta.url));
const lulesh = sharedPath('data/traces/lulesh-8');
const sweep = ['--engine', 'sweep'];

interface Variant {
  name: string;
  runtime_ns: number;
  lambda: { L: number };
  rho_L: number;
  tolerance: { delta_ns: number | null }[];
  classes?: { name: string; lambda: number; tolerance: { delta_ns: number | null }[] }[];
  limiting_class?: string;
  lambda_by_class?: Record<string, number>;
  supported: boolean;
  unsupported_reason: string | null;
  budget: { pct: number; runtime_ns: number | null; delta_ns: number | null; reason: string | null }[];
}

interface Crossover {
  variants: [string, string];
  range_delta_ns: [number, number | null];
  crossover_delta_ns: number[];
  crossover_latency_ns: number[] | null;
  stretches: { from_delta_ns: number; to_delta_ns: number | null; faster: string | null }[];
}

interface Comparison {
  variants: Variant[];
  best: string | null;
  most_tolerant: string | null;
  best_alike: string[];
  most_tolerant_alike: string[];
  crossovers: Crossover[];
}

const PLAIN = ['--cpu', 'free', '--nic', 'free'];
const ORDERED = ['--cpu', 'ordered', '--nic', 'ordered'];

async function compare(...argv: string[]): Promise<Comparison> {
  // Quiet: on a busy machine a line of progress is right.
  const run = await runCli(['compare', ...argv, '--json', '--quiet']);
  expect(run.code, run.stderr).toBe(0);
  const answer = JSON.parse(run.stdout);
  expect(answer.schema).toBe('llamp-ts/compare/2');
  return answer.result;
}

const RING = 'allreduce=recursive-doubling,ring';

describe('compare', () => {
  for (const [name, input] of [
    ['cg-4', join(traces, 'cg-4')],
    ['lulesh-8', lulesh],
  ] as const)
    it.skipIf(input === undefined)(
      `${name}: the ring is more sensitive than recursive doubling`,
      async () => {
        const { variants, best } = await compare(input ?? '', '--collective', RING, ...sweep);
        const [doubling, ring] = variants;
        expect(variants.map((one) => one.name)).toEqual(['allreduce=recursive-doubling', 'allreduce=ring']);
        expect(ring.lambda.L).toBeGreaterThan(doubling.lambda.L);
        expect(ring.rho_L).toBeGreaterThan(doubling.rho_L);
        expect(ring.tolerance[0].delta_ns ?? 0).toBeLessThan(doubling.tolerance[0].delta_ns ?? 0);
        expect(best).toBe('allreduce=recursive-doubling');
      },
    );

  inFull('gives each variant what tolerance gives for it', async () => {
    const input = join(traces, 'mixed-4');
    const choices = ['--collective', 'bcast=chain,linear', '--collective', 'allreduce=ring', '--pct', '1,5'];
    const { variants } = await compare(input, ...choices, '--machine', 'cscs-testbed,piz-daint');
    const alone = await runCli(
      ['tolerance', input, '--collective', 'bcast=linear', '--collective', 'allreduce=ring', '--json'].concat(
        ['--machine', 'piz-daint', '--pct', '1,5', ...ORDERED],
      ),
    );
    expect(variants).toHaveLength(4);
    expect(variants[3].name).toBe('bcast=linear machine=piz-daint');
    expect(variants[3]).toMatchObject(JSON.parse(alone.stdout).result);
  });

  it('carries an error out of a worker with its family and words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'llamp-compare-'));
    const file = join(folder, 'head-on.goal');
    const rank = (r: number): string =>
      `rank ${r} {\ns: send 9b to ${1 - r}\nr: recv 9b from ${1 - r}\nr requires s\n}\n`;
    writeFileSync(file, `num_ranks 2\n${rank(0)}${rank(1)}`);
    const strict = join(folder, 'strict.yaml');
    writeFileSync(strict, 'latency: 1us\noverhead: 1us\ngap_per_byte: 0ns/B\nrendezvous: 1B\n');
    // Eager sends pass each other; with rendezvous both wait for the other's receive. The third variant fails.
    const argv = ['compare', file, '--machine', `cscs-testbed,piz-daint,${strict}`, '--jobs'];
    const [here, there] = [await runCli([...argv, '1']), await runCli([...argv, '2'])];
    expect(here.code).toBe(4);
    expect(here.stderr).toMatch(/cycle/);
    expect(there).toEqual(here);
  });

  it('the mission: trees over the channels of EPYC, and the channel that ends the tolerance', async () => {
    const choice = ['--collective', 'bcast=linear,chain,binary', '--platform', 'epyc-orfeo', ...PLAIN];
    const { variants } = await compare(...choice, '--map-by', 'core,socket,node', ...sweep);
    expect(variants).toHaveLength(9);
    const chain = (by: string): Variant | undefined =>
      variants.find(({ name }) => name === `bcast=chain map-by=${by}`);
    // 256 ranks in a line, by core: 4 in each of 64 L3s (3 · 64 steps within), 16 L3s a socket (15 · 4 within),
    // 2 sockets a node, 2 nodes. By node every step leaves the node; by socket every one leaves the socket.
    expect(chain('core')?.lambda_by_class).toEqual({ cache: 192, core: 60, socket: 2, node: 1 });
    expect(chain('socket')?.lambda_by_class).toEqual({ cache: 0, core: 0, socket: 254, node: 1 });
    expect(chain('node')?.lambda_by_class).toEqual({ cache: 0, core: 0, socket: 0, node: 255 });
    expect(['core', 'socket', 'node'].map((by) => chain(by)?.limiting_class)).toEqual([
      'cache',
      'socket',
      'node',
    ]);
    for (const { classes, limiting_class, lambda } of variants) {
      const deltas = (classes ?? []).map(({ name, tolerance: [{ delta_ns }] }) => ({ name, delta_ns }));
      const finite = deltas.filter((one) => one.delta_ns !== null);
      finite.sort((a, b) => (a.delta_ns ?? 0) - (b.delta_ns ?? 0));
      expect(finite[0].name).toBe(limiting_class);
      expect((classes ?? []).reduce((sum, one) => sum + one.lambda, 0)).toBe(lambda.L);
    }
    const text = await runCli(['compare', ...choice, '--map-by', 'core', ...sweep]);
    expect(text.stdout).toMatch(/chain .* cache .*← fastest/);
  });

  it('says as CSV what it says as JSON', async () => {
    const argv = [join(traces, 'cg-4'), '--collective', RING, '--pct', '1,2', ...sweep];
    const { variants } = await compare(...argv);
    const { stdout } = await runCli(['compare', ...argv, '--csv']);
    const rows = stdout.trim().split('\n');
    expect(rows).toHaveLength(1 + 2 * 2);
    expect(rows[0].split(',').slice(0, 5)).toEqual(['name', 'allreduce', 'pct', 'runtime_ns', 'lambda_L']);
    expect(rows[1].split(',')[3]).toBe(String(variants[0].runtime_ns));
    const cell = (name: string): string => rows[4].split(',')[rows[0].split(',').indexOf(name)];
    expect([cell('best'), cell('most_tolerant')]).toEqual(['0', '0']);
  });

  it('judges all on the budget of the fastest, so that slowness is no tolerance', async () => {
    // The page's own example of old: the slowest of three was "most tolerant" by its own runtime.
    const argv = [
      '--pattern',
      'bcast',
      '--ranks',
      '32',
      '--bytes',
      '1MiB',
      '-S',
      'none',
      ...ORDERED,
      ...sweep,
    ];
    const algorithms = ['chain', 'linear', 'binomial'];
    const { variants, best, most_tolerant } = await compare(
      ...argv,
      '--collective',
      `bcast=${algorithms.join(',')}`,
    );
    const least = Math.min(...variants.map((one) => one.runtime_ns));
    const own = variants.map((one) => one.tolerance[0].delta_ns ?? 0);
    expect(best).toBe('bcast=binomial');
    // Linear takes the longest, so that a hundredth of it is the longest as well.
    expect(own.indexOf(Math.max(...own))).toBe(1);
    expect(most_tolerant).toBe('bcast=binomial');
    for (const { name, budget, runtime_ns } of variants) {
      expect(budget[0].runtime_ns).toBeCloseTo(least * 1.01, 6);
      if (runtime_ns > least * 1.01)
        expect(budget[0]).toMatchObject({ delta_ns: null, reason: 'over-budget' });
      else expect(budget[0].reason, name).toBeNull();
    }
  });

  it('gives the latencies from which on another is faster, where solving there agrees', async () => {
    const flags = ['--pattern', 'alltoall', '--ranks', '16', '--bytes', '2KiB', ...ORDERED, ...sweep];
    const choice = ['--collective', 'alltoall=bruck,linear'];
    const { crossovers, variants, best } = await compare(...flags, ...choice);
    expect(best).toBe('alltoall=bruck');
    expect(crossovers).toHaveLength(1);
    const [{ crossover_latency_ns: [at] = [0], crossover_delta_ns, stretches }] = crossovers.map((one) => ({
      ...one,
      crossover_latency_ns: one.crossover_latency_ns ?? undefined,
    }));
    expect(crossover_delta_ns[0]).toBeCloseTo(at - 3000, 6);
    expect(stretches.map(({ faster }) => faster)).toEqual(['alltoall=bruck', 'alltoall=linear']);
    // At the crossover both take the same, just below and above it as the stretches say.
    const runtimes = async (latency: number): Promise<number[]> =>
      (await compare(...flags, ...choice, '-L', `${latency}ns`)).variants.map((one) => one.runtime_ns);
    const [bruck, linear] = await runtimes(at);
    expect(Math.abs(bruck - linear)).toBeLessThan(1e-6 * bruck);
    expect(Math.sign((await runtimes(at - 1))[0] - (await runtimes(at - 1))[1])).toBe(-1);
    expect(Math.sign((await runtimes(at + 1))[0] - (await runtimes(at + 1))[1])).toBe(1);
    expect(variants.every(({ supported }) => supported)).toBe(true);
    const { stdout } = await runCli(['compare', ...flags, ...choice, '--quiet']);
    expect(stdout).toContain(
      'alltoall=linear is faster than alltoall=bruck from L = 13.12 µs on; never below',
    );
    const csv = await runCli(['compare', ...flags, ...choice, '--quiet', '--csv']);
    expect(csv.stdout).toContain(`${crossover_delta_ns[0]}:alltoall=linear`);
  });

  it('looks for crossovers where it is told to', async () => {
    const flags = ['--pattern', 'alltoall', '--ranks', '16', '--bytes', '2KiB', ...ORDERED, ...sweep];
    const choice = ['--collective', 'alltoall=bruck,linear'];
    const [below] = (await compare(...flags, ...choice, '--latency-range', '0..13us')).crossovers;
    expect(below).toMatchObject({ range_delta_ns: [-3000, 10_000], crossover_delta_ns: [] });
    const [added] = (await compare(...flags, ...choice, '--latency-range', '+0..+1ms')).crossovers;
    expect(added.range_delta_ns).toEqual([0, 1e6]);
    expect(added.crossover_delta_ns).toHaveLength(1);
    const machines = ['--machine', 'cscs-testbed,piz-daint', '--latency-range'];
    const refused = await runCli(['compare', join(traces, 'cg-4'), ...machines, '0..13us']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/another range on each machine.*\+0\.\.\+50us/);
    expect((await compare(join(traces, 'cg-4'), ...machines, '+0..+13us')).crossovers).toHaveLength(1);
  });

  it('never marks what the plain model cannot price: table, JSON, CSV, picture', async () => {
    const argv = ['--pattern', 'bcast', '--ranks', '16', '--bytes', '1MiB', ...PLAIN, ...sweep];
    const choice = ['--collective', 'bcast=linear,chain,binary'];
    const { variants, best, most_tolerant, crossovers } = await compare(...argv, ...choice);
    expect(variants.map(({ supported }) => supported)).toEqual([false, true, false]);
    expect(variants[0].runtime_ns).toBeLessThan(variants[1].runtime_ns);
    expect(variants[0].unsupported_reason).toMatch(/bcast=linear has a rank send or receive several/);
    expect(variants[0].budget[0]).toMatchObject({ delta_ns: null, reason: 'unsupported' });
    expect([best, most_tolerant, crossovers]).toEqual(['bcast=chain', 'bcast=chain', []]);
    const svg = join(mkdtempSync(join(tmpdir(), 'llamp-compare-')), 'a.svg');
    const text = await runCli(['compare', ...argv, ...choice, '--plot', svg]);
    expect(text.stdout).toMatch(/linear .*not priced\n/);
    expect(text.stdout).toMatch(/chain .*← fastest, most tolerant/);
    expect(text.stderr).toMatch(
      /bcast=linear, bcast=binary have a rank send or receive several.*not marked best/,
    );
    expect(readFileSync(svg, 'utf8')).toContain('▸★ bcast=chain');
    const { stdout } = await runCli(['compare', ...argv, ...choice, '--csv', '--quiet']);
    const cells = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const column = (name: string): string[] => cells.slice(1).map((row) => row[cells[0].indexOf(name)]);
    expect([column('supported'), column('best'), column('most_tolerant')]).toEqual([
      ['0', '1', '0'],
      ['0', '1', '0'],
      ['0', '1', '0'],
    ]);
  });

  it('calls those that do the same joint fastest, in every form', async () => {
    // Among a power of two of ranks both take log₂ p rounds of one exchange.
    const argv = ['--pattern', 'allreduce', '--ranks', '8', '--bytes', '8B'];
    argv.push('--collective', 'allreduce=recursive-doubling,ring-full,dissemination');
    const alike = ['recursive-doubling', 'dissemination'];
    const { best, best_alike, most_tolerant_alike } = await compare(...argv);
    const names = alike.map((name) => `allreduce=${name}`);
    expect([best, best_alike, most_tolerant_alike]).toEqual([names[0], names, names]);
    const { stdout } = await runCli(['compare', ...argv]);
    const marked = stdout.split('\n').filter((line) => line.includes('← joint fastest, joint most tolerant'));
    expect(marked.map((line) => line.trim().split(' ')[0])).toEqual(alike);
    const [header, ...lines] = (await runCli(['compare', ...argv, '--csv'])).stdout.trim().split('\n');
    const bestAt = header.split(',').indexOf('best');
    // The columns best and most_tolerant.
    expect(
      lines.map((line) =>
        line
          .split(',')
          .slice(bestAt, bestAt + 2)
          .join(''),
      ),
    ).toEqual(['11', '00', '11']);
  });

  it('marks nothing where nothing can be priced, and says why', async () => {
    const argv = [
      '--pattern',
      'bcast',
      '--ranks',
      '16',
      ...PLAIN,
      ...sweep,
      '--collective',
      'bcast=linear,binary',
    ];
    const { best, most_tolerant } = await compare(...argv);
    expect([best, most_tolerant]).toEqual([null, null]);
    const { stdout, stderr } = await runCli(['compare', ...argv]);
    expect(stdout).toContain('no variant can be priced: nothing is marked');
    expect(stdout).not.toContain('←');
    expect(stderr).toMatch(/nothing is marked best/);
  });

  inFull('warns once that start and end hold much of T, as tolerance does for the fastest', async () => {
    const run = async (...words: string[]) => {
      const { stdout } = await runCli([...words, '--json']);
      const { warnings } = JSON.parse(stdout) as { warnings: { code: string; message: string }[] };
      return warnings.filter(({ code }) => code === 'start-and-end').map(({ message }) => message);
    };
    const compared = ['compare', 'traces/cg-4', '--collective', 'allreduce=ring,recursive-doubling'];
    const ordered = ['--cpu', 'ordered', '--nic', 'ordered'];
    const chosen = ['--collective', 'allreduce=recursive-doubling', ...ordered];
    const [alone] = await run('tolerance', 'traces/cg-4', ...chosen);
    expect(alone).toMatch(/of T lies before the first/);
    expect(await run(...compared)).toEqual([`allreduce=recursive-doubling: ${alone}`]);
    expect(await run(...compared, '--region', 'first-message..last-message')).toEqual([]);
  });

  it('warns when a choice changes nothing', async () => {
    const { stderr } = await runCli([
      'compare',
      join(traces, 'cg-4'),
      '--collective',
      'bcast=chain,linear',
      ...sweep,
    ]);
    expect(stderr).toMatch(/^warning: bcast makes no difference/m);
  });

  it('refuses what makes no sense, with a way out', async () => {
    const goal = join(mkdtempSync(join(tmpdir(), 'llamp-compare-')), 'a.goal');
    writeFileSync(goal, 'num_ranks 1\nrank 0 { a: calc 1 }\n');
    const cg = join(traces, 'cg-4');
    const cases: [number, string[], RegExp][] = [
      [2, [cg], /nothing to compare/],
      [2, [cg, '--collective', 'allreduce=rng,ring'], /did you mean ring/],
      [
        2,
        [cg, '--collective', 'allreduce=ring,linear', '--evaluations', '1'],
        /2 combinations are more than 1.*--evaluations 2/,
      ],
      [2, [goal, '--collective', 'allreduce=ring,linear'], /no meaning for a GOAL file/],
      [2, [cg, '--map-by', 'core,node'], /--map-by has no meaning without --platform/],
      [2, ['--collective', 'bcast=chain,linear'], /needs --ranks/],
      [2, ['--machine', 'cscs-testbed,piz-daint'], /no INPUT given/],
      [3, [join(traces, 'none'), '--collective', 'allreduce=ring,linear'], /no such file/],
      [
        3,
        [cg, '--machine', 'cscs-testbed,nowhere'],
        /neither a machine nor a file: there are cscs-testbed, piz-daint/,
      ],
    ];
    for (const [expected, argv, message] of cases) {
      const { code, stdout, stderr } = await runCli(['compare', ...argv]);
      expect([code, stdout], argv.join(' ')).toEqual([expected, '']);
      expect(stderr).toMatch(message);
    }
  });
});

describe('workers', () => {
  const have = { cores: 8, memoryBytes: 16 * 2 ** 30 };

  it('are none for small work, as many as cores for large, never more than variants', () => {
    expect(jobsFor({ variants: 9, operations: 5_000, highs: true }, have)).toBe(1);
    expect(jobsFor({ variants: 9, operations: 1_000_000, highs: false }, have)).toBe(8);
    expect(jobsFor({ variants: 3, operations: 1_000_000, highs: false }, have)).toBe(3);
    expect(jobsFor({ variants: 9, operations: 5_000, highs: true }, have, 4)).toBe(4);
  });

  it('fit into the memory, also when more are asked for', () => {
    const load = { variants: 9, operations: 3_000_000, highs: false };
    const three = { cores: 8, memoryBytes: (3.5 * workerBytes(load)) / 0.7 };
    expect(jobsFor(load, three)).toBe(3);
    expect(jobsFor(load, three, 6)).toBe(3);
    expect(jobsFor(load, { cores: 8, memoryBytes: 1 })).toBe(1);
  });
});
