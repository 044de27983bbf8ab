/**
 * Messages of traces between their rows and the operations of the schedule: what a row sends or receives, and which row an
 * operation comes from. A persistent request is the row that describes it; its messages are those of all its starts. A
 * matched receive is described by its MPI_Mrecv and starts at its probe.
 */
import { UsageError } from '../../errors.js';
import { isAnnouncement } from '../../graph/probed-receives.js';
import { RECV, rankOf, type Schedule, SEND } from '../../schedule/schedule.js';
import { type MatchedProbes, matchedProbes } from './matched-probes.js';
import { CALLS, isAmongNeighbours, P2P } from './mpi-calls.js';
import { LEFT_RECEIVES, LEFT_SENDS, type RankTrace, type RequestPitch } from './rank-trace.js';
import { PersistentRequests } from './requests.js';
import type { CallSelection } from './select-calls.js';

/** A call by the row of its trace. */
export interface CallAt {
  readonly rank: number;
  readonly row: number;
}

/** Messages that a row sends, or receives; of persistent requests the row that describes them. */
export interface MessageEnd extends CallAt {
  readonly bit: typeof LEFT_SENDS | typeof LEFT_RECEIVES;
}

export type Kinds = readonly boolean[];
export const kinds = (expression: RegExp): Kinds => CALLS.map(({ kind }) => expression.test(kind));

const SENDS = kinds(/^(i?send|send-init|sendrecv(-replace)?)$/);
export const RECEIVES = kinds(/^(i?recv|recv-init|sendrecv(-replace)?)$/);
const STARTS = kinds(/^start(all)?$/);
const PROBES = kinds(/^probe$/);
export const DESCRIBES = kinds(/-init$/);
export const COLLECTIVE: Kinds = CALLS.map(
  ({ kind, collective }) => collective !== undefined || isAmongNeighbours(kind),
);

export class MessageEnds {
  readonly #ranks: readonly RankTrace[];
  readonly #schedule: Schedule;
  readonly #pitch: RequestPitch;
  readonly #probes: readonly MatchedProbes[];
  /** [ranks] by row of a start the rows that describe the started messages; null until it is needed. */
  readonly #started: (Map<number, readonly number[]> | undefined)[] = [];

  /** `schedule`: made of these traces; `pitch`: between their request variables. */
  constructor(ranks: readonly RankTrace[], schedule: Schedule, pitch: RequestPitch) {
    this.#ranks = ranks;
    this.#schedule = schedule;
    this.#pitch = pitch;
    this.#probes = ranks.map(matchedProbes);
  }

  /** The calls with the rows that describe what those of them start which are starts of persistent requests. */
  withDescribed(calls: CallSelection): CallSelection {
    return calls.map((rows, rank) => {
      const { call } = this.#ranks[rank];
      const all = rows.slice();
      for (let row = 0; row < rows.length; row++)
        if (rows[row] === 1 && (STARTS[call[row]] || PROBES[call[row]]))
          for (const definition of this.#startedAt(rank, row)) all[definition] = 1;
      return all;
    });
  }

  /** Ends of messages among rows. */
  endsIn(calls: CallSelection): MessageEnd[] {
    const ends: MessageEnd[] = [];
    for (const [rank, rows] of calls.entries()) {
      const { call } = this.#ranks[rank];
      for (let row = 0; row < rows.length; row++) {
        if (rows[row] === 0) continue;
        if (SENDS[call[row]]) ends.push({ rank, row, bit: LEFT_SENDS });
        if (RECEIVES[call[row]]) ends.push({ rank, row, bit: LEFT_RECEIVES });
      }
    }
    return ends;
  }

  /** Sends, or receives, of a row; of a row that describes a persistent request those of all its starts. */
  operationsOf({ rank, row, bit }: MessageEnd): number[] {
    const wanted = bit === LEFT_SENDS ? SEND : RECV;
    if (!DESCRIBES[this.#ranks[rank].call[row]]) {
      const own = this.#messagesOf(rank, row, wanted);
      // A matched receive is at its probe, or by rendezvous here.
      if (own.length > 0 || !this.#probes[rank].probes.has(row)) return own;
    }
    const found: number[] = [];
    for (const [start, definitions] of this.#starts(rank)) {
      const at = this.#withPeer(rank, definitions).indexOf(row);
      if (at >= 0) found.push(this.#messagesOf(rank, start)[at]);
    }
    return found;
  }

  /** The row of a message's operation, or that which describes it. */
  endOf(op: number): MessageEnd {
    const schedule = this.#schedule;
    const rank = rankOf(schedule, op);
    const row = schedule.calls?.of[op] ?? 0;
    const bit = schedule.kind[op] === SEND ? LEFT_SENDS : LEFT_RECEIVES;
    const code = this.#ranks[rank].call[row];
    if (!STARTS[code] && !PROBES[code]) return { rank, row, bit };
    const definitions = this.#withPeer(rank, this.#startedAt(rank, row));
    return { rank, row: definitions[this.#messagesOf(rank, row).indexOf(op)], bit };
  }

  /** Sends and receives of a row, or those of one kind, in the order of the schedule. */
  #messagesOf(rank: number, row: number, wanted?: number): number[] {
    const { calls, kind, rankStart } = this.#schedule;
    const of = calls?.of ?? new Uint32Array(0);
    let low = rankStart[rank];
    let high = rankStart[rank + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (of[middle] < row) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let op = low; op < rankStart[rank + 1] && of[op] === row; op++)
      if (wanted === undefined ? kind[op] === SEND || kind[op] === RECV : kind[op] === wanted)
        if (!isAnnouncement(this.#schedule, op)) found.push(op);
    return found;
  }

  #startedAt(rank: number, row: number): readonly number[] {
    return this.#starts(rank).get(row) ?? [];
  }

  /** Those of the rows that describe messages to or from somebody. Throws UsageError where collectives are among them. */
  #withPeer(rank: number, definitions: readonly number[]): number[] {
    const { args, argStart, call, header, source } = this.#ranks[rank];
    if (definitions.some((row) => COLLECTIVE[call[row]])) {
      throw new UsageError(
        `${source}: an MPI_Startall starts both messages and collectives, which cannot be separated here`,
        'name other calls',
      );
    }
    return definitions.filter(
      (row) => header.procNull === undefined || args[argStart[row] + P2P.peer] !== header.procNull,
    );
  }

  #starts(rank: number): Map<number, readonly number[]> {
    const known = this.#started[rank];
    if (known !== undefined) return known;
    const trace = this.#ranks[rank];
    const requests = new PersistentRequests(trace, this.#pitch);
    const starts = new Map<number, readonly number[]>();
    for (let row = 0; row < trace.rows; row++) {
      const { kind } = CALLS[trace.call[row]];
      if (DESCRIBES[trace.call[row]]) requests.describe(row);
      else if (kind === 'request-free') requests.free(row);
      else if (STARTS[trace.call[row]])
        starts.set(
          row,
          (requests.startedBy(row) ?? []).map(({ definition }) => definition),
        );
    }
    for (const [probe, receive] of this.#probes[rank].receives) starts.set(probe, [receive]);
    this.#started[rank] = starts;
    return starts;
  }
}

export const keyOf = ({ rank, row, bit }: MessageEnd): string => `${rank} ${row} ${bit}`;
