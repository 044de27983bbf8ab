/**
 * The real messages of one collective call, rank by rank, as the generators of `src/collectives` emit them
 * with Open MPI's trees: its forced chain is four chains, its binary tree is not the heap.
 */
import { findAlgorithm } from '../../collectives/registry.js';
import { DEFAULT_OPTIONS, type Op, type OperationSink } from '../../collectives/types.js';
import { ModelError } from '../../errors.js';
import type { AlgorithmName, ModelledCollective } from '../types.js';

/** One send or receive of one rank. */
export interface CallStep {
  readonly kind: 'send' | 'recv';
  readonly peer: number;
  readonly bytes: number;
  /** Steps of the same rank that wait for this one. */
  readonly next: number[];
  /** How many steps this one waits for. */
  waits: number;
  /** A send of what was received in the same call. */
  forwards: boolean;
}

/** The steps of every rank in one call: [ranks][steps]. */
export type CallProgram = readonly (readonly CallStep[])[];

/** Chains that leave the root in Open MPI's `coll_tuned` chain, when it is forced without a fan-out. */
const OPEN_MPI_CHAINS = 4;

class Recording implements OperationSink {
  readonly steps: CallStep[] = [];

  #add(kind: CallStep['kind'], peer: number, bytes: number): Op {
    return this.steps.push({ kind, peer, bytes, next: [], waits: 0, forwards: false }) - 1;
  }

  send(bytes: number, to: number): Op {
    return this.#add('send', to, bytes);
  }

  recv(bytes: number, from: number): Op {
    return this.#add('recv', from, bytes);
  }

  irecv(bytes: number, from: number): Op {
    return this.#add('recv', from, bytes);
  }

  calc(): Op {
    throw new Error('a schedule without reduction costs has no computation');
  }

  requires(after: Op, before: Op): void {
    const [step, earlier] = [this.steps[after], this.steps[before]];
    earlier.next.push(after);
    step.waits++;
    if (step.kind === 'send' && earlier.kind === 'recv') step.forwards = true;
  }
}

/** Throws ModelError for the library's own choice: which messages it sends is not known here. */
export function collectiveProgram(
  collective: ModelledCollective,
  algorithm: AlgorithmName,
  ranks: number,
  bytes: number,
  segments: number,
): CallProgram {
  if (algorithm === 'default') {
    throw new ModelError({
      what: "the algorithm 'default' has no fixed messages",
      mend: "ask for linear, chain or binary, or use the model 'regression'",
    });
  }
  const name = algorithm === 'binary' ? 'ompi-binary' : algorithm;
  const segment = segments > 1 && algorithm !== 'linear' ? Math.ceil(bytes / segments) : 0;
  const options = { ...DEFAULT_OPTIONS, segment, fanout: OPEN_MPI_CHAINS };
  const { emit } = findAlgorithm(collective, name);
  return Array.from({ length: ranks }, (_, rank) => {
    const recording = new Recording();
    emit({ rank, size: ranks, root: 0, bytes, options }, recording);
    return recording.steps;
  });
}
