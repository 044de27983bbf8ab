/** Calls that make communicators and groups: what they say, until the traces of all ranks are there. */
import type { DumpiRecord } from './record.js';

export interface Making {
  readonly name: string;
  /** Row of the call; −1: it has none. */
  readonly row: number;
  /** Number of its record. */
  readonly line: number;
  /** Fields of the record that are no lists. */
  readonly values: readonly number[];
  /** Its lists of numbers, in the order of the fields; a list of lists one after the other. */
  readonly lists: readonly (readonly number[])[];
}

/**
 * Fields of the communicators that other calls make, with ranks of two groups or of another program. Their members are not
 * known: calls on them are not understood.
 */
export const UNKNOWN_MADE: Readonly<Record<string, number>> = {
  MPI_Intercomm_create: 5,
  MPI_Intercomm_merge: 2,
  MPI_Comm_accept: 4,
  MPI_Comm_connect: 4,
  MPI_Comm_get_parent: 0,
  MPI_Comm_join: 1,
  MPI_Comm_spawn: 3,
  MPI_Comm_spawn_multiple: 4,
};

/** Places of the parent and of the new communicator among the fields of a call. */
export const MADE: Readonly<Record<string, readonly [parent: number, made: number]>> = {
  MPI_Comm_dup: [0, 1],
  MPI_Comm_create: [0, 2],
  MPI_Comm_split: [0, 3],
  MPI_Cart_create: [0, 5],
  MPI_Cart_sub: [1, 3],
  MPI_Graph_create: [1, 6],
};

/** Fields that are lists, by name of the call. */
const LISTS: Readonly<Record<string, readonly number[]>> = {
  MPI_Comm_group: [],
  MPI_Group_union: [],
  MPI_Group_intersection: [],
  MPI_Group_difference: [],
  MPI_Group_incl: [2],
  MPI_Group_excl: [2],
  MPI_Group_range_incl: [],
  MPI_Group_range_excl: [],
  MPI_Comm_dup: [],
  MPI_Comm_create: [],
  MPI_Comm_split: [],
  MPI_Cart_create: [2],
  MPI_Cart_sub: [2],
  MPI_Graph_create: [],
};
const RANGES = /_range_/;
/** Fields that a making has at most. */
const MOST_VALUES = 7;

export const isMaking = (name: string): boolean => Object.hasOwn(LISTS, name);

export function makingOf(name: string, row: number, line: number, record: DumpiRecord): Making {
  const lists = RANGES.test(name) ? record.lists(2) : LISTS[name].map((field) => record.list(field));
  return { name, row, line, values: [...record.value.subarray(0, MOST_VALUES)], lists };
}
