/** Where marks of a program lie: the n-th of every rank. */
import { UsageError } from '../../errors.js';
import { namesInstead } from '../../nearest.js';
import {
  type MarkTable,
  NO_LEVEL,
  PCONTROL,
  pcontrols,
  type RankMarks,
  regionsOf,
} from '../../schedule/marks.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { PcontrolBound, RegionBound } from './bounds.js';

/** A place in a rank: behind `offset` ns of the computation in front of call `call`. */
export interface MarkPlace {
  readonly call: number;
  readonly offset: number;
}

const LAST: MarkPlace = { call: Number.POSITIVE_INFINITY, offset: 0 };
const INSTEAD = 'name a time, a share, a call, first-message or last-message';
const NAMING = 'llamp_region_begin("name") and llamp_region_end() name regions in traces of llamp-ts';

/** [ranks] where each has its n-th MPI_Pcontrol. Throws UsageError where a rank has too few. */
export function pcontrolPlaces({ calls }: Schedule, { level, nth }: PcontrolBound): MarkPlace[] {
  const ranks = calls?.marks?.ranks ?? [];
  const found = ranks.map((marks) => pcontrols(marks, level));
  const name = pcontrolText(level);
  if (found.every(({ length }) => length === 0)) throw noPcontrol(ranks, name);
  refuseTooFew(found, nth, 'calls', name);
  return found.map((list, rank) => placeOf(ranks[rank], list[nth - 1]));
}

export const pcontrolText = (level: number | null): string =>
  level === null ? 'MPI_Pcontrol' : `pcontrol:${level}`;

/** [ranks] where each begins, or leaves, its n-th region of a name. Throws UsageError where a rank has too few. */
export function regionPlaces({ calls }: Schedule, bound: RegionBound, ends: boolean): MarkPlace[] {
  const marks = calls?.marks ?? null;
  const { name, nth } = bound;
  const index = regionIndex(marks, name);
  const ranks = marks?.ranks ?? [];
  const found = ranks.map((one) => regionsOf(one, index));
  refuseTooFew(found, nth, 'enters', `region:${name}`);
  return found.map((list, rank) => {
    const { begin, end } = list[nth - 1];
    if (!ends) return placeOf(ranks[rank], begin);
    return end === null ? LAST : placeOf(ranks[rank], end);
  });
}

/** [ranks] how often each enters a region. Throws UsageError where no rank does. */
export function regionCounts(marks: MarkTable | null, name: string): number[] {
  const index = regionIndex(marks, name);
  return (marks?.ranks ?? []).map((one) => regionsOf(one, index).length);
}

/** [ranks] how many MPI_Pcontrol each has. Throws UsageError where none has one. */
export function pcontrolCounts(marks: MarkTable | null): number[] {
  const counts = (marks?.ranks ?? []).map((one) => pcontrols(one, null).length);
  if (counts.every((count) => count === 0)) throw noPcontrol([], pcontrolText(null));
  return counts;
}

function regionIndex(marks: MarkTable | null, name: string): number {
  const names = marks?.names ?? [];
  const index = names.indexOf(name);
  if (index >= 0) return index;
  if (names.length === 0)
    throw new UsageError(
      `the input tells of no regions of the program, so not where '${name}' is`,
      `${INSTEAD}; ${NAMING}`,
    );
  throw new UsageError(`the program has no region '${name}'`, namesInstead(name, [...names].sort()));
}

/** `ranks`: where levels that there are instead are looked for. */
function noPcontrol(ranks: readonly RankMarks[], name: string): UsageError {
  const levels = new Set(ranks.flatMap((marks) => pcontrols(marks, null).map((i) => marks.value[i])));
  if (levels.size === 0) return new UsageError('the input tells of no MPI_Pcontrol', INSTEAD);
  if (levels.has(NO_LEVEL))
    return new UsageError(
      `the input does not tell the levels of MPI_Pcontrol, so not where ${name} is`,
      'name one by its number, such as MPI_Pcontrol#1',
    );
  const known = [...levels].sort((a, b) => a - b).map((level) => pcontrolText(level));
  return new UsageError(`the program has no ${name}`, `there are ${known.join(', ')}`);
}

function refuseTooFew(
  found: readonly (readonly unknown[])[],
  nth: number,
  does: 'calls' | 'enters',
  name: string,
): void {
  const least = found.findIndex(({ length }) => length < nth);
  if (least < 0) return;
  const { length } = found[least];
  const times = length === 1 ? 'once' : length === 0 ? 'never' : `${length} times`;
  const most = found.reduce((fewest, list) => Math.min(fewest, list.length), Number.POSITIVE_INFINITY);
  throw new UsageError(
    `rank ${least} ${does} ${name} ${times}, so there is no ${name}#${nth} of every rank`,
    most === 0 ? `name one that every rank ${does}` : `the last of every rank is ${name}#${most}`,
  );
}

const placeOf = ({ call, offset }: RankMarks, mark: number): MarkPlace => ({
  call: call[mark],
  offset: offset[mark],
});

/** Regions by name as one rank begins them, each once. */
export function namesInOrder({ names, ranks: [first] }: MarkTable): string[] {
  const seen = new Set<string>();
  for (let i = 0; i < first.kind.length; i++) if (first.kind[i] !== PCONTROL) seen.add(names[first.value[i]]);
  return [...seen];
}
