/**
 * Which message did a receive from any source or of any tag take in the run? Tracers note its source and tag where the
 * receive completes. Whether the model may give it another one depends on what the rank does next (traced-matches.ts).
 */
import { leaveUnplaced, matchExact } from '../../graph/match.js';
import type { ScheduleBuilder } from '../../schedule/builder.js';
import { ANY, Column, f64, i32, isAnyTag, NAMED, NONE, type Schedule, u32 } from '../../schedule/schedule.js';
import { CALLS, PROBE } from './mpi-calls.js';
import { type MessagePeers, NOBODY, RANK_ARGS } from './peers-and-tags.js';
import { listOf, type RankTrace } from './rank-trace.js';
import type { PersistentRequests } from './requests.js';

/** Calls that are looked at behind a receive: a rank that answers does so soon. */
const MOST_CALLS = 8;

const KIND = CALLS.map(({ kind }) => kind);
/** Calls that receive or send, but not here, or that wait for others. */
const PASSES =
  /^(irecv|(send|recv|collective|neighbours)-init|(wait|test)(all|any|some)?|request-free|cancel|comm-free|local)$/;
const COMPLETES = /^(wait|test)/;

/** Numbers of a note: source, tag, request. */
const NOTED = 3;

/** A rank on its way from calls to operations. */
interface Rank {
  readonly trace: RankTrace;
  readonly peers: MessagePeers;
  readonly persistent: PersistentRequests;
  readonly builder: ScheduleBuilder;
}

/** Receives that complete, rank by rank: by operation source and tag of their messages. */
export class TracedReceives {
  readonly #op = new Column(u32);
  readonly #source = new Column(i32);
  readonly #tag = new Column(f64);
  readonly #named = new Column(u32);
  /** Of the rank at hand: receives of any source or tag that have not completed, and the rows that say their communicator. */
  readonly #open = new Map<number, number>();

  /** Operations of another rank follow. */
  beginRank(): void {
    this.#open.clear();
  }

  /** Receive `op` of the rank at hand takes messages from `peer` with `tag`, on the communicator of a row. */
  posted(op: number, peer: number, tag: number, row: number): void {
    if (peer === ANY || isAnyTag(tag)) this.#open.set(op, row);
  }

  /** The call of a row completes these operations, in the order of its notes. */
  completed(state: Rank, row: number, ops: readonly number[]): void {
    if (this.#open.size === 0) return;
    const { builder, trace, peers } = state;
    const receives = ops.filter((op) => this.#open.has(op));
    const notes = trace.notes === null ? [] : listOf(trace.notes.matched, row);
    const first = builder.operations - builder.rankOperations;
    for (const [i, op] of receives.entries()) {
      const posted = this.#open.get(op) ?? row;
      this.#open.delete(op);
      // A cancelled receive has no note.
      if (notes.length !== NOTED * receives.length) continue;
      const source = peers.world(posted, notes[NOTED * i]);
      this.#op.push(first + op);
      this.#source.push(source);
      this.#tag.push(peers.tag(posted, notes[NOTED * i + 1]));
      this.#named.push(receives.length === 1 && namesNext(state, row, source) ? NAMED : 0);
    }
  }

  /** {@link Schedule.traced}: receives meet the sends that they would meet if they named source and tag. */
  in(schedule: Schedule): { readonly traced?: Uint32Array } {
    if (this.#op.length === 0) return {};
    const exact = { ...schedule, peer: schedule.peer.slice(), tag: schedule.tag.slice() };
    const ops = this.#op.done();
    for (const [i, op] of ops.entries()) {
      exact.peer[op] = this.#source.at[i];
      exact.tag[op] = this.#tag.at[i];
    }
    leaveUnplaced(exact);
    const { partner } = matchExact(exact);
    const traced = new Uint32Array(schedule.operations).fill(NONE);
    for (const [i, op] of ops.entries()) {
      const send = partner[op];
      if (send !== NONE && schedule.value[send] <= schedule.value[op])
        traced[op] = (send | this.#named.at[i]) >>> 0;
    }
    return { traced };
  }
}

/** Whether the rank sends to `source` or receives from it before anything else may come from elsewhere. */
function namesNext({ trace, peers, persistent }: Rank, row: number, source: number): boolean {
  const end = Math.min(trace.rows, row + 1 + MOST_CALLS);
  for (let next = row + 1; next < end; next++) {
    if (trace.thread !== null && trace.thread[next] !== trace.thread[row]) continue;
    const code = trace.call[next];
    const peer = (at: number, place: number): number =>
      peers.known(at) ? peers.world(at, trace.args[trace.argStart[at] + place]) : ANY;
    const starts = /^start/.test(KIND[code]) ? (persistent.startedBy(next) ?? []) : [];
    const named = [
      ...placesOf(code).map((place) => peer(next, place)),
      ...starts.flatMap(({ definition }) =>
        placesOf(trace.call[definition]).map((place) => peer(definition, place)),
      ),
    ].filter((one) => one !== NOBODY);
    if (named.includes(source) && !/-init$/.test(KIND[code])) return true;
    const others =
      COMPLETES.test(KIND[code]) && trace.notes !== null && listOf(trace.notes.matched, next).length > 0;
    const passes = PASSES.test(KIND[code]) || (placesOf(code).length > 0 && named.length === 0);
    if (!passes || others) return false;
  }
  return false;
}

/** Places of the ranks that a call names. */
function placesOf(code: number): number[] {
  const { to, from } = RANK_ARGS[code];
  return [to, from, KIND[code] === 'probe' ? PROBE.source : -1].filter((place) => place >= 0);
}
