/** Collectives: the operations of the chosen algorithm on this rank. */

import { emitCollective } from '../../../collectives/emit.js';
import { CALLS } from '../calls.js';
import type { Communicators } from '../communicator.js';
import { type CollectiveChoices, describeCall } from '../described-call.js';
import type { Ledger } from '../ledger.js';
import type { PartOf } from '../parts.js';
import type { UnattendedCalls } from '../unattended-calls.js';
import { amongNeighbours } from './neighbours.js';
import type { Rule } from './rule.js';

/** What the rule needs beside the rank: it is the same for all of them. */
export interface CollectiveContext extends CollectiveChoices {
  readonly comms: Communicators;
  readonly ledger: Ledger;
  readonly partOf: PartOf;
  readonly firstTag: number;
  readonly unattended: UnattendedCalls;
}

/**
 * The rule of one rank's collectives, which counts them by communicator. A joint requires the last operations;
 * the first ones require the computation before. A nonblocking one goes on while the program does: what
 * follows waits for its first operations to start, and its wait for the joint.
 */
export function collectiveRule(context: CollectiveContext): Rule {
  const { comms, ledger, partOf, firstTag, unattended } = context;
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
        ? amongNeighbours(part, state.trace, row, context.comms)
        : describeCall(shape.collective, part, entry, state.trace, row, context);
    const { first, last, staged } = emitCollective(state.builder, algorithm, call, {
      ranks,
      tag,
      nonblocking: shape.nonblocking,
    });
    const join = state.builder.calc(0);
    for (const op of last) state.builder.requires(join, op);
    const begin = first.length === 0 ? [join] : first;
    state.computeBefore(row, begin);
    if (shape.nonblocking) {
      const request = state.arg(row, shape.requestArg);
      state.requests.open(request, join, row);
      if (staged && state.rules.collectivesGoOn) unattended.issued(row, request);
    }
    if (shape.nonblocking && state.rules.collectivesGoOn) state.followStart(begin);
    else state.follow([join]);
    return true;
  };
}
