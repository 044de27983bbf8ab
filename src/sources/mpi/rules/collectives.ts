/** Collectives: the operations of the chosen algorithm on this rank. */

import { emitCollective } from '../../../collectives/emit.js';
import { CALLS } from '../calls.js';
import type { Communicators } from '../communicator.js';
import { type CollectiveChoices, describeCall } from '../described-call.js';
import type { CallPart, Ledger } from '../ledger.js';
import type { PartOf } from '../parts.js';
import type { RankState } from '../rank-state.js';
import type { UnattendedCalls } from '../unattended-calls.js';
import { amongNeighbours } from './neighbours.js';
import type { BeginCollective, Begun } from './persistent.js';
import type { Rule } from './rule.js';

/** What the rule needs beside the rank: it is the same for all of them. */
export interface CollectiveContext extends CollectiveChoices {
  readonly comms: Communicators;
  readonly ledger: Ledger;
  readonly partOf: PartOf;
  readonly firstTag: number;
  readonly unattended: UnattendedCalls;
}

/** A collective in its place: the k-th of its sequence. */
interface Placed {
  readonly part: CallPart;
  readonly k: number;
}

/** The collectives of one rank. */
export interface CollectiveRules {
  /** One that is called. */
  readonly call: Rule;
  /** A persistent one that is described; that takes time of the program's, and no operation. */
  readonly describe: Rule;
  /** A persistent one that is started: as a nonblocking one. */
  readonly begin: BeginCollective;
}

/**
 * The rules of one rank's collectives, which count them by communicator. A joint requires the last operations;
 * the first ones require the computation before. A nonblocking one goes on while the program does: what
 * follows waits for its first operations to start, and its wait for the joint.
 *
 * A persistent one has its place in the order of calls where it is described, for MPI lets ranks start them in any order.
 * Its rounds have one tag: none begins on a rank before the last is over there.
 */
export function collectiveRules(context: CollectiveContext): CollectiveRules {
  const { comms, ledger, partOf, firstTag, unattended } = context;
  const count: number[] = [];
  const described = new Map<number, Placed>();
  const place = (state: RankState, row: number): Placed | undefined => {
    const part = partOf(state.trace, row);
    if (part === undefined) return undefined;
    const k = count[part.sequence] ?? 0;
    count[part.sequence] = k + 1;
    return { part, k };
  };
  const emit = (state: RankState, row: number, { part, k }: Placed): Begun => {
    const shape = CALLS[state.trace.call[row]];
    const entry = ledger.entry(part.sequence, k);
    const { call, algorithm } =
      shape.collective === undefined
        ? amongNeighbours(part, state.trace, row, comms)
        : describeCall(shape.collective, part, entry, state.trace, row, context);
    const { first, last, staged } = emitCollective(state.builder, algorithm, call, {
      ranks: comms.list[part.sequence].ranks,
      tag: state.peers.collectiveTag(row, part.sequence, k, firstTag),
      nonblocking: shape.nonblocking,
    });
    const over = state.builder.calc(0);
    for (const op of last) state.builder.requires(over, op);
    return { first: first.length === 0 ? [over] : first, over, staged };
  };
  return {
    call: (state, row) => {
      const placed = place(state, row);
      if (placed === undefined) return false;
      const { nonblocking, requestArg } = CALLS[state.trace.call[row]];
      const { first, over, staged } = emit(state, row, placed);
      state.computeBefore(row, first);
      if (nonblocking) {
        const request = state.arg(row, requestArg);
        state.requests.open(request, over, row);
        if (staged) unattended.issued(state, row, request);
      }
      if (nonblocking && state.rules.collectivesGoOn) state.followStart(first);
      else state.follow([over]);
      return true;
    },
    describe: (state, row) => {
      const placed = place(state, row);
      if (placed === undefined) return false;
      described.set(row, placed);
      state.persistent.describe(row);
      return true;
    },
    begin: (state, definition) => {
      const placed = described.get(definition);
      return placed === undefined ? undefined : emit(state, definition, placed);
    },
  };
}
