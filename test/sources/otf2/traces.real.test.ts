/**
 * The same run as text traces and as an archive gives the same schedule, operation by operation; and operations stand at the
 * events that the library of OTF2 prints.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { Calls } from '../../../src/schedule/program-calls.js';
import { describeOp, rankOf, type Schedule } from '../../../src/schedule/schedule.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import type { TraceSet } from '../../../src/sources/mpi/rank-trace.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { canonical } from '../liballprof/canonical.js';
import { anchorIn, archiveAt } from './files.js';
import { Folders, HAS_LIBRARY, writeFromTraces } from './library.js';

/** The counts of these are lists, and these are on communicators, which an archive does not keep. */
const UNLISTED = ['MPI_*lltoallv', 'MPI_*educe_scatter', 'Comm_*', '*_create*', 'Cart_sub'];
const OPTIONS = { collectives: [parseCollectiveSpec('default')], skipCalls: UNLISTED };

/** Traces of a folder below the root of the project, gzipped text, by rank. */
function tracesIn(folder: string): string[] {
  const path = fileURLToPath(new URL(`../../../${folder}/`, import.meta.url));
  const names = readdirSync(path).filter((name) => name.endsWith('.txt.gz'));
  return names.sort().map((name) => join(path, name));
}

const textOf = (paths: readonly string[]): Promise<TraceSet> =>
  readTraces(
    paths.map((source, rank) => ({
      source,
      rank,
      chunks: [new Uint8Array(gunzipSync(readFileSync(source)))],
    })),
  );

/** Tags that stand for communicators depend on the order in which those come: numbered as they first come. */
function withoutTags(schedule: Schedule): Schedule {
  const numbers = new Map<number, number>();
  const tag = schedule.tag.map((one) => {
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return number;
  });
  return { ...schedule, tag };
}

/** The call of each operation by its name. */
const callsOf = ({ call, callNames }: Schedule): string[] => [...(call ?? [])].map((name) => callNames[name]);

const SETS = [
  'traces/ring-4',
  'traces/sweep-4',
  'traces/jacobi2d-4',
  'traces/halo3d-4',
  'traces/persist-4',
  'traces/cg-4',
  'traces/fft-4',
  'test/sources/llamp-trace/samples/solver',
  'test/sources/llamp-trace/samples/communicators',
  'test/sources/llamp-trace/samples/collectives',
];

describe.skipIf(!HAS_LIBRARY)('the archive made of traces', () => {
  const folders = new Folders();
  afterAll(() => folders.remove());

  it.each(SETS)('%s: gives their schedule', async (name) => {
    const traces = tracesIn(name);
    const folder = folders.next();
    writeFromTraces(traces, folder);
    const archive = tracesToSchedule(await readArchive(anchorIn(archiveAt(folder), 65_536)), OPTIONS);
    const text = tracesToSchedule(await textOf(traces), OPTIONS);
    expect(archive.schedule.operations).toBeGreaterThan(100);
    expect(canonical(withoutTags(archive.schedule))).toEqual(canonical(withoutTags(text.schedule)));
    expect(callsOf(archive.schedule)).toEqual(callsOf(text.schedule));
    const names = ({ coverage }: typeof text) =>
      coverage.calls.map((one) => [one.name, one.calls, one.kind]).sort();
    expect(names(archive)).toEqual(names(text));
  });
});

const FOLDER = fileURLToPath(new URL('../../../traces/otf2/solver-4', import.meta.url));

/** By location, in their order: `MPI_Send 3` of the third enter of MPI_Send, any other event ''. */
function printed(anchor: string): string[][] {
  const text = execFileSync('otf2-print', [anchor], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const found: string[][] = [];
  const seen = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, event, location, rest] = /^([A-Z_]+)\s+(\d+)\s+\d+\s+(.*)$/.exec(line) ?? [];
    if (event === undefined) continue;
    const events = found[Number(location)] ?? [];
    found[Number(location)] = events;
    const name = event === 'ENTER' ? /"(MPI_\w+)"/.exec(rest)?.[1] : undefined;
    const count = (seen.get(`${location} ${name}`) ?? 0) + 1;
    seen.set(`${location} ${name}`, count);
    events.push(name === undefined ? '' : `${name} ${count}`);
  }
  return found;
}

describe.skipIf(!HAS_LIBRARY)('operations of an archive', () => {
  it('stand at the event that enters their call, the which-of-its-name they say', async () => {
    const events = printed(join(FOLDER, 'traces.otf2'));
    const { schedule } = tracesToSchedule(await readArchive(anchorIn(archiveAt(FOLDER))));
    const calls = Calls.of(schedule);
    for (let op = 0; op < schedule.operations; op++) {
      const rank = rankOf(schedule, op);
      const origin = calls?.operation(rank, op);
      expect(`${origin?.call} ${origin?.occurrence}`, describeOp(schedule, op)).toBe(
        events[rank][(origin?.at ?? 0) - 1],
      );
    }
    expect(schedule.operations).toBe(328);
  });
});
