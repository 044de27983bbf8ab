/** The critical path of a program that was played, or compiled: from what ends last back to time zero, each step by what decided it. */

import type { ExecutionGraph } from '../graph/execution-graph.js';
import { isEnd, opOf, postOf } from '../graph/graph-events.js';
import type { PathEvents } from '../kernels/compile-kernel.js';
import { type Cost, INJECTION, MessageCosts, NO_COST } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { CALC, DEP_OP, IREQUIRES, NONE, RECV, SEND } from '../schedule/schedule.js';
import type { Prices } from './line-system.js';
import { type PathStep, Steps, withGap } from './path-steps.js';
import { type Play, same, type Value } from './play.js';
import type { Bound } from './window-costs.js';

/**
 * A place on the critical path: when `op` starts, ends, has left its CPU, lets the next send leave by its NIC, or when its
 * data have come.
 */
interface Point {
  readonly op: number;
  readonly what: 'post' | 'end' | 'released' | 'distance' | 'come';
}

/** The steps of the longest path, first step first. */
export function criticalPathOf(play: Play): PathStep[] {
  return new Backward(play).run();
}

class Backward {
  readonly #play: Play;
  readonly #make: Steps;
  /** Last first. */
  readonly #steps: PathStep[] = [];

  constructor(play: Play) {
    this.#play = play;
    this.#make = new Steps(play.costs, play.prices, play.x);
  }

  run(): PathStep[] {
    for (let at = this.#last(); at !== null; ) at = this.#back(at);
    return this.#steps.reverse();
  }

  /** End of the path; operations for which only the end of the program waits may come after all others. */
  #last(): Point | null {
    const last = this.#play.lastOp();
    if (last === NONE) return null;
    const final = this.#play.lastBound();
    if (final !== null && this.#play.longer(this.#play.boundEnd(final.bound), this.#play.endOf(last)))
      return this.#boundBack(final.op, final.bound);
    return { op: last, what: 'end' };
  }

  /** The point that decides when `at` is, after the step between the two was added. */
  #back(at: Point): Point | null {
    const { op, what } = at;
    if (what === 'post') return this.#postBack(op);
    if (what === 'come') return this.#comeBack(op);
    if (this.#play.graph.schedule.kind[op] === CALC) {
      this.#steps.push(this.#make.computation(op, this.#startOf(op)));
      return { op, what: 'post' };
    }
    if (what === 'distance') {
      this.#steps.push(this.#distance(op));
      return { op, what: 'post' };
    }
    return this.#messageBack(at);
  }

  /** The same where a send or receive ends, or leaves its CPU. */
  #messageBack({ op, what }: Point): Point | null {
    const { schedule, partner } = this.#play.graph;
    const receives = schedule.kind[op] === RECV;
    const [send, recv] = receives ? [partner[op], op] : [op, partner[op]];
    const { sending, taking, ...costs } = this.#play.costs.of(send);
    const whole = receives ? costs.recvEnd : costs.sendEnd;
    const afterData = receives ? costs.recvAfterData : costs.sendAfterData;
    const ending = what === 'end' ? whole : receives ? taking : null;
    if (ending === null) {
      this.#message(op, this.#startOf(op), sending, send);
      return { op, what: 'post' };
    }
    if (what === 'end' && afterData !== null && this.#play.comesApart(recv)) {
      this.#message(op, this.#play.ns(this.#play.comeOf(recv)), afterData, send);
      return { op: recv, what: 'come' };
    }
    this.#message(op, this.#play.ns(this.#play.meetingOf(recv)), ending, send);
    return this.#meetingBack(recv);
  }

  /** The event that decides when `recv` meets its message. */
  #meetingBack(recv: number): Point | null {
    const play = this.#play;
    const send = play.graph.partner[recv];
    const met = play.meetingOf(recv);
    if (same(play.arrivalOf(recv), met)) {
      this.#message(send, this.#startOf(send), play.costs.of(send).sendToMeet, send);
      return { op: send, what: 'post' };
    }
    if (same(play.postOf(recv), met)) return { op: recv, what: 'post' };
    const cpu = play.cpuBefore(recv);
    return cpu === NONE ? this.#heldBack(recv, met) : { op: cpu, what: 'released' };
  }

  /** The event that lets the data of `recv` come at `come`: copies that were sent with them, or the receive before it. */
  #heldBack(recv: number, come: Value): Point | null {
    const play = this.#play;
    const send = play.graph.partner[recv];
    const copied = play.copiedOf(send);
    if (copied !== null && same(play.boundEnd(copied), come)) return this.#boundBack(send, copied);
    return this.#behindBack(recv);
  }

  /** The event that decides when the data of `recv` have come: its own message, or the receive before it. */
  #comeBack(recv: number): Point | null {
    const play = this.#play;
    const send = play.graph.partner[recv];
    if (!play.fetches(send)) return this.#meetingBack(recv);
    const met = play.meetingOf(recv);
    const { data } = play.costs.of(send);
    const come = play.comeOf(recv);
    if (!same(come, play.plus(met, data, send))) return this.#heldBack(recv, come);
    this.#message(recv, play.ns(met), data, send);
    return this.#meetingBack(recv);
  }

  /** The transfer of `recv` behind what the receive before it took. */
  #behindBack(recv: number): Point {
    const play = this.#play;
    const { partner } = play.graph;
    const { cpu, nic, gap } = play.machine;
    const before = play.programBefore(recv);
    const start = play.comeOf(before);
    const end = play.behindData(recv) ?? start;
    const transfer = nic === 'free' ? NO_COST : INJECTION;
    const earlier = partner[before];
    const taken = cpu === 'free' ? start : play.takenAt(start, earlier);
    const spaced = !same(end, play.plus(taken, transfer, partner[recv]));
    const step = this.#make.message(recv, play.ns(spaced ? start : taken), transfer, partner[recv]);
    this.#steps.push(spaced ? withGap(step, gap) : step);
    if (!spaced && cpu !== 'free')
      this.#message(before, play.ns(start), play.costs.of(earlier).taking, earlier);
    return { op: before, what: 'come' };
  }

  /** The event that decides when `op` starts; adds the price of an `irequires` where it has one of its own. */
  #postBack(op: number): Point | null {
    const play = this.#play;
    const { depStart, deps, kind } = play.graph.schedule;
    const post = play.postOf(op);
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      if (!same(play.dependency(deps[i]), post)) continue;
      const before = deps[i] & DEP_OP;
      if ((deps[i] & IREQUIRES) === 0) return { op: before, what: 'end' };
      if (play.costs.holdsCpu(before)) return { op: before, what: 'released' };
      const ns = play.costs.startNs(before);
      if (ns > 0) this.#steps.push(this.#make.async(op, this.#startOf(before), ns));
      return { op: before, what: 'post' };
    }
    const cpu = kind[op] === RECV ? NONE : play.cpuBefore(op);
    if (cpu !== NONE && same(play.released(cpu), post)) return { op: cpu, what: 'released' };
    const sent = play.sendBefore(op);
    if (sent !== NONE && same(play.distanceEnd(sent), post)) return { op: sent, what: 'distance' };
    const posted = play.postedBehind(op);
    if (posted !== NONE && same(play.posted(posted), post))
      return { op: posted, what: play.machine.cpu === 'free' ? 'post' : 'released' };
    const bound = play.boundsOf(op).find((one) => same(play.boundEnd(one), post));
    return bound === undefined ? null : this.#boundBack(op, bound);
  }

  /** The sum of several messages, in the name of the operation that waits or sends: a step for each route. */
  #boundBack(op: number, { from, overheads, overheadNs, gapNs, tolls }: Bound): Point | null {
    const overhead = this.#make.overheadOf(overheads, overheadNs);
    let end = from === NONE ? 0 : this.#startOf(from);
    const steps = tolls.map((toll, i) => {
      const paid =
        i === 0 ? this.#make.toll(op, end, toll, overhead, overheads) : this.#make.toll(op, end, toll, 0, 0);
      const step = i === tolls.length - 1 ? withGap(paid, gapNs) : paid;
      end = step.end;
      return step;
    });
    this.#steps.push(...steps.reverse());
    return from === NONE ? null : { op: from, what: 'post' };
  }

  /** The delay of the next send at a send's NIC: its overhead, or gap and bytes. */
  #distance(send: number): PathStep {
    const play = this.#play;
    const start = this.#startOf(send);
    if (same(play.distanceEnd(send), play.sentBy(send)))
      return this.#make.message(send, start, play.costs.of(send).sending, send);
    return withGap(this.#make.message(send, start, INJECTION, send), play.machine.gap);
  }

  #startOf(op: number): number {
    return this.#play.ns(this.#play.postOf(op));
  }

  #message(op: number, start: number, cost: Cost, send: number): void {
    this.#steps.push(this.#make.message(op, start, cost, send));
  }
}

// The critical path of a program that was compiled, not played: events that decide, and the steps between them.

/** The compiled program, and the prices of the path, with x as they count it. */
interface Compiled {
  readonly graph: ExecutionGraph;
  readonly machine: Machine;
  readonly prices: Prices;
  readonly x: number;
}

/** Of a long path few steps are requested: each is made on request. Event 0 is the end of the last operation. */
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
    const before = i + 1 < events.length ? opOf(events[i + 1]) : NONE;
    if (before === NONE || isEnd(events[i + 1])) return [];
    if (this.#costs.holdsCpu(before))
      return [this.#make.message(before, this.#post(before), this.#costs.of(before).sending, before)];
    const ns = this.#costs.startNs(before);
    return ns > 0 ? [this.#make.async(op, this.#post(before), ns)] : [];
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

  #post(op: number): number {
    return this.#ns(this.#path.postOf(op));
  }

  #ns({ c, a }: { readonly c: number; readonly a: number }): number {
    const { x, prices } = this.#compiled;
    return (c + a * x) / prices.scale;
  }
}
