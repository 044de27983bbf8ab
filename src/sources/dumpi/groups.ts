/** Groups of ranks, by what the calls say that make them of others. */
import type { Making } from './making.js';

/** World ranks, in the order of the group. */
export type Group = readonly number[];

/** DUMPI's number of the group of nobody. */
const EMPTY = 2;

export const isGroupCall = (name: string): boolean =>
  name === 'MPI_Comm_group' || name.startsWith('MPI_Group_');

/** Ranks of ranges `first, last, stride`. */
function ranged(ranges: readonly (readonly number[])[], size: number): number[] {
  const found: number[] = [];
  for (const [first, last, stride] of ranges)
    for (let i = first; i >= 0 && i < size && (stride > 0 ? i <= last : i >= last); i += stride) {
      found.push(i);
      if (stride === 0) break;
    }
  return found;
}

type Make = (of: Group, other: Group, making: Making) => Group;

const without = (group: Group, places: readonly number[]): Group => {
  const gone = new Set(places);
  return group.filter((_, i) => !gone.has(i));
};
const chosen = (group: Group, places: readonly number[]): Group =>
  places.flatMap((place) => group[place] ?? []);

const MAKES: Readonly<Record<string, Make>> = {
  MPI_Group_union: (a, b) => [...a, ...b.filter((rank) => !a.includes(rank))],
  MPI_Group_intersection: (a, b) => a.filter((rank) => b.includes(rank)),
  MPI_Group_difference: (a, b) => a.filter((rank) => !b.includes(rank)),
  MPI_Group_incl: (a, _, { lists }) => chosen(a, lists[0]),
  MPI_Group_excl: (a, _, { lists }) => without(a, lists[0]),
  MPI_Group_range_incl: (a, _, { lists }) => chosen(a, ranged(lists, a.length)),
  MPI_Group_range_excl: (a, _, { lists }) => without(a, ranged(lists, a.length)),
};

/** Adds the group that a call makes to those that a rank knows; takes out one that nobody knows. */
export function groupMade(
  making: Making,
  groups: Map<number, Group>,
  ranksOf: (comm: number) => Group | undefined,
): void {
  const { name, values } = making;
  const known = (group: number): Group | undefined => (group === EMPTY ? [] : groups.get(group));
  const ofComm = name === 'MPI_Comm_group';
  const ofTwo = /union|intersection|difference/.test(name);
  const number = ofComm ? values[1] : ofTwo ? values[2] : values[3];
  const other = ofTwo ? known(values[1]) : [];
  const of = ofComm ? ranksOf(values[0]) : known(values[0]);
  if (of === undefined || other === undefined) groups.delete(number);
  else groups.set(number, ofComm ? of : MAKES[name](of, other, making));
}
