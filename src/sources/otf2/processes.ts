/** Which locations are which rank: MPI numbers the locations of its group, and a process may have more threads. */
import { InputError } from '../../errors.js';
import { DAMAGED } from './bytes.js';
import { type Definitions, GROUP, LOCATION, type LocationDefinition, PARADIGM } from './definitions.js';

/** A rank, with its threads: first the one that MPI numbers. */
export interface Process {
  readonly rank: number;
  readonly locations: readonly LocationDefinition[];
}

export interface Processes {
  readonly ranks: readonly Process[];
  /** Locations that are no threads, such as those of accelerators and metrics, and threads of no rank. */
  readonly others: number;
}

/** In order of the ranks. Throws InputError where the archive tells of no MPI. */
export function processesOf(definitions: Definitions, source: string): Processes {
  const fail = (what: string, mend = DAMAGED): never => {
    throw new InputError({ place: { source }, what, mend });
  };
  const own = [...definitions.groups.values()].find(
    ({ type, paradigm }) => type === GROUP.locations && paradigm === PARADIGM.mpi,
  );
  if (own === undefined || own.members.length === 0)
    return fail(
      'the archive defines no ranks of MPI',
      'record a program that uses MPI, with MPI among what is recorded',
    );
  const firsts = own.members.map(
    (ref, rank) =>
      definitions.locations.get(ref) ?? fail(`rank ${rank} is location ${ref}, which is not defined`),
  );
  if (new Set(own.members).size < own.members.length) fail('two ranks of MPI are one location');
  const ranksOf = new Map<number, number>();
  for (const { group } of firsts) ranksOf.set(group, (ranksOf.get(group) ?? 0) + 1);
  const threads = new Map<number, LocationDefinition[]>();
  const taken = new Set(own.members);
  for (const location of definitions.locations.values()) {
    // Ranks that share a process cannot share its threads.
    if (location.type !== LOCATION.thread || taken.has(location.ref) || ranksOf.get(location.group) !== 1)
      continue;
    const list = threads.get(location.group);
    if (list === undefined) threads.set(location.group, [location]);
    else list.push(location);
  }
  const ranks = firsts.map((first, rank) => ({
    rank,
    locations: [first, ...(threads.get(first.group) ?? [])],
  }));
  const told = ranks.reduce((sum, { locations }) => sum + locations.length, 0);
  return { ranks, others: definitions.locations.size - told };
}
