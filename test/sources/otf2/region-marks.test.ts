/** Regions as marks, held against all that was entered and left, gone through twice. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REGION_BEGINS } from '../../../src/schedule/program-calls.js';
import { MarksColumns } from '../../../src/sources/mpi/trace-marks.js';
import { RegionMarks } from '../../../src/sources/otf2/otf2-regions.js';

const NAMES = ['a', 'b', 'c', 'd'];

/** A region is entered (its number), the innermost is left, a call communicates. */
type Step = number | 'leave' | 'call';

const steps = fc.array<Step>(
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: NAMES.length - 1 }).map((region): Step => region) },
    { weight: 4, arbitrary: fc.constant<Step>('leave') },
    { weight: 1, arbitrary: fc.constant<Step>('call') },
  ),
  { maxLength: 300 },
);

const REGIONS = { places: NAMES.map((name) => ({ function: name, file: '', line: 0 })) };

function marksOf(list: readonly Step[], most: number) {
  const columns = new MarksColumns();
  const marks = new RegionMarks(REGIONS, columns, 1, most);
  const open: number[] = [];
  for (const [time, step] of list.entries()) {
    if (step === 'call') marks.call();
    else if (step === 'leave') {
      const region = open.pop();
      if (region !== undefined) marks.leave(region, time);
    } else {
      open.push(step);
      marks.enter(step, time);
    }
  }
  const leftOut = marks.done();
  const found = columns.done();
  const told = [...(found?.kind ?? [])].map((kind, i) => {
    const name = found?.names[found.value[i]];
    return `${found?.time[i]} ${kind === REGION_BEGINS ? 'begin' : 'end'} ${name}`;
  });
  return { told, leftOut };
}

interface Entered {
  readonly name: string;
  readonly from: number;
  /** Null where it is not left. */
  readonly end: number | null;
  readonly calls: boolean;
}

/** Every entering with where it ends, and whether a call is in it: by looking from each on. */
function entered(list: readonly Step[]): Entered[] {
  return list.flatMap((step, from): Entered[] => {
    if (typeof step !== 'number') return [];
    let depth = 1;
    let calls = false;
    for (let i = from + 1; i < list.length; i++) {
      const at = list[i];
      if (at === 'call') calls = true;
      else depth += at === 'leave' ? -1 : 1;
      if (depth === 0) return [{ name: NAMES[step], from, end: i, calls }];
    }
    return [{ name: NAMES[step], from, end: null, calls }];
  });
}

it('are all that have a call in them, and of the others those that are not entered too often', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 1, 2, 5, 10, 1_000), (list, most) => {
      const { told, leftOut } = marksOf(list, most);
      const all = entered(list);
      const meant = all.filter(({ name, end, calls }) => calls || (end !== null && !leftOut.includes(name)));
      const lines = meant.flatMap(({ name, from, end }) => [
        { time: from, text: `${from} begin ${name}` },
        ...(end === null ? [] : [{ time: end, text: `${end} end ${name}` }]),
      ]);
      expect(told).toEqual(lines.sort((x, y) => x.time - y.time).map(({ text }) => text));
      const computing = all.filter(({ end, calls }) => end !== null && !calls);
      if (computing.length <= most) expect(leftOut).toEqual([]);
      else expect(leftOut.length).toBeGreaterThan(0);
      expect(computing.filter(({ name }) => !leftOut.includes(name)).length).toBeLessThanOrEqual(most);
    }),
    { numRuns: 300 },
  );
});
