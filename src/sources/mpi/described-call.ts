/** What a collective of the traces is to its algorithm, and which algorithm that is. */
import { alltoallvLinear } from '../../collectives/alltoall.js';
import { type CollectiveSpec, chooseAlgorithm } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { CollectiveAlgorithm, CollectiveCall } from '../../collectives/types.js';
import { CALLS, isBound } from './calls.js';
import type { ChoicesTaken } from './choices-taken.js';
import { ownBlocks } from './collective-calls.js';
import type { EmptyCalls } from './empty-calls.js';
import { type CallPart, type CollectiveEntry, typicalBytes } from './ledger.js';
import type { DefaultsTaken } from './library.js';
import type { RuleSet } from './rule-set.js';
import type { RankTrace } from './trace.js';

/** What decides how collectives go: it is the same for all ranks. */
export interface CollectiveChoices {
  readonly rules: RuleSet;
  /** What the user chose; the first that applies counts. */
  readonly specs: readonly CollectiveSpec[];
  /** The last of `specs`, the rules of the library; undefined where it has none. */
  readonly fallback: CollectiveSpec | undefined;
  readonly defaults: DefaultsTaken;
  readonly empty: EmptyCalls;
  readonly taken: ChoicesTaken;
}

export interface DescribedCall {
  readonly call: CollectiveCall;
  readonly algorithm: CollectiveAlgorithm;
}

/** One rank's part of a collective. Throws UsageError for choices that the call cannot take. */
export function describeCall(
  kind: CollectiveName,
  part: CallPart,
  entry: CollectiveEntry,
  trace: RankTrace,
  row: number,
  { rules, specs, fallback, defaults, empty, taken }: CollectiveChoices,
): DescribedCall {
  const withoutData = empty.withoutData(entry, part);
  if (withoutData !== null) {
    const { rank, size } = part;
    const call = { rank, size, root: entry.root, bytes: 0, options: rules.options };
    return { call, algorithm: withoutData };
  }
  const bytes = typicalBytes(entry, part.size);
  const { algorithm, options, spec } = chooseAlgorithm(specs, kind, part.size, bytes, rules.options);
  taken.add(spec);
  if (spec !== undefined && spec === fallback && part.size > 1) defaults.add(kind, { algorithm, options });
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
  const shape = CALLS[entry.code];
  const auto = spec?.algorithm === 'auto';
  // Where its rules bind nothing, Open MPI has this one.
  if (kind === 'alltoallv' && auto && !isBound(shape)) return { call, algorithm: alltoallvLinear };
  const iallreduce = kind === 'allreduce' && shape.nonblocking && specs.length === 0;
  const own = iallreduce ? rules.iallreduce : undefined;
  return { call, algorithm: own ?? (auto && shape.nonblocking ? empty.unblocked(algorithm) : algorithm) };
}
