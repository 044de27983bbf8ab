/** What each MPI call becomes: one small function each. */

import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  DEFAULT_OPTIONS,
} from '../../collectives/collective-algorithm.js';
import { emitCollective } from '../../collectives/emit.js';
import { InputError } from '../../errors.js';
import {
  type CallPart,
  exchangedBlocks,
  exchangedBytes,
  type Ledger,
  listOf,
  type PartOf,
} from './collective-calls.js';
import { type CollectiveChoices, describeCall } from './collective-choices.js';
import type { Communicators } from './communicator.js';
import { CALLS, P2P, REPLACE, SENDRECV, startedName } from './mpi-calls.js';
import { NOBODY } from './peers-and-tags.js';
import { nothing, type RankState, type Rule, type UnattendedCalls } from './rank-state.js';
import type { RankTrace } from './rank-trace.js';
import { addressOf, type Named, namedRequests } from './requests.js';

/** The operation of a send or receive, described by the fields of row `from`; NOBODY without a peer. */
function message(state: RankState, from: number, sends: boolean): number {
  const { peers } = state;
  const rank = state.arg(from, P2P.peer);
  const peer = sends ? peers.destination(from, rank) : peers.world(from, rank);
  if (peer === NOBODY) return NOBODY;
  const bytes = state.bytes(from, P2P.count, P2P.size);
  const tag = state.arg(from, P2P.tag);
  if (!sends) return state.builder.recv(bytes, peer, peers.tag(from, tag));
  const op = state.builder.send(bytes, peer, peers.sentTag(from, tag));
  if (CALLS[state.trace.call[from]].synchronous) state.builder.synchronous();
  return op;
}

/** `op requires calc`, and what follows requires op. */
function blocking(state: RankState, row: number, sends: boolean): boolean {
  if (!state.peers.known(row)) return false;
  const op = message(state, row, sends);
  if (op === NOBODY) {
    nothing(state, row);
    return true;
  }
  state.computeBefore(row, [op]);
  state.follow([op]);
  return true;
}

/** `op requires calc`, and what follows waits only for the start of op. */
function issue(state: RankState, row: number, sends: boolean): boolean {
  if (!state.peers.known(row)) return false;
  const op = message(state, row, sends);
  if (op === NOBODY) {
    // Complete from the start: a wait for it meets no open request.
    nothing(state, row);
    return true;
  }
  state.requests.open(state.arg(row, P2P.request), op, row);
  state.computeBefore(row, [op]);
  state.followStart([op]);
  return true;
}

export const send: Rule = (state, row) => blocking(state, row, true);
export const recv: Rule = (state, row) => blocking(state, row, false);
export const isend: Rule = (state, row) => issue(state, row, true);
export const irecv: Rule = (state, row) => issue(state, row, false);

// Sendrecv: an independent send and receive, both required by what follows.

/** Half of the call: a message to or from a rank, or nothing. */
interface Half {
  readonly bytes: number;
  readonly rank: number;
  readonly tag: number;
}

function both(state: RankState, row: number, out: Half, back: Half): boolean {
  const { peers } = state;
  if (!peers.known(row)) return false;
  const to = peers.destination(row, out.rank);
  const from = peers.world(row, back.rank);
  const ops: number[] = [];
  if (to !== NOBODY) ops.push(state.builder.send(out.bytes, to, peers.sentTag(row, out.tag)));
  if (from !== NOBODY) ops.push(state.builder.recv(back.bytes, from, peers.tag(row, back.tag)));
  if (ops.length === 0) {
    nothing(state, row);
    return true;
  }
  state.computeBefore(row, ops);
  state.follow(ops);
  return true;
}

export const sendrecv: Rule = (state, row) => {
  const arg = (index: number) => state.arg(row, index);
  const sendTag = arg(SENDRECV.sendTag);
  return both(
    state,
    row,
    {
      bytes: state.bytes(row, SENDRECV.sendCount, SENDRECV.sendSize),
      rank: arg(SENDRECV.dest),
      tag: sendTag,
    },
    {
      bytes: state.bytes(row, SENDRECV.recvCount, SENDRECV.recvSize),
      rank: arg(SENDRECV.source),
      tag: state.rules.sendrecvTag === 'own' ? arg(SENDRECV.recvTag) : sendTag,
    },
  );
};

export const sendrecvReplace: Rule = (state, row) => {
  const arg = (index: number) => state.arg(row, index);
  const bytes = state.bytes(row, REPLACE.count, REPLACE.size);
  return both(
    state,
    row,
    { bytes, rank: arg(REPLACE.dest), tag: arg(REPLACE.sendTag) },
    { bytes, rank: arg(REPLACE.source), tag: arg(REPLACE.recvTag) },
  );
};

// Wait and its kin: a joint that requires the operations of the requests.

const named: Named = { first: 0, count: 0, listed: -1 };

function joinOf(state: RankState, row: number, ops: readonly number[]): void {
  const join = state.builder.calc(0);
  for (let i = 0; i < ops.length; i++) state.builder.requires(join, ops[i]);
  state.computeBefore(row, [join]);
  state.follow([join]);
}

/** Calls that take those of several requests that are complete. */
const CHOOSES: readonly boolean[] = CALLS.map(({ kind }) => /^(wait|test)(any|some)$/.test(kind));

/** Operations of those requests that are open. */
function operationsOf({ requests }: RankState, addresses: readonly number[]): number[] {
  return addresses.flatMap((address) => requests.get(address)?.op ?? []);
}

const addressesOf = ({ trace, pitch }: RankState): number[] =>
  Array.from({ length: named.count }, (_, i) => addressOf(trace, named, i, pitch));

/** A wait for a request that is not open returns at once: its time is computation. */
export const wait: Rule = (state, row) => {
  const request = state.arg(row, 0);
  const issued = state.requests.get(request);
  if (issued === undefined) return true;
  const choice = state.rules.choosesByWaits ? state.changingWaits.get(row) : undefined;
  if (choice === undefined) state.arrivals?.complete([issued.op]);
  else state.arrivals?.choose(operationsOf(state, choice), [issued.op]);
  state.requests.close(request);
  joinOf(state, row, [issued.op]);
  return true;
};

/** Requests that are not open (null ones) count as complete. */
export const waitall: Rule = (state, row) => {
  namedRequests(state.trace, row, named);
  const ops: number[] = [];
  for (let i = 0; i < named.count; i++) {
    const request = addressOf(state.trace, named, i, state.pitch);
    const issued = state.requests.get(request);
    if (issued === undefined) continue;
    ops.push(issued.op);
    if (state.rules.forgetsRequests || i === 0) state.requests.close(request);
  }
  state.arrivals?.complete(ops);
  joinOf(state, row, ops);
  return true;
};

/** Waitany, Waitsome, Test*: those that must have been completed here; a Test of none is computation. */
export const completeSome: Rule = (state, row) => {
  namedRequests(state.trace, row, named);
  const completed = state.completions.of(row, named, state.requests);
  const ops = operationsOf(state, completed);
  if (ops.length === 0) return true;
  if (!CHOOSES[state.trace.call[row]]) state.arrivals?.complete(ops);
  else if (state.arrivals?.choose(operationsOf(state, addressesOf(state)), ops) === true)
    state.decided.add(row);
  for (const request of completed) state.requests.close(request);
  joinOf(state, row, ops);
  return true;
};

/** Probe: it waits, but for the message that a later receive takes; its time is dropped with it. */
export const probe: Rule = (state, row) => {
  joinOf(state, row, []);
  return true;
};

// Persistent requests: `…_init` describes a message or a collective, Start and Startall begin it.

/** What a start began. */
interface Begun {
  /** Operations that wait for nothing else of it. */
  readonly first: readonly number[];
  /** The operation that its completion waits for. */
  readonly over: number;
  /** Whether it goes on by rounds. */
  readonly staged: boolean;
}

/** Begins the collective that row `definition` describes; undefined where it is not understood. */
type BeginCollective = (state: RankState, definition: number) => Begun | undefined;

/**
 * Part of the time of a `…_init` that is dropped; the rest is computation. The published generator's
 * correction: most of that time is the tracer's.
 */
const DROPPED_OF_INIT = 0.9;

/** No operation: the request is remembered, and most of the call's time does not count. */
export const define: Rule = (state, row) => {
  if (!state.peers.known(row)) return false;
  state.persistent.describe(row);
  state.clock += (state.trace.end[row] - state.trace.start[row]) * DROPPED_OF_INIT;
  return true;
};

function begin(state: RankState, definition: number, collective: BeginCollective): Begun | undefined {
  const { kind } = CALLS[state.trace.call[definition]];
  if (kind === 'collective-init' || kind === 'neighbours-init') return collective(state, definition);
  const over = message(state, definition, kind === 'send-init');
  return over === NOBODY ? undefined : { first: [over], over, staged: false };
}

/**
 * Start and Startall: all that is started after one computation; what follows waits for their starts. A start of what was
 * never described is not understood.
 */
export function startRule(collective: BeginCollective, unattended: UnattendedCalls): Rule {
  return (state, row) => {
    const started = state.persistent.startedBy(row);
    if (started === undefined) return false;
    state.startsFrom(
      row,
      started.map(({ definition }) => definition),
    );
    const first: number[] = [];
    for (const { request, definition } of started) {
      const begun = begin(state, definition, collective);
      // A message to nobody is complete from the start: a wait for it meets no open request.
      if (begun === undefined) continue;
      first.push(...begun.first);
      state.requests.open(request, begun.over, row);
      if (begun.staged) unattended.issued(state, row, request, definition);
    }
    if (first.length === 0) nothing(state, row);
    else {
      state.computeBefore(row, first);
      state.followStart(first);
    }
    return true;
  };
}

/** The request is no more; a message under way goes on. Takes no part in the clock. */
export const requestFree: Rule = (state, row) => {
  state.persistent.free(row);
  if (state.rules.forgetsRequests) state.requests.close(state.arg(row, 0));
  return true;
};

/** The request needs no completion; a receive that no message is left for never was (see completions.ts). */
export const cancel: Rule = (state, row) => {
  const issued = state.requests.cancel(state.arg(row, 0));
  if (issued !== undefined) state.cancelled.push(issued.op);
  return true;
};

// Collectives among the neighbours of a topology: all messages at once, as the libraries send them. There is no algorithm
// to choose.

/** Places of the kept fields where every message has one size, or a list of counts has one type. */
const SEND = { count: 0, size: 1 } as const;
const RECV = { count: 2, size: 3, listed: 2 } as const;
/** Places of the one type of an alltoallv. */
const TYPES = { sent: 0, received: 1 } as const;

/** Bytes of the message to the i-th destination, and from the i-th source. */
interface Sizes {
  readonly sent: (i: number) => number;
  readonly received: (i: number) => number;
  /** How many sizes are listed of each, where they are. */
  readonly listed: { readonly sent?: number; readonly received?: number };
}

function sizesOf(trace: RankTrace, row: number): Sizes {
  const arg = (place: number): number => trace.args[trace.argStart[row] + place];
  const name = startedName(CALLS[trace.call[row]].name);
  if (/alltoall[vw]$/.test(name))
    return {
      sent: (i) => exchangedBytes(trace, row, false, i, TYPES.sent),
      received: (i) => exchangedBytes(trace, row, true, i, TYPES.received),
      listed: {
        sent: exchangedBlocks(trace, row, false),
        received: exchangedBlocks(trace, row, true),
      },
    };
  const sent = (): number => arg(SEND.count) * arg(SEND.size);
  if (!name.endsWith('v')) return { sent, received: () => arg(RECV.count) * arg(RECV.size), listed: {} };
  const counts = listOf(trace, row, 0);
  return {
    sent,
    received: (i) => trace.args[counts + 1 + i] * arg(RECV.listed),
    listed: { received: counts < 0 ? 0 : trace.args[counts] },
  };
}

function refuse(trace: RankTrace, row: number, what: string): never {
  throw new InputError({
    place: { source: trace.source, line: trace.line[row] },
    what: `${CALLS[trace.call[row]].name} with ${what}`,
    mend: 'the trace is damaged: trace the program again',
  });
}

/** Sizes of `count` messages, all of them told and possible. */
function checked(
  trace: RankTrace,
  row: number,
  sizeOf: (i: number) => number,
  count: number,
  listed = count,
) {
  if (listed !== count) refuse(trace, row, `${listed} counts for ${count} neighbours`);
  return Array.from({ length: count }, (_, i) => {
    const bytes = sizeOf(i);
    if (bytes >= 0 && bytes <= Number.MAX_SAFE_INTEGER) return bytes;
    return refuse(trace, row, `a message of ${bytes} B`);
  });
}

/** What one rank does: receives from its sources, sends to its destinations; none of it waits for another. */
function amongNeighbours(
  part: CallPart,
  trace: RankTrace,
  row: number,
  { neighbours }: Communicators,
): { readonly call: CollectiveCall; readonly algorithm: Pick<CollectiveAlgorithm, 'emit'> } {
  const { sources = [], destinations = [] } = neighbours[trace.rank].get(part.sequence) ?? {};
  const { sent, received, listed } = sizesOf(trace, row);
  const toReceive = checked(trace, row, received, sources.length, listed.received);
  const toSend = checked(trace, row, sent, destinations.length, listed.sent);
  return {
    call: { rank: part.rank, size: part.size, root: 0, bytes: 0, options: DEFAULT_OPTIONS },
    algorithm: {
      emit: (_, sink) => {
        for (const [i, rank] of sources.entries()) if (rank >= 0) sink.irecv(toReceive[i], rank);
        for (const [i, rank] of destinations.entries()) if (rank >= 0) sink.send(toSend[i], rank);
      },
    },
  };
}

// Collectives: the operations of the chosen algorithm on this rank.

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
interface CollectiveRules {
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
