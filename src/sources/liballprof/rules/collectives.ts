/** Collectives: the operations of the chosen algorithm on this rank. */

import type { CollectiveSpec } from '../../../collectives/choice.js';
import { chooseAlgorithm } from '../../../collectives/choice.js';
import { emitCollective } from '../../../collectives/emit.js';
import type { CollectiveName } from '../../../collectives/names.js';
import type { CollectiveCall } from '../../../collectives/types.js';
import { CALLS } from '../calls.js';
import { ownBlocks } from '../collective-calls.js';
import type { Communicators } from '../communicator.js';
import { type CallPart, type CollectiveEntry, type Ledger, typicalBytes } from '../ledger.js';
import type { DefaultsTaken } from '../library.js';
import type { PartOf } from '../parts.js';
import type { RankState } from '../rank-state.js';
import { amongNeighbours } from './neighbours.js';
import type { Rule } from './rule.js';

/** What the rule needs beside the rank: it is the same for all of them. */
export interface CollectiveContext {
  readonly comms: Communicators;
  readonly ledger: Ledger;
  readonly partOf: PartOf;
  readonly specs: readonly CollectiveSpec[];
  /** The last of `specs`, the rules of the library; undefined where it has none. */
  readonly fallback: CollectiveSpec | undefined;
  readonly defaults: DefaultsTaken;
  readonly firstTag: number;
}

function describe(
  kind: CollectiveName,
  part: CallPart,
  entry: CollectiveEntry,
  state: RankState,
  row: number,
  { specs, fallback, defaults }: CollectiveContext,
) {
  const bytes = typicalBytes(entry, part.size);
  const { algorithm, options, spec } = chooseAlgorithm(specs, kind, part.size, bytes, state.rules.options);
  if (spec !== undefined && spec === fallback && part.size > 1) defaults.add(kind, algorithm);
  const { blocks } = entry;
  const own = ownBlocks(kind, state.trace, row);
  const bytesOf = blocks === undefined ? own?.bytesOf : (rank: number) => blocks[rank];
  const call: CollectiveCall = {
    rank: part.rank,
    size: part.size,
    root: entry.root,
    bytes: kind === 'barrier' ? 1 : entry.bytes,
    bytesOf,
    recvBytesOf: own?.recvBytesOf,
    options,
  };
  const iallreduce = kind === 'allreduce' && CALLS[entry.code].nonblocking && specs.length === 0;
  return { call, algorithm: (iallreduce ? state.rules.iallreduce : undefined) ?? algorithm };
}

/**
 * The rule of one rank's collectives, which counts them by communicator. A joint requires the last operations;
 * the first ones require the computation before. A nonblocking one goes on while the program does: what
 * follows waits for its first operations to start, and its wait for the joint.
 */
export function collectiveRule(context: CollectiveContext): Rule {
  const { comms, ledger, partOf, firstTag } = context;
  const count: number[] = [];
  return (state, row) => {
    const shape = CALLS[state.trace.call[row]];
    const part = partOf(state.trace, row);
    if (part === undefined) return false;
    const k = count[part.sequence] ?? 0;
    count[part.sequence] = k + 1;
    const entry = ledger.entry(part.sequence, k);
    const tag = state.peers.collectiveTag(row, part.sequence, k, firstTag);
    const { ranks } = comms.list[part.sequence];
    const { call, algorithm } =
      shape.collective === undefined
        ? amongNeighbours(part, state, row, context.comms)
        : describe(shape.collective, part, entry, state, row, context);
    const { first, last } = emitCollective(state.builder, algorithm, call, {
      ranks,
      tag,
      nonblocking: shape.nonblocking,
    });
    const join = state.builder.calc(0);
    for (const op of last) state.builder.requires(join, op);
    const begin = first.length === 0 ? [join] : first;
    state.computeBefore(row, begin);
    if (shape.nonblocking) {
      state.requests.open(state.arg(row, shape.requestArg), join, row);
    }
    if (shape.nonblocking && state.rules.collectivesGoOn) state.followStart(begin);
    else state.follow([join]);
    return true;
  };
}
