/** Events of archives by their numbers: held against what the library of OTF2 prints of them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Calls } from '../../../src/schedule/calls.js';
import { describeOp, rankOf } from '../../../src/schedule/schedule.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { readArchive } from '../../../src/sources/otf2/read.js';
import { anchorIn, archiveAt } from './files.js';
import { HAS_LIBRARY } from './library.js';

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
