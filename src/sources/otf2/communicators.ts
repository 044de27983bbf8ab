/** Communicators by their definitions: members as ranks of the world, and handles as traces have them. */
import { InputError } from '../../errors.js';
import type { KnownCommunicator } from '../mpi/notes.js';
import { DAMAGED } from './bytes.js';
import { type Definitions, GROUP, PARADIGM } from './definitions.js';

/** Handles that traces have for MPI_COMM_WORLD, and for no communicator. */
const WORLD = 1;
export const NO_COMM = 0;
/** Handles of others: their number in the archive, and this. MPI_COMM_SELF is one of them. */
const FIRST = 3;

export class CommTable {
  readonly #definitions: Definitions;
  readonly #source: string;
  readonly #ranks: number;
  /** Number of the world; undefined where it is not defined. */
  readonly #world: number | undefined;
  readonly #members = new Map<number, readonly number[] | 'self' | null>();

  /** `ranks` of MPI, which `source` defines. */
  constructor(definitions: Definitions, ranks: number, source: string) {
    this.#definitions = definitions;
    this.#ranks = ranks;
    this.#source = source;
    const worlds = [...definitions.comms.keys()].filter((ref) => this.#isWorld(ref)).sort((a, b) => a - b);
    this.#world = worlds.find((ref) => this.#nameOf(ref) === 'MPI_COMM_WORLD') ?? worlds[0];
  }

  /** Null for one whose members the archive does not tell, as those of an intercommunicator. */
  of(ref: number, rank: number): KnownCommunicator | null {
    const members = this.#membersOf(ref);
    if (members === null) return null;
    const name = this.#nameOf(ref);
    return {
      handle: ref === this.#world ? WORLD : FIRST + ref,
      members: members === 'self' ? [rank] : members,
      name: `definition ${ref}${name === '' ? '' : ` (${name})`}`,
    };
  }

  #nameOf(ref: number): string {
    return this.#definitions.text(this.#definitions.comms.get(ref)?.name ?? -1);
  }

  #isWorld(ref: number): boolean {
    const members = this.#membersOf(ref);
    return Array.isArray(members) && members.length === this.#ranks && members.every((rank, i) => rank === i);
  }

  #membersOf(ref: number): readonly number[] | 'self' | null {
    const known = this.#members.get(ref);
    if (known !== undefined) return known;
    const found = this.#find(ref);
    this.#members.set(ref, found);
    return found;
  }

  #find(ref: number): readonly number[] | 'self' | null {
    const { comms, groups } = this.#definitions;
    const group = groups.get(comms.get(ref)?.group ?? -1);
    if (group === undefined || group.paradigm !== PARADIGM.mpi) return null;
    if (group.type === GROUP.self) return 'self';
    if (group.type !== GROUP.members) return null;
    const { members } = group;
    if (members.every((rank) => rank < this.#ranks) && new Set(members).size === members.length)
      return members;
    throw new InputError({
      place: { source: this.#source },
      what: `communicator ${ref} has the ranks ${members.slice(0, 5).join(', ')} … of ${this.#ranks}`,
      mend: DAMAGED,
    });
  }
}
