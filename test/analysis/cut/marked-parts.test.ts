/** Parts that all regions make: those that only compute are left out where there would be too many. */
import { expect, it } from 'vitest';
import { markedParts } from '../../../src/analysis/cut/program-phases.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { FIRST } from '../../sources/liballprof/traces.js';
import { type Body, NO_ROOT, runOf } from '../../sources/otf2/describe.js';
import { encode } from '../../sources/otf2/encode.js';
import { anchorIn } from '../../sources/otf2/files.js';

/** Twice `solve`, with a call; in each of them `kernel` twice, without. */
const body: Body = (script) => {
  for (let i = 0; i < 2; i++) {
    script.enter('solve');
    for (let k = 0; k < 2; k++) script.enter('kernel').pass(50).leave('kernel').pass(1);
    script.call('MPI_Barrier', ['mpi_collective_end', 'BARRIER', 0, NO_ROOT, 0, 0]).leave('solve');
  }
};

it.each([
  [6, ['solve#1', 'kernel#1', 'kernel#2', 'solve#2', 'kernel#3', 'kernel#4'], []],
  [5, ['solve#1', 'solve#2'], ['kernel']],
  [1, ['solve#1', 'solve#2'], ['kernel']],
])('at most %i', async (most, names, left) => {
  const set = await readArchive(anchorIn(encode(runOf([body, body]))));
  const { schedule } = tracesToSchedule(set, FIRST);
  const { parts, leftOut } = markedParts(schedule, { kind: 'region', name: null }, most);
  expect(parts.map(({ name }) => name)).toEqual(names);
  expect(leftOut).toEqual(left);
});
