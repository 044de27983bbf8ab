/**
 * With the published flow the default algorithms make the published generator's schedules: for every collective call of a trace, every
 * rank has the same operations, the same dependencies among them, and ends with the same ones.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type CollectiveName, PUBLISHED_OPTIONS } from '../../src/collectives/collective-algorithm.js';
import { emitCollectiveCall } from '../../src/collectives/emit.js';
import { defaultAlgorithm } from '../../src/collectives/registry.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { CALC, DEP_OP, SEND } from '../../src/schedule/schedule.js';
import { cases } from '../part.js';
import { sharedPath } from '../shared.js';

const FIRST_TAG = 1_000_000;

/** One rank's part of a call: its operations and what waits for what, in words. */
interface Part {
  readonly ops: string[];
  readonly waits: string[];
  readonly last: string[];
}

/** [rank] tag → part, out of a GOAL text of the published generator. */
function publishedParts(goal: string): Map<number, Part>[] {
  const ranks: Map<number, Part>[] = [];
  let label = new Map<string, { word: string; tag: number }>();
  let zero = new Set<string>();
  for (const line of goal.split('\n')) {
    if (line.startsWith('rank')) {
      ranks.push(new Map());
      label = new Map();
      zero = new Set();
      continue;
    }
    const parts = ranks.at(-1);
    const op = /^(l\d+): ((?:send|recv) \d+b (?:to|from) -?\d+) tag (\d+)$/.exec(line);
    if (op !== null && Number(op[3]) >= FIRST_TAG) {
      const tag = Number(op[3]);
      label.set(op[1], { word: op[2], tag });
      if (!parts?.has(tag)) parts?.set(tag, { ops: [], waits: [], last: [] });
      parts?.get(tag)?.ops.push(op[2]);
    }
    const calc = /^(l\d+): calc 0$/.exec(line);
    if (calc !== null) zero.add(calc[1]);
    const waits = /^(l\d+) requires (l\d+)$/.exec(line);
    if (waits === null) continue;
    const after = label.get(waits[1]);
    const before = label.get(waits[2]);
    if (before === undefined) continue;
    if (after !== undefined) parts?.get(before.tag)?.waits.push(`${after.word} after ${before.word}`);
    else if (zero.has(waits[1])) parts?.get(before.tag)?.last.push(before.word);
  }
  return ranks;
}

/** One collective call as rank 0's trace has it. */
interface TracedCall {
  readonly collective: CollectiveName;
  readonly bytes: number;
  readonly root: number;
}

const sizeOf = (type: string): number => Number(type.split(',')[1]);

function tracedCalls(trace: string): TracedCall[] {
  const calls: TracedCall[] = [];
  for (const line of trace.split('\n')) {
    const [call, , ...f] = line.split(':');
    const bytes = (count: number): number => Number(f[count]) * sizeOf(f[count + 1]);
    if (call === 'MPI_Barrier') calls.push({ collective: 'barrier', bytes: 1, root: 0 });
    if (call === 'MPI_Bcast') calls.push({ collective: 'bcast', bytes: bytes(1), root: Number(f[3]) });
    if (call === 'MPI_Reduce') calls.push({ collective: 'reduce', bytes: bytes(2), root: Number(f[5]) });
    if (call === 'MPI_Allreduce') calls.push({ collective: 'allreduce', bytes: bytes(2), root: 0 });
    if (call === 'MPI_Allgather') calls.push({ collective: 'allgather', bytes: bytes(1), root: 0 });
    if (call === 'MPI_Alltoall') calls.push({ collective: 'alltoall', bytes: bytes(1), root: 0 });
  }
  return calls;
}

/** Our part of a call on one rank. */
function ourPart(call: TracedCall, rank: number, size: number): Part {
  const builder = new ScheduleBuilder(size);
  builder.beginRank(rank);
  const before = builder.calc(7);
  const place = { rank, size, root: call.root, bytes: call.bytes, options: PUBLISHED_OPTIONS };
  const end = emitCollectiveCall(
    builder,
    defaultAlgorithm(call.collective),
    place,
    { ranks: null, tag: FIRST_TAG },
    before,
  );
  const schedule = builder.finish();
  const word = (op: number): string => {
    const kind = schedule.kind[op] === SEND ? 'send' : 'recv';
    return `${kind} ${schedule.value[op]}b ${kind === 'send' ? 'to' : 'from'} ${schedule.peer[op]}`;
  };
  const part: Part = { ops: [], waits: [], last: [] };
  for (let op = 0; op < schedule.operations; op++) {
    if (schedule.kind[op] !== CALC) part.ops.push(word(op));
    for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
      const dep = schedule.deps[i] & DEP_OP;
      if (dep === before) continue;
      if (op === end) part.last.push(word(dep));
      else part.waits.push(`${word(op)} after ${word(dep)}`);
    }
  }
  return part;
}

function sorted({ ops, waits, last }: Part): Part {
  return { ops: ops.toSorted(), waits: waits.toSorted(), last: last.toSorted() };
}

function readGoal(name: string): string | undefined {
  const path = sharedPath(`data/goal/${name}.goal.gz`);
  return path === undefined ? undefined : gunzipSync(readFileSync(path)).toString('latin1');
}

function readTrace(name: string): string | undefined {
  const folder = sharedPath(`data/traces/${name}`);
  if (folder === undefined) return undefined;
  const first = readdirSync(folder).find((file) => /-0\.(txt|dat)$/.test(file));
  return first === undefined ? undefined : readFileSync(`${folder}/${first}`, 'latin1');
}

describe('the published schedules', () => {
  it
    .skipIf(sharedPath('data/goal') === undefined)
    .each([
      'mixed-4',
      'cg-4',
      'fft-4',
      'ring-4',
      'bcast-4',
      'clover-4',
      'sweep3d-4',
      'sweep-4',
      'npb-lu-S-4',
      'jacobi2d-4',
      'lulesh-8',
      'minife-8',
      'comd-8',
    ])('%s: every collective call of every rank', (name) => {
    const published = publishedParts(readGoal(name) ?? '');
    const calls = tracedCalls(readTrace(name) ?? '');
    expect(calls.length).toBeGreaterThan(0);
    const tags = new Set(published.flatMap((parts) => [...parts.keys()]));
    expect(tags.size).toBe(calls.length);
    calls.forEach((call, i) => {
      published.forEach((parts, rank) => {
        const ours = ourPart(call, rank, published.length);
        const theirs = parts.get(FIRST_TAG + i) ?? { ops: [], waits: [], last: [] };
        expect(sorted(ours), `call ${i}, ${call.collective}, rank ${rank}`).toEqual(sorted(theirs));
      });
    });
  });

  it.skipIf(sharedPath('data/goal') === undefined).each(cases(['lulesh-27-big'], () => false))(
    '%s: a barrier and allreduces on 27 ranks',
    (name) => {
      const published = publishedParts(readGoal(name) ?? '');
      expect(published.length).toBe(27);
      const check = (tag: number, call: TracedCall): void => {
        published.forEach((parts, rank) => {
          const theirs = parts.get(tag) ?? { ops: [], waits: [], last: [] };
          expect(sorted(ourPart(call, rank, 27)), `tag ${tag}, rank ${rank}`).toEqual(sorted(theirs));
        });
      };
      check(FIRST_TAG, { collective: 'barrier', bytes: 1, root: 0 });
      for (let i = 1; i < 300; i += 37) check(FIRST_TAG + i, { collective: 'allreduce', bytes: 8, root: 0 });
      check(FIRST_TAG + 300, { collective: 'reduce', bytes: 8, root: 0 });
    },
  );
});
