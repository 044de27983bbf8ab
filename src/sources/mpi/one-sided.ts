/**
 * Operations of one-sided calls in the schedule. A target receives what others send to its windows on a CPU of its own, as
 * hardware that moves data without the program does, and at any time.
 */
import type { MpiLibrary } from '../../collectives/library-calls.js';
import { NONE, ONE_SIDED } from '../../schedule/schedule.js';
import type { Communicators } from './communicator.js';
import type { SkippedCalls } from './coverage.js';
import { CALLS } from './mpi-calls.js';
import type { MessagePeers } from './peers-and-tags.js';
import type { RankState, TraceBuilder } from './rank-state.js';
import type { RankTrace } from './rank-trace.js';
import { type TargetEpoch, Windows, type Wire } from './windows.js';

/** A message that a rank receives without a call of its own. */
interface Incoming {
  readonly from: number;
  readonly bytes: number;
  readonly tag: number;
  /** The origin's call. */
  readonly code: number;
  readonly epoch: TargetEpoch | undefined;
}

const keyOf = ({ window, kind, number }: TargetEpoch, from: number | undefined): string =>
  `${window} ${kind} ${number} ${kind === 'fence' ? '' : from}`;

const isFence = (code: number): boolean => CALLS[code].name === 'MPI_Win_fence';

/** What all ranks receive by one-sided operations, found before any of them is built. */
export class OneSidedMessages {
  readonly #to: Incoming[][];

  constructor(ranks: number) {
    this.#to = Array.from({ length: ranks }, () => []);
  }

  /** Goes through the calls of a rank that are not left out. */
  collect(
    trace: RankTrace,
    comms: Communicators,
    peers: MessagePeers,
    library: MpiLibrary,
    { rows }: SkippedCalls,
  ): void {
    let code = 0;
    const wire: Wire = {
      roundTrip: (to, bytes, tag, _, epoch) => {
        this.#to[to].push({ from: trace.rank, bytes, tag, code, epoch });
        return 0;
      },
      notify: () => 0,
      notified: () => 0,
      received: () => [],
    };
    const windows = new Windows(trace, comms, peers, library, wire);
    for (let row = 0; row < trace.rows; row++) {
      code = trace.call[row];
      if (rows[code] || !peers.known(row)) continue;
      if (isFence(code)) windows.fence(row);
      else if (CALLS[code].kind === 'one-sided') windows.call(row);
    }
  }

  /** Posts the receives of a rank, whose operations they are the first of; returns where its calls go. */
  post(builder: TraceBuilder, trace: RankTrace): Wire {
    const { rank, rows, thread } = trace;
    const received = new Map<string, number[]>();
    const incoming = this.#to[rank];
    if (incoming.length > 0) builder.onCpu(1 + (thread?.reduce((a, b) => Math.max(a, b), 0) ?? 0));
    for (const { from, bytes, tag, code, epoch } of incoming) {
      builder.from(trace.finalizeLine, rows, code, NONE);
      const op = builder.recv(bytes, from, tag);
      if (epoch === undefined) continue;
      const key = keyOf(epoch, from);
      const known = received.get(key);
      if (known === undefined) received.set(key, [op]);
      else known.push(op);
    }
    const behind = (op: number, after: readonly number[]): number => {
      for (const before of after) builder.requires(op, before);
      return op;
    };
    return {
      roundTrip: (to, bytes, tag, after) => {
        const op = builder.send(bytes, to, tag);
        builder.synchronous(ONE_SIDED);
        return behind(op, after);
      },
      notify: (to, tag, after) => behind(builder.send(0, to, tag), after),
      notified: (from, tag) => builder.recv(0, from, tag),
      received: (epoch, from) => received.get(keyOf(epoch, from)) ?? [],
    };
  }
}

/** The rule of one-sided calls: false where the members of the window are not known. */
export function oneSided(state: RankState, row: number): boolean {
  const { builder, peers, requests, windows } = state;
  if (windows === null || !peers.known(row)) return false;
  const { requestArg } = CALLS[state.trace.call[row]];
  const { begun, later, waits, request } = windows.call(row);
  if (requestArg >= 0) {
    const over = builder.calc(0);
    for (const op of request) builder.requires(over, op);
    if (request.length === 0) begun.push(over);
    requests.open(state.arg(row, requestArg), over, row);
  }
  if (waits.length === 0 && !later && begun.length > 0) {
    state.computeBefore(row, begun);
    state.followStart(begun);
    return true;
  }
  const join = builder.calc(0);
  for (const op of waits) builder.requires(join, op);
  state.computeBefore(row, [...begun, join]);
  state.follow([join]);
  return true;
}
