/** Ranks that messages tie together, directly or not: between others nothing is ever waited for. */
import { NONE } from '../schedule/columns.js';
import { ranksOf, type Schedule, SEND } from '../schedule/schedule.js';

/** Ranks by component; ranks without operations belong to none. */
export interface Components {
  /** [ranks] index of the component; NONE without operations. */
  readonly of: Uint32Array;
  /** [ranks] place within it. */
  readonly place: Uint32Array;
  /** Ranks of each, ascending. */
  readonly ranks: readonly (readonly number[])[];
}

export function componentsOf(schedule: Schedule, partner: Uint32Array): Components {
  const heads = joined(schedule, partner);
  const of = new Uint32Array(schedule.ranks).fill(NONE);
  const place = new Uint32Array(schedule.ranks);
  const ranks: number[][] = [];
  const known = new Map<number, number>();
  for (let rank = 0; rank < schedule.ranks; rank++) {
    if (schedule.rankStart[rank] === schedule.rankStart[rank + 1]) continue;
    const head = headOf(heads, rank);
    const at = known.get(head) ?? ranks.push([]) - 1;
    known.set(head, at);
    of[rank] = at;
    place[rank] = ranks[at].push(rank) - 1;
  }
  return { of, place, ranks };
}

/** [ranks] another rank of the same component, or itself. */
function joined(schedule: Schedule, partner: Uint32Array): Uint32Array {
  const owner = ranksOf(schedule);
  const heads = Uint32Array.from({ length: schedule.ranks }, (_, rank) => rank);
  for (let op = 0; op < schedule.operations; op++) {
    if (schedule.kind[op] !== SEND || partner[op] === NONE) continue;
    heads[headOf(heads, owner[op])] = headOf(heads, owner[partner[op]]);
  }
  return heads;
}

/** The rank that stands for a component; ways to it are halved as they are gone. */
function headOf(heads: Uint32Array, rank: number): number {
  let at = rank;
  while (heads[at] !== at) {
    heads[at] = heads[heads[at]];
    at = heads[at];
  }
  return at;
}
