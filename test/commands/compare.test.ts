import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsFor, workerBytes } from '../../src/cli/workers/pool.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { inFull } from '../part.js';

const sweep = ['--engine', 'sweep'];

const PLAIN = ['--cpu', 'free', '--nic', 'free'];
const ORDERED = ['--cpu', 'ordered', '--nic', 'ordered'];

const compare = async (...argv: string[]) => (await askJson(['compare', ...argv])).result;

describe('compare', () => {
  inFull('gives each variant what tolerance gives for it', async () => {
    const input = 'traces/mixed-4';
    const choices = ['--collective', 'bcast=chain,linear', '--collective', 'allreduce=ring', '--pct', '1,5'];
    const { variants } = await compare(input, ...choices, '--machine', 'cscs-testbed,piz-daint');
    const alone = await runCli(
      ['tolerance', input, '--collective', 'bcast=linear', '--collective', 'allreduce=ring', '--json'].concat(
        ['--machine', 'piz-daint', '--pct', '1,5', ...ORDERED],
      ),
    );
    expect(variants).toHaveLength(4);
    expect(variants[3].name).toBe('bcast=linear machine=piz-daint');
    // Variants are figures of T; where time goes is said of one program.
    const { time_by_nature: natures, ...figures } = JSON.parse(alone.stdout).result;
    expect(natures.length).toBeGreaterThan(0);
    expect(variants[3]).toMatchObject(figures);
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
    const choice = ['--collective', 'bcast=chain,binary', '--platform', 'epyc-orfeo', ...PLAIN, ...sweep];
    const { variants } = await compare(...choice, '--map-by', 'core,socket,node');
    // 256 ranks in a line, by core: 4 in each of 64 L3s (3 · 64 steps within), 16 L3s a socket (15 · 4 within),
    // 2 sockets a node, 2 nodes. By node every step leaves the node; by socket every one leaves the socket.
    expect(variants).toMatchObject([
      { lambda_by_class: { cache: 192, core: 60, socket: 2, node: 1 }, limiting_class: 'cache' },
      { lambda_by_class: { cache: 0, core: 0, socket: 254, node: 1 }, limiting_class: 'socket' },
      { lambda_by_class: { cache: 0, core: 0, socket: 0, node: 255 }, limiting_class: 'node' },
      ...Array(3).fill({ supported: false }),
    ]);
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
    await expectRefusal(
      ['compare', 'traces/cg-4', ...machines, '0..13us'],
      2,
      /needs added latencies.*\+0\.\.\+50us/,
    );
    expect((await compare('traces/cg-4', ...machines, '+0..+13us')).crossovers).toHaveLength(1);
  });

  it.each([
    ['traces/cg-4', 2, /nothing to compare/],
    ['traces/cg-4 --collective allreduce=rng,ring', 2, /Did you mean ring/],
    [
      'traces/cg-4 --collective allreduce=ring,linear --evaluations 1',
      2,
      /2 combinations exceed the limit of 1.*--evaluations 2/,
    ],
    ['goal-samples/fig4.goal --collective allreduce=ring,linear', 2, /no meaning for a GOAL file/],
    ['traces/cg-4 --map-by core,node', 2, /--map-by has no meaning without --platform/],
    ['--collective bcast=chain,linear', 2, /needs --ranks/],
    ['--machine cscs-testbed,piz-daint', 2, /no INPUT given/],
    ['traces/none --collective allreduce=ring,linear', 3, /no such file/],
    [
      'traces/cg-4 --machine cscs-testbed,nowhere',
      2,
      /neither a machine nor a file\. Use one of cscs-testbed, piz-daint/,
    ],
  ])('refuses %s, with a way out', async (line, code, words) => {
    await expectRefusal(`compare ${line}`, code, words);
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
