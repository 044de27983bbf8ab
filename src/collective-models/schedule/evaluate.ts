/**
 * A discrete evaluation of a collective's messages on a platform: calls one after another with a barrier
 * between, as a benchmark makes them, and every rank's time in the last call. Steps of a rank run one at a
 * time on its core; small messages meet in queues, data of large ones share bandwidth.
 *
 * A message up to `bufferedBytes` leaves at once: its sender is done when the data are copied. A larger one
 * waits for its receiver, and both are done together.
 */

import { EventQueue } from './event-queue.js';
import { type Flow, Flows } from './flows.js';
import { curveAt, FLOW_BYTES, type ScheduleCosts } from './parameters.js';
import { NETWORK, type Placement } from './placement.js';
import type { Program, Step } from './program.js';
import { Wires } from './wires.js';

/** One call in the row of calls; ranks pass through the rounds each in its own time. */
interface Round {
  readonly program: Program;
  /** µs from a received message to the send that passes it on */
  readonly forwardUs: number;
  /** [channels] receiver's time for a message of `bytes` */
  readonly receiveUs: (channel: number, bytes: number) => number;
  /** [ranks] */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** [ranks] steps not yet done */
  readonly left: Int32Array;
  /** [ranks][steps] steps that each still waits for */
  readonly waits: readonly Int32Array[];
  /** Messages that have come and receives that are posted, by source · ranks + destination, oldest first. */
  readonly arrived: Map<number, Message[]>;
  readonly posted: Map<number, number[]>;
}

interface Message {
  readonly arrival: number;
  /** Data of a large message. */
  readonly data: Data | undefined;
}

interface Data extends Flow {
  readonly round: number;
  readonly sendStep: number;
  receiveStep: number;
  /** Sender and receiver are done together. */
  readonly meets: boolean;
  /** The sender was done when it had handed the message to the network card. */
  readonly handedOver: boolean;
  ended: boolean;
  /** When the receiver's own work on the message is over; undefined before it began. */
  received: number | undefined;
}

interface StepEvent<K extends string> {
  readonly kind: K;
  readonly round: number;
  readonly rank: number;
  readonly step: number;
}

interface ReceiveEvent extends StepEvent<'receive'> {
  readonly message: Message;
}

type Event =
  | StepEvent<'send'>
  | StepEvent<'done'>
  | ReceiveEvent
  | { readonly kind: 'flow'; readonly data: Data }
  | { readonly kind: 'received'; readonly data: Data };

export interface CallKind {
  readonly program: Program;
  readonly forwardUs: number;
  readonly receiveUs?: (channel: number, bytes: number) => number;
}

export interface CallTimes {
  /** Mean over the ranks of their time in the call: what the OSU benchmarks call latency. */
  readonly meanUs: number;
  /** The longest of them: what the OSU benchmarks call max. */
  readonly completionUs: number;
}

/** Calls before the one that counts: the ranks leave the barrier as they do in the long run. */
const WARM_UP = 2;

class Evaluation {
  readonly #costs: ScheduleCosts;
  readonly #placement: Placement;
  readonly #ranks: number;
  readonly #rounds: readonly Round[];
  readonly #wires: Wires;
  readonly #flows: Flows<Data>;
  readonly #events = new EventQueue<Event>();
  /** [ranks] round that each is in */
  readonly #current: Int32Array;
  readonly #coreFree: Float64Array;
  /** [ranks] when the gap after the last message is over */
  readonly #portFree: Float64Array;
  /** [ranks] receives that wait for the one under way; undefined when none is */
  readonly #queued: (Event[] | undefined)[];

  constructor(costs: ScheduleCosts, placement: Placement, kinds: readonly CallKind[]) {
    const ranks = placement.node.length;
    this.#costs = costs;
    this.#placement = placement;
    this.#ranks = ranks;
    this.#wires = new Wires(costs, placement);
    this.#flows = new Flows(costs, placement);
    this.#rounds = kinds.map((kind) => ({
      program: kind.program,
      forwardUs: kind.forwardUs,
      receiveUs: kind.receiveUs ?? ((channel) => this.#wires.receiveUs(channel)),
      start: new Float64Array(ranks),
      end: new Float64Array(ranks),
      left: Int32Array.from(kind.program, (steps) => steps.length),
      waits: kind.program.map((steps) => Int32Array.from(steps, (step) => step.waits)),
      arrived: new Map(),
      posted: new Map(),
    }));
    this.#current = new Int32Array(ranks);
    this.#coreFree = new Float64Array(ranks);
    this.#portFree = new Float64Array(ranks);
    this.#queued = new Array(ranks).fill(undefined);
  }

  run(): CallTimes {
    for (let rank = 0; rank < this.#ranks; rank++) this.#begin(rank, 0);
    for (;;) {
      const [event, flow] = [this.#events.nextTime, this.#flows.nextTime];
      if (flow <= event) {
        if (flow === Number.POSITIVE_INFINITY) break;
        this.#flowEnds(flow);
      } else this.#happen(event, this.#events.take());
    }
    const { start, end } = this.#rounds[this.#rounds.length - 1];
    const times = end.map((time, rank) => time - start[rank]);
    return {
      meanUs: times.reduce((sum, time) => sum + time, 0) / this.#ranks,
      completionUs: times.reduce((most, time) => Math.max(most, time), 0),
    };
  }

  #happen(time: number, event: Event): void {
    if (event.kind === 'send') this.#send(time, event);
    else if (event.kind === 'receive') this.#receive(time, event);
    else if (event.kind === 'done') this.#stepDone(time, event.round, event.rank, event.step);
    else if (event.kind === 'flow') this.#flows.start(time, event.data);
    else this.#received(time, event.data);
  }

  /** The rank's next rounds begin: receives are posted, sends that wait for nothing are ready. */
  #begin(rank: number, time: number): void {
    for (let number = this.#current[rank]; number < this.#rounds.length; number++) {
      const round = this.#rounds[number];
      const steps = round.program[rank];
      round.start[rank] = time;
      for (const [step, { kind, peer }] of steps.entries()) {
        if (kind === 'recv') this.#post(time, number, rank, step, peer);
        else if (round.waits[rank][step] === 0)
          this.#events.add(time, { kind: 'send', round: number, rank, step });
      }
      if (steps.length > 0) return;
      round.end[rank] = time;
      this.#current[rank] = number + 1;
    }
  }

  #post(time: number, number: number, rank: number, step: number, peer: number): void {
    const round = this.#rounds[number];
    const key = peer * this.#ranks + rank;
    const message = round.arrived.get(key)?.shift();
    if (message === undefined) {
      const posted = round.posted.get(key);
      if (posted === undefined) round.posted.set(key, [step]);
      else posted.push(step);
      return;
    }
    const arrival = Math.max(time, message.arrival);
    this.#events.add(arrival, { kind: 'receive', round: number, rank, step, message });
  }

  #send(time: number, event: StepEvent<'send'>): void {
    const { round: number, rank, step } = event;
    const free = Math.max(this.#coreFree[rank], this.#portFree[rank]);
    if (free > time) {
      this.#events.add(free, event);
      return;
    }
    const { peer, bytes, forwards } = this.#rounds[number].program[rank][step];
    const channel = this.#placement.channelOf(rank, peer);
    const large = bytes > FLOW_BYTES;
    const way = this.#wires.way(channel, large ? 1 : bytes);
    const sent = this.#wires.send(time, rank, peer, channel, way);
    this.#coreFree[rank] = sent.free;
    this.#portFree[rank] = Math.max(time + this.#costs.gapUs[channel], sent.free);
    const data = large ? this.#dataOf(number, rank, peer, step, channel, bytes, forwards) : undefined;
    if (data === undefined) this.#events.add(sent.free, { kind: 'done', round: number, rank, step });
    else if (!data.meets) {
      this.#events.add(sent.free, { kind: 'flow', data });
      if (data.handedOver) {
        const over = sent.free + this.#costs.nicCopyUsPerByte * bytes;
        this.#events.add(over, { kind: 'done', round: number, rank, step });
      }
    }
    this.#deliver(number, rank, peer, { arrival: sent.arrival, data });
  }

  #dataOf(
    round: number,
    source: number,
    destination: number,
    sendStep: number,
    channel: number,
    bytes: number,
    forwarded: boolean,
  ): Data {
    const message = this.#costs.message[channel];
    const alone = curveAt(message, bytes) - curveAt(message, 1);
    const meets = bytes > this.#costs.bufferedBytes;
    return {
      round,
      source,
      destination,
      sendStep,
      receiveStep: -1,
      channel,
      bytes,
      alone: alone > 0 ? bytes / alone : Number.POSITIVE_INFINITY,
      forwarded,
      meets,
      handedOver: !meets && channel === NETWORK,
      left: bytes,
      speed: 0,
      ended: false,
      received: undefined,
    };
  }

  #deliver(number: number, source: number, destination: number, message: Message): void {
    const round = this.#rounds[number];
    const key = source * this.#ranks + destination;
    const step = round.posted.get(key)?.shift();
    if (step !== undefined) {
      this.#events.add(message.arrival, { kind: 'receive', round: number, rank: destination, step, message });
      return;
    }
    const arrived = round.arrived.get(key);
    if (arrived === undefined) round.arrived.set(key, [message]);
    else arrived.push(message);
  }

  #receive(time: number, event: ReceiveEvent): void {
    const { round: number, rank, step, message } = event;
    const queued = this.#queued[rank];
    if (queued !== undefined) {
      queued.push(event);
      return;
    }
    if (this.#coreFree[rank] > time) {
      this.#events.add(this.#coreFree[rank], event);
      return;
    }
    const round = this.#rounds[number];
    const { peer, bytes } = round.program[rank][step];
    const work = round.receiveUs(this.#placement.channelOf(rank, peer), bytes);
    const { data } = message;
    if (data === undefined) {
      this.#coreFree[rank] = time + work;
      this.#events.add(time + work, { kind: 'done', round: number, rank, step });
      return;
    }
    data.receiveStep = step;
    data.received = time + work;
    this.#queued[rank] = [];
    if (data.meets) this.#flows.start(time, data);
    else if (data.ended) this.#events.add(data.received, { kind: 'received', data });
  }

  #flowEnds(time: number): void {
    const data = this.#flows.end();
    if (data === undefined) return;
    data.ended = true;
    if (!data.handedOver) this.#stepDone(time, data.round, data.source, data.sendStep);
    if (data.received !== undefined) {
      this.#events.add(Math.max(time, data.received), { kind: 'received', data });
    }
  }

  #received(time: number, data: Data): void {
    const rank = data.destination;
    const queued = this.#queued[rank] ?? [];
    this.#queued[rank] = undefined;
    this.#coreFree[rank] = time;
    for (const event of queued) this.#events.add(time, event);
    this.#stepDone(time, data.round, rank, data.receiveStep);
  }

  #stepDone(time: number, number: number, rank: number, step: number): void {
    const round = this.#rounds[number];
    const steps: readonly Step[] = round.program[rank];
    for (const after of steps[step].next) {
      if (--round.waits[rank][after] > 0 || steps[after].kind !== 'send') continue;
      const ready = time + (steps[after].forwards ? round.forwardUs : 0);
      this.#events.add(ready, { kind: 'send', round: number, rank, step: after });
    }
    if (--round.left[rank] > 0) return;
    round.end[rank] = time;
    this.#current[rank] = number + 1;
    this.#begin(rank, time);
  }
}

/**
 * Times of `call`: with a `barrier`, in the long run of a benchmark that separates its calls by it; without,
 * of one call that all ranks begin at once.
 */
export function evaluateCall(
  costs: ScheduleCosts,
  placement: Placement,
  call: CallKind,
  barrier?: CallKind,
): CallTimes {
  const kinds: CallKind[] = [];
  if (barrier !== undefined) for (let i = 0; i < WARM_UP; i++) kinds.push(call, barrier);
  return new Evaluation(costs, placement, [...kinds, call]).run();
}
