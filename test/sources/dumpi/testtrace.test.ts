/** The sample of DUMPI against what its own tool prints of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDumpi } from '../../../src/sources/dumpi/read-dumpi.js';
import { CALLS } from '../../../src/sources/mpi/mpi-calls.js';
import { listOf, type RankTrace, type TraceFile } from '../../../src/sources/mpi/rank-trace.js';
import { runCli } from '../../cli/run.js';
import { among, cases } from '../../part.js';

const FOLDER = 'test/sources/dumpi/testtrace';
const at = (name: string): string => join(FOLDER, name);
const files = [0, 1, 2, 3].map(
  (rank): TraceFile => ({
    source: `testtrace-000${rank}.bin`,
    rank,
    chunks: [readFileSync(at(`testtrace-000${rank}.bin`))],
  }),
);

interface Printed {
  readonly name: string;
  /** In ns. */
  readonly start: number;
  readonly end: number;
  /** Numbers behind `=`, by the name of the argument. */
  readonly args: ReadonlyMap<string, number>;
}

/** Calls as the tool prints them. */
function printed(text: string): Printed[] {
  const call =
    /^(\w+) entering at walltime (\d+)\.(\d+),.*\n((?:.*\n)*?)\1 returning at walltime (\d+)\.(\d+),/gm;
  return [...text.matchAll(call)].map(([, name, start, startNs, body, end, endNs]) => ({
    name,
    start: (Number(start) - 1_296_777_956) * 1e9 + Number(startNs),
    end: (Number(end) - 1_296_777_956) * 1e9 + Number(endNs),
    args: new Map(
      [...body.matchAll(/^\w+ (\w+)=\[?(-?\d+)/gm)].map(([, argument, value]) => [argument, Number(value)]),
    ),
  }));
}

const calls = printed(readFileSync(at('testtrace-0000.txt'), 'utf8'));
/** Bytes of an int, which all of its messages are of. */
const INT = 4;
const WORLD = 0;

/** What rows keep of a call that is printed; undefined for calls without a row. */
function kept({ name, args }: Printed): (number | undefined)[] | undefined {
  const of = (argument: string): number | undefined => args.get(argument);
  switch (name) {
    case 'MPI_Barrier':
      return [WORLD];
    case 'MPI_Isend':
      return [of('count'), INT, of('dest'), of('tag'), WORLD, of('request')];
    case 'MPI_Recv':
      return [of('count'), INT, of('source'), of('tag'), WORLD];
    case 'MPI_Wait':
      return [of('request')];
    case 'MPI_Allreduce':
      return [of('count'), INT, WORLD];
    default:
      return undefined;
  }
}

const rows = (trace: RankTrace) =>
  Array.from({ length: trace.rows }, (_, row) => ({
    name: CALLS[trace.call[row]].name,
    start: trace.start[row],
    end: trace.end[row],
    args: [...trace.args.subarray(trace.argStart[row], trace.argStart[row + 1])],
  }));

describe('testtrace', () => {
  it('has every call that dumpi2ascii prints, with its times and arguments', async () => {
    const { ranks } = await readDumpi(files);
    expect(calls.length).toBe(9);
    const first = calls[0].start;
    const us = (ns: number): number => (ns - first) / 1000;
    const expected = calls.flatMap((call) => {
      const args = kept(call);
      return args === undefined ? [] : [{ name: call.name, start: us(call.start), end: us(call.end), args }];
    });
    expect(rows(ranks[0])).toEqual(expected);
    expect(ranks[0].initEnd).toBe(us(calls[0].end));
    expect(ranks[0].finalizeStart).toBe(us(calls.at(-1)?.start ?? 0));
    const counted = [...ranks[0].tally].map(([name, { calls: count }]) => [name, count]);
    expect(counted).toEqual(calls.map(({ name }) => [name, 1]));
    for (const { name, start, end } of calls)
      expect(ranks[0].tally.get(name)?.time).toBeCloseTo((end - start) / 1000, 9);
  });

  it('has as many calls of each function as the tool counts', async () => {
    const { ranks } = await readDumpi(files);
    const counts = readFileSync(at('testtrace-0000.txt'), 'utf8').matchAll(/^(\w+) called (\d+) times/gm);
    for (const [, name, count] of counts)
      if (name !== 'MPI_ALL_FUNCTIONS') expect(ranks[0].tally.get(name)?.calls ?? 0).toBe(Number(count));
  });

  it('is read of all ranks: a ring', async () => {
    const { ranks, warnings } = await readDumpi(files);
    expect(warnings).toEqual([]);
    for (const { rank, args, argStart, notes } of ranks) {
      // Rows: barrier, Isend to the next rank, Recv from the one before, Wait, allreduce.
      expect(args[argStart[1] + 2]).toBe((rank + 1) % 4);
      expect(args[argStart[2] + 2]).toBe((rank + 3) % 4);
      expect([
        ...listOf(
          notes?.completed ?? { row: new Uint32Array(), start: new Uint32Array(), items: new Float64Array() },
          3,
        ),
      ]).toEqual([2]);
    }
  });

  it('is the same by its metafile, its folder, a glob and its first file', async () => {
    const said = await Promise.all(
      [at('testtrace.meta'), FOLDER, at('*.bin'), at('testtrace-0000.bin')].map((input) =>
        runCli(['check', input]),
      ),
    );
    for (const { code, stdout } of said) {
      expect(code).toBe(0);
      expect(stdout.split('\n').slice(1)).toEqual(said[0].stdout.split('\n').slice(1));
    }
    expect(said[0].stdout).toContain('messages      20');
  });

  it('is refused wherever it is cut', async () => {
    const [whole] = files[0].chunks as Uint8Array[];
    for (const length of cases([...whole.keys()], (one) => one % 16 === 0)) {
      const cut: TraceFile = { ...files[0], chunks: [whole.subarray(0, length)] };
      await expect(readDumpi([cut, ...files.slice(1)])).rejects.toThrow(/testtrace-0000\.bin/);
    }
  });

  it('does not crash, hang or take all memory where a byte is damaged', async () => {
    const [whole] = files[0].chunks as Uint8Array[];
    let refused = 0;
    for (const i of cases([...whole.keys()], (at) => at % 16 === 0)) {
      // Counts of calls that there are none of are all alike.
      if (i > 0x1c0 && i < 0xac0) continue;
      for (const value of [0xff, whole[i] ^ 1]) {
        const damaged = Uint8Array.from(whole);
        damaged[i] = value;
        const thrown: unknown = await readDumpi([
          { ...files[0], chunks: [damaged] },
          ...files.slice(1),
        ]).catch((error: unknown) => error);
        if (!(thrown instanceof Error)) continue;
        refused++;
        expect(thrown.constructor.name).toBe('InputError');
      }
    }
    expect(refused).toBeGreaterThan(among(400));
  });

  it('lies beside the notice of its licence', () => {
    expect(readdirSync(FOLDER)).toContain('README.md');
    expect(readFileSync(at('README.md'), 'utf8')).toContain('Redistributions in binary form must reproduce');
  });
});
