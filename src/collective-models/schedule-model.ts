/**
 * Family 3: the real messages of the algorithm, evaluated one by one over the platform's channels.
 * Predicts both figures of the OSU benchmarks: the mean over ranks of their time in the call, and the
 * completion.
 */
import { DEFAULT_OPTIONS, type Op, type OperationSink } from '../collectives/collective-algorithm.js';
import { findAlgorithm } from '../collectives/registry.js';
import { ReadyQueue } from '../graph/forward.js';
import { valueAt } from './fit/least-squares.js';
import {
  type AlgorithmName,
  type ClusterPlacement,
  type CollectiveQuery,
  type LatencyModel,
  type ModelledCollective,
  placementOf,
} from './latency-model.js';
import { checkQuery, fixedAlgorithm, latencyModel, NETWORK } from './model-parts.js';
import { FLOW_BYTES, type Flow, Flows, knotValue, type ScheduleCosts, Wires } from './schedule-costs.js';

// The real messages of one collective call, rank by rank, as the generators of `src/collectives` emit them
// with Open MPI's trees: its forced chain is four chains, its binary tree is not the heap.

/** One send or receive of one rank. */
export interface CallStep {
  readonly kind: 'send' | 'recv';
  readonly peer: number;
  readonly bytes: number;
  /** Steps of the same rank that wait for this one. */
  readonly next: number[];
  /** How many steps this one waits for. */
  waits: number;
  /** A send of data that were received in the same call. */
  forwards: boolean;
}

/** The steps of every rank in one call: [ranks][steps]. */
export type CallProgram = readonly (readonly CallStep[])[];

/** Chains that leave the root in Open MPI's `coll_tuned` chain, when it is forced without a fan-out. */
const OPEN_MPI_CHAINS = 4;

class Recording implements OperationSink {
  readonly steps: CallStep[] = [];

  #add(kind: CallStep['kind'], peer: number, bytes: number): Op {
    return this.steps.push({ kind, peer, bytes, next: [], waits: 0, forwards: false }) - 1;
  }

  send(bytes: number, to: number): Op {
    return this.#add('send', to, bytes);
  }

  recv(bytes: number, from: number): Op {
    return this.#add('recv', from, bytes);
  }

  irecv(bytes: number, from: number): Op {
    return this.#add('recv', from, bytes);
  }

  calc(): Op {
    throw new Error('a schedule without reduction costs has no computation');
  }

  requires(after: Op, before: Op): void {
    const [step, earlier] = [this.steps[after], this.steps[before]];
    earlier.next.push(after);
    step.waits++;
    if (step.kind === 'send' && earlier.kind === 'recv') step.forwards = true;
  }
}

/** Throws ModelError for the library's own choice: which messages it sends is not known here. */
export function collectiveProgram(
  collective: ModelledCollective,
  algorithm: AlgorithmName,
  ranks: number,
  bytes: number,
  segments: number,
): CallProgram {
  const tree = fixedAlgorithm(algorithm, 'messages');
  const name = tree === 'binary' ? 'ompi-binary' : tree;
  const segment = segments > 1 && tree !== 'linear' ? Math.ceil(bytes / segments) : 0;
  const options = { ...DEFAULT_OPTIONS, segment, fanout: OPEN_MPI_CHAINS };
  const { emit } = findAlgorithm(collective, name);
  return Array.from({ length: ranks }, (_, rank) => {
    const recording = new Recording();
    emit({ rank, size: ranks, root: 0, bytes, options }, recording);
    return recording.steps;
  });
}

// A discrete evaluation of one collective's messages on a platform. All ranks begin the call at once; receives
// are posted then. Steps of a rank run one at a time on its core; small messages meet in queues, data of
// large ones share bandwidth.
// A message up to `bufferedBytes` leaves at once: its sender is done when the data are copied. A larger one
// waits for its receiver, and both are done together.

/** What is called, and what it costs a rank beside its messages. */
export interface PricedCall {
  readonly program: CallProgram;
  /** From the message that was received last to the send that passes it on. */
  readonly forwardUs: (channel: number) => number;
  /** Receiver's time for a message; without it, that of a small one. */
  readonly receiveUs?: (channel: number, bytes: number) => number;
}

/** Times of a whole call in µs. */
export interface CallTimes {
  /** Mean over the ranks of their time in the call: what the OSU benchmarks call latency. */
  readonly meanUs: number;
  /** The longest of them: what the OSU benchmarks call max. */
  readonly completionUs: number;
  /** [ranks] */
  readonly ranksUs: readonly number[];
}

/** Data of a large message. */
interface Data extends Flow {
  readonly sendStep: number;
  receiveStep: number;
  /** Sender and receiver are done together. */
  readonly meets: boolean;
  /** The sender is done when it has handed the message to the network card. */
  readonly handedOver: boolean;
  ended: boolean;
  /** When the receiver's own work on the message is over; undefined before it began. */
  received: number | undefined;
}

interface StepEvent<K extends string> {
  readonly kind: K;
  readonly rank: number;
  readonly step: number;
}

interface ReceiveEvent extends StepEvent<'receive'> {
  readonly data: Data | undefined;
}

type CallEvent =
  | StepEvent<'send'>
  | StepEvent<'done'>
  | ReceiveEvent
  | { readonly kind: 'flow'; readonly data: Data }
  | { readonly kind: 'received'; readonly data: Data };

class CallEvaluation {
  readonly #costs: ScheduleCosts;
  readonly #placement: ClusterPlacement;
  readonly #program: CallProgram;
  readonly #forwardUs: (channel: number) => number;
  readonly #receiveUs: (channel: number, bytes: number) => number;
  readonly #wires: Wires;
  readonly #flows: Flows<Data>;
  /** All that were ever due, in the order in which they became known: their numbers settle equal times. */
  readonly #events: CallEvent[] = [];
  readonly #due = new ReadyQueue();
  /** [ranks][steps] steps that each still waits for */
  readonly #waits: readonly Int32Array[];
  /** Receives not yet met, by source · ranks + destination, oldest first. */
  readonly #posted = new Map<number, number[]>();
  /** [ranks] when the last step was over */
  readonly #end: Float64Array;
  readonly #coreFree: Float64Array;
  /** [ranks] when the gap after the last message is over */
  readonly #portFree: Float64Array;
  /** [ranks] receives that wait for the one under way; undefined when none is */
  readonly #queued: (CallEvent[] | undefined)[];

  constructor(costs: ScheduleCosts, placement: ClusterPlacement, call: PricedCall) {
    const ranks = placement.node.length;
    this.#costs = costs;
    this.#placement = placement;
    this.#program = call.program;
    this.#forwardUs = call.forwardUs;
    this.#wires = new Wires(costs, placement);
    this.#receiveUs = call.receiveUs ?? ((channel) => this.#wires.receiveUs(channel));
    this.#flows = new Flows(costs, placement);
    this.#waits = call.program.map((steps) => Int32Array.from(steps, (step) => step.waits));
    this.#end = new Float64Array(ranks);
    this.#coreFree = new Float64Array(ranks);
    this.#portFree = new Float64Array(ranks);
    this.#queued = new Array(ranks).fill(undefined);
  }

  run(): CallTimes {
    for (const rank of this.#program.keys()) this.#begin(rank);
    for (;;) {
      const event = this.#due.size === 0 ? Number.POSITIVE_INFINITY : this.#due.time;
      const flow = this.#flows.nextTime;
      if (flow <= event) {
        if (flow === Number.POSITIVE_INFINITY) break;
        this.#flowEnds(flow);
      } else this.#happen(event, this.#events[this.#due.take()]);
    }
    const ranksUs = [...this.#end];
    return {
      meanUs: ranksUs.reduce((sum, time) => sum + time, 0) / ranksUs.length,
      completionUs: ranksUs.reduce((most, time) => Math.max(most, time), 0),
      ranksUs,
    };
  }

  #add(time: number, event: CallEvent): void {
    this.#due.add(time, this.#events.push(event) - 1);
  }

  #begin(rank: number): void {
    for (const [step, { kind, peer, waits }] of this.#program[rank].entries()) {
      if (kind === 'send') {
        if (waits === 0) this.#add(0, { kind, rank, step });
        continue;
      }
      const key = peer * this.#program.length + rank;
      const posted = this.#posted.get(key);
      if (posted === undefined) this.#posted.set(key, [step]);
      else posted.push(step);
    }
  }

  #happen(time: number, event: CallEvent): void {
    if (event.kind === 'send') this.#send(time, event);
    else if (event.kind === 'receive') this.#receive(time, event);
    else if (event.kind === 'done') this.#stepDone(time, event.rank, event.step);
    else if (event.kind === 'flow') this.#flows.start(time, event.data);
    else this.#received(time, event.data);
  }

  #send(time: number, event: StepEvent<'send'>): void {
    const { rank, step } = event;
    const free = Math.max(this.#coreFree[rank], this.#portFree[rank]);
    if (free > time) {
      this.#add(free, event);
      return;
    }
    const { peer, bytes } = this.#program[rank][step];
    const channel = this.#placement.channelOf(rank, peer);
    const large = bytes > FLOW_BYTES;
    const way = this.#wires.way(channel, large ? 1 : bytes);
    const sent = this.#wires.send(time, rank, peer, channel, way);
    this.#coreFree[rank] = sent.free;
    this.#portFree[rank] = Math.max(time + this.#costs.gapUs[channel], sent.free);
    const data = large ? this.#dataOf(rank, step, channel) : undefined;
    if (data === undefined) this.#add(sent.free, { kind: 'done', rank, step });
    else if (!data.meets) this.#sendBuffered(sent.free, data);
    const receive = this.#posted.get(rank * this.#program.length + peer)?.shift();
    if (receive === undefined) throw new Error(`rank ${peer} posts no receive for a message of rank ${rank}`);
    this.#add(sent.arrival, { kind: 'receive', rank: peer, step: receive, data });
  }

  #dataOf(source: number, sendStep: number, channel: number): Data {
    const { peer, bytes, forwards } = this.#program[source][sendStep];
    const message = this.#costs.message[channel];
    const alone = knotValue(message, bytes) - knotValue(message, 1);
    const meets = bytes > this.#costs.bufferedBytes;
    return {
      source,
      destination: peer,
      sendStep,
      receiveStep: -1,
      channel,
      bytes,
      alone: alone > 0 ? bytes / alone : Number.POSITIVE_INFINITY,
      forwarded: forwards,
      meets,
      handedOver: !meets && channel === NETWORK,
      left: bytes,
      speed: 0,
      ended: false,
      received: undefined,
    };
  }

  #sendBuffered(time: number, data: Data): void {
    this.#add(time, { kind: 'flow', data });
    if (!data.handedOver) return;
    const over = time + this.#costs.nicCopyUsPerByte * data.bytes;
    this.#add(over, { kind: 'done', rank: data.source, step: data.sendStep });
  }

  #receive(time: number, event: ReceiveEvent): void {
    const { rank, step, data } = event;
    const queued = this.#queued[rank];
    if (queued !== undefined) {
      queued.push(event);
      return;
    }
    if (this.#coreFree[rank] > time) {
      this.#add(this.#coreFree[rank], event);
      return;
    }
    const { peer, bytes } = this.#program[rank][step];
    const over = time + this.#receiveUs(this.#placement.channelOf(rank, peer), bytes);
    if (data === undefined) {
      this.#coreFree[rank] = over;
      this.#add(over, { kind: 'done', rank, step });
      return;
    }
    data.receiveStep = step;
    data.received = over;
    this.#queued[rank] = [];
    if (data.meets) this.#flows.start(time, data);
    else if (data.ended) this.#add(over, { kind: 'received', data });
  }

  #flowEnds(time: number): void {
    const data = this.#flows.end();
    if (data === undefined) return;
    data.ended = true;
    if (!data.handedOver) this.#stepDone(time, data.source, data.sendStep);
    if (data.received !== undefined) {
      this.#add(Math.max(time, data.received), { kind: 'received', data });
    }
  }

  #received(time: number, data: Data): void {
    const rank = data.destination;
    const queued = this.#queued[rank] ?? [];
    this.#queued[rank] = undefined;
    this.#coreFree[rank] = time;
    for (const event of queued) this.#add(time, event);
    this.#stepDone(time, rank, data.receiveStep);
  }

  #stepDone(time: number, rank: number, step: number): void {
    const steps = this.#program[rank];
    for (const after of steps[step].next) {
      if (--this.#waits[rank][after] > 0 || steps[after].kind !== 'send') continue;
      const passingOn = steps[after].forwards
        ? this.#forwardUs(this.#placement.channelOf(rank, steps[step].peer))
        : 0;
      this.#add(time + passingOn, { kind: 'send', rank, step: after });
    }
    this.#end[rank] = Math.max(this.#end[rank], time);
  }
}

/** Times of one call, in µs from its common beginning. */
export function evaluateCall(costs: ScheduleCosts, placement: ClusterPlacement, call: PricedCall): CallTimes {
  return new CallEvaluation(costs, placement, call).run();
}

/** A model that also knows when the last rank is done. */
export interface ScheduleModel extends LatencyModel {
  /** Mean over ranks and completion; `predict` gives the mean. */
  times(query: CollectiveQuery): CallTimes;
}

/** A call of as many ranks as `placement` places. */
export function callTimes(
  costs: ScheduleCosts,
  placement: ClusterPlacement,
  call: Pick<CollectiveQuery, 'collective' | 'algorithm' | 'bytes' | 'segments'>,
): CallTimes {
  const { collective, algorithm, bytes, segments } = call;
  const program = collectiveProgram(collective, algorithm, placement.node.length, bytes, segments);
  const reduces = collective === 'reduce';
  const passOn = reduces ? costs.forwardReduceUs : costs.forwardBcastUs;
  const forwardUs = (channel: number): number =>
    passOn + costs.forwardShare * knotValue(costs.message[channel], 1);
  if (!reduces) return evaluateCall(costs, placement, { program, forwardUs });
  const receiveUs = (channel: number, size: number): number =>
    Math.max(0, valueAt(costs.reduceService[channel], size));
  return evaluateCall(costs, placement, { program, forwardUs, receiveUs });
}

/** The model on a platform of such costs. Its answers throw UsageError for ranks that do not fit and ModelError for the library's own choice. */
export function scheduleModel(costs: ScheduleCosts): ScheduleModel {
  const times = (query: CollectiveQuery): CallTimes => {
    checkQuery(query, costs.shape);
    return callTimes(costs, placementOf(costs.shape, query.mapping, query.ranks), query);
  };
  const model = latencyModel({
    name: 'schedule',
    account: (query) => ({
      terms: times(query).ranksUs.map((us, rank) => ({ label: `rank ${rank}`, us })),
      meanOver: query.ranks,
    }),
  });
  return { ...model, times };
}
