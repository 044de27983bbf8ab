/** Collectives of the traces: their parameters for algorithms, and the choice of an algorithm. */

import type { CollectiveSpec } from '../../collectives/choice.js';
import type {
  CollectiveAlgorithm,
  CollectiveCall,
  CollectiveName,
} from '../../collectives/collective-algorithm.js';
import {
  type CallKind,
  type CallRules,
  type CallWay,
  choiceOfCall,
  type MpiLibrary,
} from '../../collectives/library-calls.js';
import type { Warning } from '../../errors.js';
import {
  type CallPart,
  type CollectiveEntry,
  exchangesInPlace,
  ownBlocks,
  typicalBytes,
} from './collective-calls.js';
import type { RuleSet } from './conversion-options.js';
import { CALLS, type CallShape, isBound } from './mpi-calls.js';
import type { RankTrace } from './rank-trace.js';
import { DefaultsTaken, isMpich4, libraryOf } from './trace-set.js';

/** Settings for collectives, and notes about them: the same for all ranks. */
export interface CollectiveChoices {
  readonly rules: RuleSet;
  readonly library: MpiLibrary;
  readonly called: CallRules;
  /** Of the library alone: by these joins go, whatever was chosen for the program's own collectives. */
  readonly joined: CallRules;
  readonly defaults: DefaultsTaken;
  readonly returned: ReturnedCalls;
  readonly taken: ChoicesTaken;
}

/** For the traces of a run; `chosen`: by the user. */
export function choicesFor(
  ranks: readonly RankTrace[],
  rules: RuleSet,
  chosen: readonly CollectiveSpec[],
): CollectiveChoices {
  const library = libraryOf(ranks);
  const mpich4 = isMpich4(ranks);
  const called = rules.calls(library, mpich4, chosen);
  return {
    rules,
    library,
    called,
    joined: chosen.length === 0 ? called : rules.calls(library, mpich4, []),
    defaults: new DefaultsTaken(library, called.mpich4),
    returned: new ReturnedCalls(),
    taken: new ChoicesTaken(),
  };
}

/** Facts about a call on all ranks; `inPlace`: of this rank. */
export function kindOfCall(entry: CollectiveEntry, size: number, inPlace: boolean): CallKind {
  const { collective = 'barrier', kind, nonblocking } = CALLS[entry.code];
  return {
    collective,
    way: wayOf(kind, nonblocking),
    typed: !nonblocking && !isBound(CALLS[entry.code]),
    size,
    bytes: typicalBytes(entry, size),
    empty: entry.bytes === 0,
    inPlace,
  };
}

function wayOf(kind: CallShape['kind'], nonblocking: boolean): CallWay {
  if (kind === 'collective-init') return 'persistent';
  return nonblocking ? 'nonblocking' : 'blocking';
}

/** The rules of a call, before which a change of its row may come. */
function changedRules(rules: CallRules, { changes }: RankTrace, row: number): CallRules {
  const spec = changes?.algorithms.get(row);
  return spec === undefined ? rules : { ...rules, specs: [spec, ...rules.specs] };
}

/** One rank's part of a collective. Throws UsageError for choices that the call cannot take. */
export function describeCall(
  kind: CollectiveName,
  part: CallPart,
  entry: CollectiveEntry,
  trace: RankTrace,
  row: number,
  { rules, called, defaults, returned, taken }: CollectiveChoices,
): { readonly call: CollectiveCall; readonly algorithm: CollectiveAlgorithm } {
  const query = kindOfCall(entry, part.size, exchangesInPlace(kind, trace, row));
  const { algorithm, options, spec, returns } = choiceOfCall(changedRules(called, trace, row), query);
  if (returns && part.rank === 0) returned.add(CALLS[entry.code].name);
  taken.add(spec);
  if (spec !== undefined && spec === called.fallback && part.size > 1)
    defaults.add(kind, { algorithm, options });
  const { blocks } = entry;
  const ownBytes = ownBlocks(kind, trace, row);
  const bytesOf = blocks === undefined ? ownBytes?.bytesOf : (rank: number) => blocks[rank];
  const call: CollectiveCall = {
    rank: part.rank,
    size: part.size,
    root: entry.root,
    bytes: kind === 'barrier' ? 1 : entry.bytes,
    bytesOf,
    recvBytesOf: ownBytes?.recvBytesOf,
    options,
  };
  const iallreduce = kind === 'allreduce' && CALLS[entry.code].nonblocking && called.specs.length === 0;
  return { call, algorithm: (iallreduce ? rules.iallreduce : undefined) ?? algorithm };
}

/** Which of the chosen algorithms the collectives of a set of traces take. */
class ChoicesTaken {
  readonly #taken = new Set<CollectiveSpec>();

  add(spec: CollectiveSpec | undefined): void {
    if (spec !== undefined) this.#taken.add(spec);
  }

  /** Unused ones of `chosen` that name a collective: no call has such a size, or another choice applies. */
  warnings(chosen: readonly CollectiveSpec[]): Warning[] {
    return chosen
      .filter((spec) => spec.collective !== null && !this.#taken.has(spec))
      .map(({ collective, text }) => ({
        code: 'choice-without-calls',
        message: `no call of the traces uses ${text}; there is no ${collective} of these sizes, or an earlier choice applies to them`,
      }));
  }
}

/** Calls that were over at once for want of data, each once, not once per rank. */
class ReturnedCalls {
  readonly #calls = new Map<string, number>();

  add(name: string): void {
    this.#calls.set(name, (this.#calls.get(name) ?? 0) + 1);
  }

  warning(): Warning | null {
    if (this.#calls.size === 0) return null;
    const list = [...this.#calls].map(([name, calls]) => `${name} (${calls})`).join(', ');
    const message = `collectives without data return at once and send nothing, as in the MPI library: ${list}`;
    return { code: 'collectives-without-data', message };
  }
}
