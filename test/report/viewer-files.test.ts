/** What `--perfetto` and `--speedscope` write, held against the tables of `path`, `replay` and `sensitivity`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeViewerFile } from '../../src/cli/output/viewer-files.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { readTraceEvents, type ShownTrace } from './trace-events.js';

const folder = scratch();
const file = join(folder, 'file.json');

const PING_PONG = 'goal-samples/ping-pong.goal -L 1us -o 100ns -G 2ns/B';
const SOLVER = 'traces/runs/solver-4';
const SHARES = ['computation_ns', 'overhead_ns', 'latency_ns', 'bandwidth_ns'];

async function written(line: string): Promise<ShownTrace> {
  const { code, stderr } = await runCli(`${line} --perfetto ${file} --quiet`);
  expect([code, stderr]).toEqual([0, '']);
  return readTraceEvents(file);
}

const slicesOf = (trace: ShownTrace, track: string) => trace.tracks.get(track) ?? [];

const sum = (values: readonly unknown[]): number => values.reduce<number>((all, one) => all + Number(one), 0);

/** `[name, start, end]` in ns. */
const spans = (trace: ShownTrace, track: string) =>
  slicesOf(trace, track).map(({ name, start, end }) => [name, start, end]);

/** Time of the slices of a name, ns. */
const timeOf = (trace: ShownTrace, track: string, name: string): number =>
  sum(slicesOf(trace, track).map((one) => (one.name === name ? one.end - one.start : 0)));

describe('path --perfetto', () => {
  it('has the operations of a GOAL file, whose times are summed by hand', async () => {
    const trace = await written(`path ${PING_PONG}`);
    // o = 100 ns, then L + 8 G = 1016 ns on the way: every 1116 + 100 ns the message is back in hand.
    expect(spans(trace, 'rank 0: operations').slice(0, 3)).toEqual([
      ['send', 0, 100],
      ['receive', 2332, 2432],
      ['send', 2432, 2532],
    ]);
    expect(spans(trace, 'rank 1: operations').slice(0, 2)).toEqual([
      ['receive', 1116, 1216],
      ['send', 1216, 1316],
    ]);
    expect(trace.messages.slice(0, 1)).toEqual([
      {
        from: { process: 'rank 0', slice: 'send', at: 0 },
        to: { process: 'rank 1', slice: 'receive', at: 1116 },
      },
    ]);
    expect(trace.messages).toHaveLength(6);
    expect(trace.tracks.has('rank 0: calls')).toBe(false);
    expect(slicesOf(trace, 'rank 1: operations')[0].args).toEqual({ bytes: 9, from: 0, tag: 0, label: 'l1' });
  });

  it.each([PING_PONG, SOLVER, 'traces/halo3d-4', 'traces/jacobi2d-4 --cpu serial', 'traces/mixed-4 -S 8'])(
    'has the critical path as a track of its own, which is that of path --csv: %s',
    async (input) => {
      const trace = await written(`path ${input}`);
      const { result } = await askJson(`path ${input} --longest 0`);
      const path = slicesOf(trace, 'critical path: critical path');
      const segments = path.filter(({ depth }) => depth === 0).map(({ args }) => args);
      const fields = ['rank', ...SHARES, 'first', 'last', 'operations'];
      const rows: readonly Record<string, unknown>[] = result.segments;
      const shown = rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
      expect(segments).toEqual(shown);
      expect(trace.about.runtime_ns).toBe(result.runtime_ns);
      for (const share of SHARES) {
        const steps = path.filter(({ depth }) => depth === 1).map(({ args }) => args[share]);
        expect(sum(steps)).toBeCloseTo(result[share], 3);
      }
      // Slices are cut at whole ns: none of a segment is lost.
      const shares = ['computation', 'overhead', 'latency', 'bandwidth'];
      const times = shares.map((name) => timeOf(trace, 'critical path: critical path', name));
      expect(Math.abs(sum(times) - result.runtime_ns)).toBeLessThanOrEqual(0.5);
    },
  );

  it('has every call between two computations, with its place in the program', async () => {
    const trace = await written(`path ${SOLVER}`);
    const calls = slicesOf(trace, 'rank 0: calls');
    expect(calls.slice(0, 3).map(({ name, start, end, args }) => [name, start, end, args.call])).toEqual([
      ['computation', 0, 10_544, 'before MPI_Allreduce#1'],
      ['MPI_Allreduce', 10_544, 32_863, 'MPI_Allreduce#1'],
      ['computation', 32_863, 35_748, 'before MPI_Sendrecv#1'],
    ]);
    expect(calls[1].args).toMatchObject({ site: 'solver.c:10 < solver.c:34', function: 'dot' });
    calls.slice(1).forEach((call, i) => {
      expect(call.start).toBe(calls[i].end);
    });
  });

  it('draws the ranks that are asked for, and the messages between them', async () => {
    const all = await written(`path ${SOLVER}`);
    const some = await written(`path ${SOLVER} --draw-ranks 0,1`);
    const among = ({ from, to }: ShownTrace['messages'][number]): boolean =>
      [from, to].every(({ process }) => ['rank 0', 'rank 1'].includes(process));
    expect(some.messages).toEqual(all.messages.filter(among));
    expect([...some.tracks.keys()].some((track) => track.startsWith('rank 2'))).toBe(false);
    await expectRefusal(
      `path ${SOLVER} --perfetto ${file} --draw-ranks 9`,
      2,
      'rank 9, which does not exist',
    );
  });

  it('is of one program, and no other file than INPUT', async () => {
    const two = `path traces/ring-4 traces/cg-4 --perfetto ${file}`;
    await expectRefusal(two, 2, 'path --perfetto takes one program');
    const own = `path ${PING_PONG} --perfetto goal-samples/ping-pong.goal`;
    await expectRefusal(own, 2, 'would overwrite an input');
  });
});

describe('replay --perfetto', () => {
  it.each([PING_PONG, SOLVER, 'traces/cg-4', 'traces/mixed-4 -S 8'])(
    'has all that CPUs do, one thing at a time: %s',
    async (input) => {
      const trace = await written(`replay ${input}`);
      const { result } = await askJson(`replay ${input}`);
      const ranks: readonly { rank: number; busy_ns: number }[] = result.ranks;
      for (const { rank, busy_ns } of ranks) {
        const operations = slicesOf(trace, `rank ${rank}: operations`);
        const between = timeOf(trace, `rank ${rank}: calls`, 'computation');
        const busy = sum(operations.map(({ start, end }) => end - start)) + between;
        const rounded = operations.length + slicesOf(trace, `rank ${rank}: calls`).length;
        expect(Math.abs(busy - busy_ns)).toBeLessThanOrEqual(rounded);
        expect(trace.tracks.has(`rank ${rank}: at the same time`)).toBe(false);
      }
      for (const { from, to } of trace.messages) expect(to.at).toBeGreaterThanOrEqual(from.at);
      const path = slicesOf(trace, 'critical path: critical path').filter(({ depth }) => depth === 0);
      const shares = path.flatMap(({ args }) => SHARES.map((share) => args[share]));
      expect(sum(shares)).toBeCloseTo(result.runtime_ns, 3);
      expect(trace.about.runtime_ns).toBe(result.runtime_ns);
    },
  );

  it('has a path that pays as many latencies as T grows by, and none by the ways of LogGOPSim', async () => {
    const latencies = (trace: ShownTrace): number => timeOf(trace, 'critical path: critical path', 'latency');
    for (const input of ['traces/ring-4', 'traces/sweep-4', 'traces/persist-4']) {
      const { result } = await askJson(`replay ${input} -L 3us`);
      expect(latencies(await written(`replay ${input} -L 3us`))).toBe(3000 * result.lambda_L_above);
    }
    const trace = await written(
      'replay goal-samples/fig4.goal --semantics loggopsim -L 100ns -o 10ns -G 1ns/B',
    );
    expect([...trace.tracks.keys()]).toEqual(['rank 0: operations', 'rank 1: operations']);
  });

  it('has the calls of a rank one after the other', async () => {
    const trace = await written(`replay ${SOLVER}`);
    const calls = slicesOf(trace, 'rank 2: calls');
    const names = new Set(calls.map(({ name }) => name));
    expect([...names].sort()).toEqual([
      // An MPI_Irecv that is posted takes no time.
      ...['MPI_Allreduce', 'MPI_Isend', 'MPI_Sendrecv', 'MPI_Waitall', 'computation'],
    ]);
    calls.slice(1).forEach((call, i) => {
      expect(call.start).toBe(calls[i].end);
    });
  });
});

describe('sensitivity --speedscope', () => {
  interface Profile {
    readonly type: string;
    readonly name: string;
    readonly unit: string;
    readonly startValue: number;
    readonly endValue: number;
    readonly samples: readonly (readonly number[])[];
    readonly weights: readonly number[];
  }

  it('has λ_L and the time of the path by function, each in full', async () => {
    const line = `sensitivity ${SOLVER} --by function`;
    const { result } = await askJson(`${line} --speedscope ${file}`);
    const { $schema, shared, profiles } = JSON.parse(readFileSync(file, 'utf8'));
    expect($schema).toBe('https://www.speedscope.app/file-format-schema.json');
    const [lambda, time]: readonly Profile[] = profiles;
    const stacks = ({ samples, weights }: Profile): [string, number][] =>
      samples.map((stack, i) => [stack.map((frame) => shared.frames[frame].name).join(' '), weights[i]]);
    expect(lambda).toMatchObject({ type: 'sampled', name: 'λ_L', unit: 'none', startValue: 0, endValue: 22 });
    expect(stacks(lambda)).toEqual([
      ['main dot MPI_Allreduce', 12],
      ['main halo MPI_Sendrecv', 5],
      ['main halo MPI_Isend', 5],
    ]);
    expect(sum(lambda.weights)).toBe(result.lambda.L);
    // The rows of `path --by function --csv`: what is a function's own, of each kind.
    const { result: path } = await askJson(`path ${SOLVER} --by function`);
    const parts = stacks(time);
    for (const kind of SHARES) {
      const name = kind.replace('_ns', '');
      const own = (part: string): number =>
        sum(parts.filter(([stack]) => stack.includes(part) && stack.endsWith(name)).map(([, ns]) => ns));
      for (const one of path.regions.functions) expect(own(one.name)).toBeCloseTo(one.inclusive[kind], 6);
      expect(own('')).toBeCloseTo(path[kind], 6);
    }
    expect(time.unit).toBe('nanoseconds');
    expect(time.endValue).toBeCloseTo(path.runtime_ns, 6);
    expect(shared.frames[0]).toEqual({ name: 'main', file: expect.stringMatching(/solver\.c$/) });
  });

  it('is by function', async () => {
    await expectRefusal(`sensitivity ${SOLVER} --speedscope ${file}`, 2, '--by');
    const by = `sensitivity ${SOLVER} --by site --speedscope ${file}`;
    await expectRefusal(by, 2, '--speedscope has no meaning with --by site. Use --by function');
  });
});

describe('a file that is too long for a viewer', () => {
  it('is refused before anything is written, with what to leave out', async () => {
    const large = join(folder, 'large.json');
    const pieces = () => ['x'.repeat(600_000), 'y'.repeat(600_000)];
    await expect(writeViewerFile(large, pieces, 1e6)).rejects.toThrow(
      /would exceed 1 MB.*--draw-ranks 0\.\.3.*--region/,
    );
    expect(existsSync(large)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await writeViewerFile(large, pieces, 1.2e6);
    expect(readFileSync(large, 'utf8')).toHaveLength(1_200_000);
  });
});
