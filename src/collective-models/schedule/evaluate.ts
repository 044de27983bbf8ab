/**
 * A discrete evaluation of one collective's messages on a platform. All ranks begin the call at once; receives
 * are posted then. Steps of a rank run one at a time on its core; small messages meet in queues, data of
 * large ones share bandwidth.
 *
 * A message up to `bufferedBytes` leaves at once: its sender is done when the data are copied. A larger one
 * waits for its receiver, and both are done together.
 */
import { EventQueue } from './event-queue.js';
import { type Flow, Flows } from './flows.js';
import { FLOW_BYTES, knotValue, type ScheduleCosts } from './parameters.js';
import { type ClusterPlacement, NETWORK } from './placement.js';
import type { CallProgram } from './program.js';
import { Wires } from './wires.js';

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
  readonly #events = new EventQueue<CallEvent>();
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
      const [event, flow] = [this.#events.nextTime, this.#flows.nextTime];
      if (flow <= event) {
        if (flow === Number.POSITIVE_INFINITY) break;
        this.#flowEnds(flow);
      } else this.#happen(event, this.#events.take());
    }
    return {
      meanUs: this.#end.reduce((sum, time) => sum + time, 0) / this.#end.length,
      completionUs: this.#end.reduce((most, time) => Math.max(most, time), 0),
    };
  }

  #begin(rank: number): void {
    for (const [step, { kind, peer, waits }] of this.#program[rank].entries()) {
      if (kind === 'send') {
        if (waits === 0) this.#events.add(0, { kind, rank, step });
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
      this.#events.add(free, event);
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
    if (data === undefined) this.#events.add(sent.free, { kind: 'done', rank, step });
    else if (!data.meets) this.#sendBuffered(sent.free, data);
    const receive = this.#posted.get(rank * this.#program.length + peer)?.shift();
    if (receive === undefined) throw new Error(`rank ${peer} posts no receive for a message of rank ${rank}`);
    this.#events.add(sent.arrival, { kind: 'receive', rank: peer, step: receive, data });
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
    this.#events.add(time, { kind: 'flow', data });
    if (!data.handedOver) return;
    const over = time + this.#costs.nicCopyUsPerByte * data.bytes;
    this.#events.add(over, { kind: 'done', rank: data.source, step: data.sendStep });
  }

  #receive(time: number, event: ReceiveEvent): void {
    const { rank, step, data } = event;
    const queued = this.#queued[rank];
    if (queued !== undefined) {
      queued.push(event);
      return;
    }
    if (this.#coreFree[rank] > time) {
      this.#events.add(this.#coreFree[rank], event);
      return;
    }
    const { peer, bytes } = this.#program[rank][step];
    const over = time + this.#receiveUs(this.#placement.channelOf(rank, peer), bytes);
    if (data === undefined) {
      this.#coreFree[rank] = over;
      this.#events.add(over, { kind: 'done', rank, step });
      return;
    }
    data.receiveStep = step;
    data.received = over;
    this.#queued[rank] = [];
    if (data.meets) this.#flows.start(time, data);
    else if (data.ended) this.#events.add(over, { kind: 'received', data });
  }

  #flowEnds(time: number): void {
    const data = this.#flows.end();
    if (data === undefined) return;
    data.ended = true;
    if (!data.handedOver) this.#stepDone(time, data.source, data.sendStep);
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
    this.#stepDone(time, rank, data.receiveStep);
  }

  #stepDone(time: number, rank: number, step: number): void {
    const steps = this.#program[rank];
    for (const after of steps[step].next) {
      if (--this.#waits[rank][after] > 0 || steps[after].kind !== 'send') continue;
      const passingOn = steps[after].forwards
        ? this.#forwardUs(this.#placement.channelOf(rank, steps[step].peer))
        : 0;
      this.#events.add(time + passingOn, { kind: 'send', rank, step: after });
    }
    this.#end[rank] = Math.max(this.#end[rank], time);
  }
}

/** Times of one call, in µs from its common beginning. */
export function evaluateCall(costs: ScheduleCosts, placement: ClusterPlacement, call: PricedCall): CallTimes {
  return new CallEvaluation(costs, placement, call).run();
}
