/** The critical path of a program that was compiled, not played: events that decide, and the steps between them. */
import { isEnd, opOf, postOf } from '../graph/events.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { PathEvents } from '../kernels/places.js';
import type { Machine } from '../machine/machine.js';
import { MessageCosts } from '../machine/message-costs.js';
import { CALC, SEND } from '../schedule/schedule.js';
import type { Prices } from './lines.js';
import type { PathStep } from './path.js';
import { Steps } from './steps.js';

/** What was compiled, and the prices that the path was found at, x as they count it. */
export interface Compiled {
  readonly graph: ExecutionGraph;
  readonly machine: Machine;
  readonly prices: Prices;
  readonly x: number;
}

/** Of a long path few steps are asked for: each is made when it is. Event 0 is the end of what ends last. */
export class PlacedPath {
  readonly #path: PathEvents;
  readonly #compiled: Compiled;
  readonly #costs: MessageCosts;
  readonly #make: Steps;

  constructor(path: PathEvents, compiled: Compiled) {
    this.#path = path;
    this.#compiled = compiled;
    this.#costs = new MessageCosts(compiled.graph.schedule, compiled.machine);
    this.#make = new Steps(this.#costs, compiled.prices, compiled.x);
  }

  /** Number of events. */
  get length(): number {
    return this.#path.events.length;
  }

  /** The event nearest to the end of the path that takes a message's time, and the farthest; −1: none does. */
  get messages(): { readonly nearest: number; readonly farthest: number } {
    return this.#path;
  }

  /** Messages that cross the network on the path. */
  get crossings(): number {
    return this.#path.crossings;
  }

  /** The steps between event i and the one that decides it, first step first. */
  stepsAt(i: number): PathStep[] {
    const { events } = this.#path;
    const op = opOf(events[i]);
    if (isEnd(events[i])) return this.#ending(op, i);
    return this.#isAsync(i) ? [this.#make.async(op, this.#post(opOf(events[i + 1])))] : [];
  }

  #ending(op: number, i: number): PathStep[] {
    const { kind } = this.#compiled.graph.schedule;
    if (kind[op] === CALC) return [this.#make.computation(op, this.#post(op))];
    const { send, recv, ending } = this.#endOf(op);
    const { sending, sendToMeet } = this.#costs.of(send);
    if (ending === null) return [this.#make.message(op, this.#post(op), sending, send)];
    const taken = this.#make.message(op, this.#ns(this.#path.meetingOf(recv)), ending, send);
    return this.#arrives(i, send)
      ? [this.#make.message(send, this.#post(send), sendToMeet, send), taken]
      : [taken];
  }

  /** The message of a send or receive, and what its end costs behind the meeting point; null: a send that ends by itself. */
  #endOf(op: number) {
    const { schedule, partner } = this.#compiled.graph;
    const sends = schedule.kind[op] === SEND;
    const [send, recv] = sends ? [op, partner[op]] : [partner[op], op];
    const { sendEnd, recvEnd } = this.#costs.of(send);
    return { send, recv, ending: sends ? sendEnd : recvEnd };
  }

  /** Whether the message decides when the two ends meet that event i comes behind. */
  #arrives(i: number, send: number): boolean {
    return this.#path.events[i + 1] === postOf(send);
  }

  /** Whether event i is a post that an `irequires` keeps waiting at a price. */
  #isAsync(i: number): boolean {
    const { events } = this.#path;
    const follows = i + 1 < events.length && !isEnd(events[i]) && !isEnd(events[i + 1]);
    return follows && this.#compiled.machine.async > 0;
  }

  #post(op: number): number {
    return this.#ns(this.#path.postOf(op));
  }

  #ns({ c, a }: { readonly c: number; readonly a: number }): number {
    const { x, prices } = this.#compiled;
    return (c + a * x) / prices.scale;
  }
}
