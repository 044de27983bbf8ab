/** Which MPI library made a set of traces, and so how its collectives go. */

import { type CollectiveChoice, type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { Warning } from '../../errors.js';
import type { RankTrace } from './trace.js';

/** `mpich`: MPICH and what is made of it with its binary interface (Intel MPI, MVAPICH, Cray MPICH). */
export type MpiLibrary = 'openmpi' | 'mpich' | 'unknown';

/** MPI_COMM_WORLD of MPICH and its descendants, in C and in Fortran. */
const MPICH_WORLD = 0x4400_0000;
/** MPI_COMM_WORLD of Open MPI in Fortran; in C it is the address of a variable. */
const OPEN_MPI_FORTRAN_WORLD = 0;
/** Below this no program has variables. */
const LEAST_ADDRESS = 2 ** 22;

/** The library that a header names: the first line of MPI_Get_library_version. */
export function libraryNamed(text: string): MpiLibrary {
  if (/open\s*mpi/i.test(text)) return 'openmpi';
  return /mpich|mvapich|intel/i.test(text) ? 'mpich' : 'unknown';
}

/** Whether a header names MPICH 4 or later, and not what is made of it, whose versions are other ones. */
function namesMpich4(text: string): boolean {
  const version = /^MPICH Version:\s*(\d+)\./.exec(text)?.[1];
  return version !== undefined && Number(version) >= 4;
}

/** Whether all traces are of MPICH 4 or later. */
export const isMpich4 = (ranks: readonly RankTrace[]): boolean =>
  ranks.every((trace) => namesMpich4(trace.header.library));

function byHandle(handle: number): MpiLibrary {
  if (handle === MPICH_WORLD) return 'mpich';
  const address = handle >= LEAST_ADDRESS && handle % 8 === 0;
  return handle === OPEN_MPI_FORTRAN_WORLD || address ? 'openmpi' : 'unknown';
}

function libraryOfRank(trace: RankTrace, ranks: number): MpiLibrary | undefined {
  if (trace.header.library !== '') return libraryNamed(trace.header.library);
  const world = trace.comms.find((comm) => comm.size === ranks);
  return world === undefined ? undefined : byHandle(world.handle);
}

/** The library that all traces tell that tell one: by their header, else by the handle of the world. */
export function libraryOf(ranks: readonly RankTrace[]): MpiLibrary {
  const told = new Set(ranks.map((trace) => libraryOfRank(trace, ranks.length)));
  told.delete(undefined);
  const [library] = told;
  return told.size === 1 && library !== undefined ? library : 'unknown';
}

const OPEN_MPI = parseCollectiveSpec('auto');
const MPICH = parseCollectiveSpec('mpich');

/** The rules of a library's collectives; where it is not known, those of MPICH. */
export function collectivesOf(library: MpiLibrary): CollectiveSpec {
  return library === 'openmpi' ? OPEN_MPI : MPICH;
}

/** Collectives whose algorithms nobody chose and no library's own rules, with those that were taken. */
export class DefaultsTaken {
  readonly #library: MpiLibrary;
  readonly #rules: string;
  readonly #taken = new Map<CollectiveName, Set<string>>();

  constructor(library: MpiLibrary, mpich4: boolean) {
    this.#library = library;
    this.#rules = mpich4 ? "MPICH's rules, as version 4.0.2 has them" : "MPICH's published rules";
  }

  add(
    collective: CollectiveName,
    { algorithm, options }: Pick<CollectiveChoice, 'algorithm' | 'options'>,
  ): void {
    const names = this.#taken.get(collective) ?? new Set();
    const fanout = options.fanout === undefined ? '' : `:fanout=${options.fanout}`;
    this.#taken.set(collective, names.add(`${algorithm.name}${fanout}`));
  }

  /** One warning that names them; none where the traces tell that the library is Open MPI. */
  warnings(): Warning[] {
    if (this.#library === 'openmpi' || this.#taken.size === 0) return [];
    const why =
      this.#library === 'mpich'
        ? 'the traces are of MPICH or a library made of it'
        : 'the traces do not tell which library made them';
    const list = [...this.#taken].map(([collective, names]) => `${collective}=${[...names].join(' and ')}`);
    return [
      {
        code: 'collective-defaults',
        message: `${why}: collectives follow ${this.#rules}, ${list.join(', ')}`,
      },
    ];
  }
}
