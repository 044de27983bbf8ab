/** What a collective of the traces is to its algorithm, and which algorithm that is. */
import { alltoallInPlace, alltoallvLinear } from '../../collectives/alltoall.js';
import { type CollectiveChoice, type CollectiveSpec, chooseAlgorithm } from '../../collectives/choice.js';
import { libnbcChoice } from '../../collectives/libnbc.js';
import { mpich4Algorithm } from '../../collectives/mpich.js';
import { mpichNonblockingChoice } from '../../collectives/mpich-nonblocking.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { CollectiveAlgorithm, CollectiveCall } from '../../collectives/types.js';
import { CALLS, isBound } from './calls.js';
import type { ChoicesTaken } from './choices-taken.js';
import { exchangesInPlace, ownBlocks } from './collective-calls.js';
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
  /** The traces are of MPICH 4, whose own rules the fallback is to follow. */
  readonly mpich4: boolean;
  readonly defaults: DefaultsTaken;
  readonly empty: EmptyCalls;
  readonly taken: ChoicesTaken;
}

export interface DescribedCall {
  readonly call: CollectiveCall;
  readonly algorithm: CollectiveAlgorithm;
}

/** `chosen`, or what the library does where its rules, which chose it, do not bind a call. */
function byLibrary(
  chosen: CollectiveChoice,
  kind: CollectiveName,
  code: number,
  size: number,
  bytes: number,
  mpich4: boolean,
): CollectiveChoice {
  const { spec, options } = chosen;
  if (spec?.algorithm !== 'auto' && spec?.algorithm !== 'mpich') return chosen;
  if (isBound(CALLS[code])) {
    const algorithm = mpich4 ? mpich4Algorithm(chosen.algorithm, kind, size, bytes) : chosen.algorithm;
    return { ...chosen, algorithm };
  }
  if (!CALLS[code].nonblocking) {
    const algorithm = spec.algorithm === 'auto' ? alltoallvLinear : chosen.algorithm;
    return { ...chosen, algorithm };
  }
  if (spec.algorithm === 'mpich') {
    const own = mpichNonblockingChoice(kind, size, bytes);
    const { algorithm } = own;
    return { algorithm, options: { ...options, fanout: undefined, ...own.options, ...spec.options }, spec };
  }
  const { algorithm, segment } = libnbcChoice(kind, size, bytes);
  return { algorithm, options: { ...options, fanout: undefined, segment, ...spec.options }, spec };
}

/** One rank's part of a collective. Throws UsageError for choices that the call cannot take. */
export function describeCall(
  kind: CollectiveName,
  part: CallPart,
  entry: CollectiveEntry,
  trace: RankTrace,
  row: number,
  { rules, specs, fallback, mpich4, defaults, empty, taken }: CollectiveChoices,
): DescribedCall {
  const withoutData = empty.withoutData(entry, part);
  if (withoutData !== null) {
    const { rank, size } = part;
    const call = { rank, size, root: entry.root, bytes: 0, options: rules.options };
    return { call, algorithm: withoutData };
  }
  const bytes = typicalBytes(entry, part.size);
  const chosen = chooseAlgorithm(specs, kind, part.size, bytes, rules.options);
  const ofTraces = mpich4 && chosen.spec !== undefined && chosen.spec === fallback;
  const { algorithm, options, spec } = byLibrary(chosen, kind, entry.code, part.size, bytes, ofTraces);
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
  if (spec?.algorithm === 'mpich' && exchangesInPlace(kind, trace, row))
    return { call, algorithm: alltoallInPlace };
  const iallreduce = kind === 'allreduce' && CALLS[entry.code].nonblocking && specs.length === 0;
  return { call, algorithm: (iallreduce ? rules.iallreduce : undefined) ?? algorithm };
}
