/**
 * `measure` with the MPIs of this machine (Debian: openmpi-bin libopenmpi-dev, mpich libmpich-dev): what it finds is
 * accepted, sane, the same twice where it is deterministic, and predicts the round trips that were measured.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { readMeasurements } from '../../src/measure/benchmark-times.js';
import { type CliResult, runCli } from '../cli/run.js';
import { isWhole } from '../part.js';
import { BOUNDS } from '../tracer/bounds.js';
import { Bench, findMpi } from '../tracer/mpi.js';

const SOURCES = 'tracer/measure';
const STRICT = ['-O2', '-Wall', '-Wextra', '-Werror', '-std=gnu99'];
/** No run takes longer, s. */
const LIMIT = '300';
const ROUND_TRIPS = 20;
/** A quiet machine is promised: what noise leaves out is a failure. */
const SHARP = process.env.LLAMP_SHARP === '1';

interface Quartiles {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

interface Result {
  readonly latency_ns: Quartiles;
  readonly overhead_ns: Quartiles;
  readonly exchange_overhead_ns: Quartiles;
  readonly gap_per_byte_ns: Quartiles;
  readonly gap_ns: Quartiles;
  readonly rendezvous_bytes: number | null;
  readonly ranks: readonly { readonly host: string }[];
  readonly sizes: readonly { readonly bytes: number; readonly half_round_trip_ns: Quartiles }[];
}

/** Messages of `bytes` to and fro. */
function pingPong(bytes: number): string {
  const rank = (peer: number, first: string, second: string): string => {
    const lines = Array.from({ length: 2 * ROUND_TRIPS }, (_, i) => {
      const what = i % 2 === 0 ? first : second;
      const after = i === 0 ? '' : `\nl${i} requires l${i - 1}`;
      return `l${i}: ${what} ${bytes}b ${what === 'send' ? 'to' : 'from'} ${peer}${after}`;
    });
    return lines.join('\n');
  };
  return `num_ranks 2\nrank 0 {\n${rank(1, 'send', 'recv')}\n}\nrank 1 {\n${rank(0, 'recv', 'send')}\n}\n`;
}

describe.each(['Open MPI', 'MPICH'] as const)('%s', (name) => {
  const library = findMpi(name);

  /** Of a part, what either MPI shows is asked of one. */
  const under = (one: string) => it.runIf(isWhole || name === one);

  describe.skipIf(library === undefined)('a machine', () => {
    let folder: string;
    let program: string;
    let machine: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'llamp-measured-'));
      program = join(folder, 'llamp-measure');
      machine = join(folder, 'machine.yaml');
      const sources = readdirSync(SOURCES).filter((file) => file.endsWith('.c'));
      const files = sources.map((file) => join(SOURCES, file));
      execFileSync(library?.cc ?? '', [...STRICT, '-o', program, ...files], { stdio: 'inherit' });
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const launcher = (ranks: number, variables: Readonly<Record<string, string>> = {}): string[] => {
      const pairs = Object.entries(variables);
      const words =
        name === 'MPICH'
          ? ['-bind-to', 'none', ...pairs.flatMap(([key, value]) => ['-genv', key, value]), '-n']
          : [
              ...['--allow-run-as-root', '--oversubscribe', '--bind-to', 'none'],
              ...['--mca', 'btl', 'vader,self', '--mca', 'mpi_yield_when_idle', '1'],
              ...pairs.flatMap(([key, value]) => ['-x', `${key}=${value}`]),
              '-np',
            ];
      return [
        'env',
        'UCX_TLS=posix,sysv,cma,self',
        'timeout',
        LIMIT,
        library?.run ?? '',
        ...words,
        `${ranks}`,
      ];
    };
    const measure = (words: readonly string[], flags: readonly string[] = []): Promise<CliResult> =>
      runCli(['measure', '--output', machine, '--program', program, '--json', ...flags, '--', ...words]);
    /** Other work on the cores may leave too little to make a machine of: that is refused, and the test ends. */
    const calm = ({ skip }: TestContext, { code, stdout, stderr }: CliResult): void => {
      const busy = code === 4 && `${stdout}${stderr}`.includes('the measured times do not define a machine');
      if (busy && !SHARP) skip('this machine is too busy to be measured');
    };
    const resultOf = (context: TestContext, answer: CliResult): Result => {
      const { code, stdout, stderr } = answer;
      calm(context, answer);
      expect(code, `${stdout}${stderr}`).toBe(0);
      const { result }: { result: Result } = JSON.parse(stdout);
      return result;
    };

    // On a machine that others use as well a difference of times may vanish: one try of three is enough.
    it('is measured, and its round trips are predicted within their spread or bounds', {
      retry: 2,
    }, async (context) => {
      const result = resultOf(context, await measure(launcher(2), ['--max-bytes', '256KiB']));
      expect(result.latency_ns.value).toBeGreaterThanOrEqual(0);
      expect(result.latency_ns.value).toBeLessThan(1e6);
      for (const { value } of [result.overhead_ns, result.exchange_overhead_ns, result.gap_ns]) {
        expect(value).toBeGreaterThan(1);
        expect(value).toBeLessThan(1e7);
      }
      expect(result.gap_per_byte_ns.value).toBeGreaterThan(0);
      expect(result.gap_per_byte_ns.value).toBeLessThan(100);
      for (const { bytes, half_round_trip_ns: half } of result.sizes) {
        const goal = join(folder, 'ping-pong.goal');
        writeFileSync(goal, pingPong(bytes));
        const { code, stdout } = await runCli(['sensitivity', goal, '--machine', machine, '--json']);
        expect(code).toBe(0);
        const predicted: number = JSON.parse(stdout).result.runtime_ns / (2 * ROUND_TRIPS);
        const spread = Math.max((half.high - half.low) / 2, BOUNDS.roundTrip * half.value);
        expect(Math.abs(predicted - half.value), `${bytes} B: ${half.value} ns`).toBeLessThanOrEqual(spread);
      }
    });

    it('has the same S each time', async (context) => {
      const found = [];
      for (const repeats of ['3', '4'])
        found.push(
          resultOf(context, await measure(launcher(2), ['--repeat', repeats, '--max-bytes', '64KiB'])),
        );
      const [one, other] = found.map((result) => result.rendezvous_bytes);
      expect(one).toBe(other);
      // The transport of Open MPI that is asked for sends up to 4 KiB with its header at once.
      if (name === 'Open MPI')
        expect([one !== null && one > 3500, one !== null && one <= 4096]).toEqual([true, true]);
    });

    under('Open MPI')('is measured with more ranks than cores, which is told', async (context) => {
      const ranks = availableParallelism() + 2;
      const answer = await measure(launcher(ranks), ['--repeat', '5', '--max-bytes', '1KiB']);
      expect(resultOf(context, answer).ranks.length).toBe(ranks);
      const codes = JSON.parse(answer.stdout).warnings.map(({ code }: { code: string }) => code);
      expect(codes).toContain('measure-oversubscribed');
    });

    under('MPICH')('is measured under a preloaded library', async (context) => {
      if (library === undefined) return;
      const bench = new Bench(library);
      try {
        const traces = join(bench.folder, 'traces');
        const words = launcher(2, {
          LD_PRELOAD: join(bench.folder, 'libllamp-trace.so'),
          LLAMP_TRACE: traces,
        });
        resultOf(context, await measure(words, ['--repeat', '3', '--max-bytes', '1KiB']));
        expect(readdirSync(traces).length).toBe(2);
      } finally {
        bench.remove();
      }
    });

    it.skipIf(availableParallelism() < 2)('has a channel between ranks that are bound', async (context) => {
      const platform = join(folder, 'platform.yaml');
      const bound = launcher(2).map((word) => (word === 'none' ? 'core' : word));
      const flags = ['--repeat', '5', '--max-bytes', '4KiB', '--save', platform];
      resultOf(context, await measure(bound, flags));
      const query = ['sensitivity', 'goal-samples/fig4.goal', '--machine', machine, '--platform', platform];
      const { code, stderr } = await runCli([...query, '--quiet']);
      expect([code, stderr]).toEqual([0, '']);
    });

    under('MPICH')('is measured between further pairs of ranks', () => {
      const [command, ...words] = launcher(4);
      const options = ['--pairs', '--repeats', '2', '--most', '64'];
      const printed = execFileSync(command, [...words, program, ...options], { encoding: 'utf8' });
      const { points } = readMeasurements(printed, 'the benchmark');
      const trips = points.filter(({ kind }) => kind === 'round-trip');
      const pairs = new Set(trips.map(({ from, to }) => `${from}-${to}`));
      expect(pairs.has('0-1')).toBe(true);
      // Three more of each distance; ranks that move have different ones.
      expect(pairs.size).toBeGreaterThanOrEqual(4);
      for (const pair of pairs) {
        const own = trips.filter(({ from, to }) => `${from}-${to}` === pair);
        expect(new Set(own.map(({ bytes }) => bytes))).toEqual(new Set([1, 2, 4, 8, 16, 32, 64]));
      }
    });

    under('MPICH')('of one rank is refused', async () => {
      const { code, stdout } = await measure(launcher(1));
      expect(code).toBe(2);
      expect(stdout).toContain('the benchmark ran with one rank');
    });

    under('Open MPI')('is drawn: o over the sizes that were measured', async (context) => {
      const svg = join(folder, 'overhead.svg');
      resultOf(context, await measure(launcher(2), ['--max-bytes', '1KiB', '--repeat', '3', '--plot', svg]));
      const drawn = readFileSync(svg, 'utf8');
      expect(drawn).toMatch(/Overhead by message size: machine\.yaml.*o of the machine file/s);
      expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
    });

    under('MPICH')('is measured by a benchmark compiled on the spot', async (context) => {
      const words = ['measure', '--output', machine, '--mpicc', library?.cc ?? '', '--repeat', '3'];
      const answer = await runCli([...words, '--max-bytes', '64B', '--', ...launcher(2)]);
      calm(context, answer);
      expect(answer.code).toBe(0);
      // What was compiled is gone.
      expect(readdirSync(folder).filter((file) => file.startsWith('.'))).toEqual([]);
    });
  });
});
