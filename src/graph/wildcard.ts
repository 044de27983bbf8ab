/**
 * Receives from any source or of any tag, and exact ones that compete with them: matched in the order in which messages
 * arrive by the model at the machine's parameters, each by the receive posted first in time. Messages are priced as
 * eager ones: the guess is about who comes first, not about how long the transfer takes.
 */
import { type Machine, overheadOf } from '../machine/machine.js';
import { routeLatencyNs } from '../machine/network.js';
import { NONE } from '../schedule/columns.js';
import { ANY, CALC, DEP_OP, IREQUIRES, RECV, rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import { Mailbox } from './mailbox.js';
import { checkTruncation } from './match.js';
import { ReadyQueue } from './serial-queue.js';
import { type Successors, successors } from './successors.js';

/**
 * What happens to a contested message or an open receive, in the order in which it counts where it happens at once:
 * a message sets out, a receive is posted, a message arrives.
 */
const SENT = 0;
const POSTED = 1;
const ARRIVED = 2;
/** An event as one number: its kind, then its operation. */
const KIND = 2 ** 32;

/** Plays the schedule forward in time; what is not matched yet meets as its mailboxes say. */
class ForwardMatch {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #machine: Machine;
  readonly #waiting: Uint32Array;
  readonly #post: Float64Array;
  readonly #posted: Uint8Array;
  readonly #arrival: Float64Array;
  readonly #successors: Successors;
  readonly #ready: number[] = [];
  readonly #events = new ReadyQueue();
  /** By rank. */
  readonly #mailboxes = new Map<number, Mailbox>();

  constructor(schedule: Schedule, partner: Uint32Array, machine: Machine) {
    this.#schedule = schedule;
    this.#partner = partner;
    this.#machine = machine;
    this.#waiting = new Uint32Array(schedule.operations);
    this.#post = new Float64Array(schedule.operations);
    this.#posted = new Uint8Array(schedule.operations);
    this.#arrival = new Float64Array(schedule.operations);
    this.#successors = successors(schedule);
    for (let op = 0; op < schedule.operations; op++) {
      this.#waiting[op] = schedule.depStart[op + 1] - schedule.depStart[op];
      if (this.#waiting[op] === 0) this.#ready.push(op);
    }
  }

  /** Number of open receives that found a message. */
  run(): number {
    let guesses = 0;
    for (this.#advance(); this.#events.size > 0; this.#advance()) {
      const event = this.#events.take();
      for (const [recv, send] of this.#happens(Math.floor(event / KIND), event % KIND)) {
        this.#partner[recv] = send;
        this.#partner[send] = recv;
        this.#tryEnd(recv);
        guesses++;
      }
    }
    return guesses;
  }

  /** Plays on what is matched: it knows when all else happens that does not wait for a match of now or later. */
  #advance(): void {
    for (let op = this.#ready.pop(); op !== undefined; op = this.#ready.pop()) this.#postOp(op);
  }

  /** Pairs of receive and send that meet. */
  #happens(kind: number, op: number): readonly (readonly [number, number])[] {
    if (kind === ARRIVED) return this.#mailbox(this.#schedule.peer[op]).arrive(op);
    if (kind === SENT) {
      this.#mailbox(this.#schedule.peer[op]).sent(op);
      return [];
    }
    const send = this.#mailbox(rankOf(this.#schedule, op)).post(op);
    return send === NONE ? [] : [[op, send]];
  }

  #mailbox(rank: number): Mailbox {
    let mailbox = this.#mailboxes.get(rank);
    if (mailbox === undefined) {
      mailbox = new Mailbox(this.#schedule);
      this.#mailboxes.set(rank, mailbox);
    }
    return mailbox;
  }

  /** All that `op` waits for is over: its start is known, and so is the end of a computation or a send. */
  #postOp(op: number): void {
    const { kind, value } = this.#schedule;
    const at = this.#post[op];
    this.#notify(op, at + this.#machine.async, true);
    this.#posted[op] = 1;
    if (kind[op] === CALC) this.#notify(op, at + value[op], false);
    else if (kind[op] === RECV && this.#partner[op] === NONE) this.#events.add(at, POSTED * KIND + op);
    else if (kind[op] === RECV) this.#tryEnd(op);
    else this.#sendOp(op, at);
  }

  #sendOp(op: number, at: number): void {
    const { value } = this.#schedule;
    const end = at + overheadOf(this.#machine, value[op]);
    this.#arrival[op] = end + this.#wire(op);
    if (!this.#waits(op)) this.#notify(op, end, false);
    const recv = this.#partner[op];
    if (recv !== NONE) {
      this.#tryEnd(recv);
      return;
    }
    this.#events.add(at, SENT * KIND + op);
    this.#events.add(this.#arrival[op], ARRIVED * KIND + op);
  }

  #wire(send: number): number {
    const { network } = this.#machine;
    const { value, peer } = this.#schedule;
    const route = network.routeOf(rankOf(this.#schedule, send), peer[send]);
    const gap = network.gaps[network.routes[route].gap].gapNsPerByte;
    return routeLatencyNs(network, route) + Math.max(value[send] - 1, 0) * gap;
  }

  #tryEnd(recv: number): void {
    const send = this.#partner[recv];
    if (send === NONE || this.#posted[recv] === 0 || this.#posted[send] === 0) return;
    const end =
      Math.max(this.#post[recv], this.#arrival[send]) + overheadOf(this.#machine, this.#schedule.value[send]);
    this.#notify(recv, end, false);
    // The answer's way, and the o to take it.
    if (this.#waits(send)) this.#notify(send, end + this.#latency(send) + this.#overhead(send), false);
  }

  /** Whether the program itself made `send` synchronous: what it does next comes behind the receive. */
  #waits(send: number): boolean {
    const { synchronous } = this.#schedule;
    return synchronous !== null && synchronous[send] !== 0;
  }

  #overhead(send: number): number {
    return overheadOf(this.#machine, this.#schedule.value[send]);
  }

  #latency(send: number): number {
    const { network } = this.#machine;
    return routeLatencyNs(network, network.routeOf(rankOf(this.#schedule, send), this.#schedule.peer[send]));
  }

  /** Tells the operations that wait for the post (`immediate`) or the end of `op`. */
  #notify(op: number, at: number, immediate: boolean): void {
    const { start, after } = this.#successors;
    for (let i = start[op]; i < start[op + 1]; i++) {
      if (((after[i] & IREQUIRES) !== 0) !== immediate) continue;
      const next = after[i] & DEP_OP;
      if (at > this.#post[next]) this.#post[next] = at;
      if (--this.#waiting[next] === 0) this.#ready.push(next);
    }
  }
}

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/**
 * Gives the open receives that the replay never reached any message that fits. Where every operation has a
 * partner now, the program stopped because it deadlocks, and the order of events will find the cycle.
 */
function matchLeftOver(schedule: Schedule, partner: Uint32Array, open: readonly number[]): number {
  const { kind, peer, tag } = schedule;
  const offers = new Map<number, number[]>();
  for (let op = 0; op < schedule.operations; op++)
    if (kind[op] === SEND && partner[op] === NONE) append(offers, peer[op], op);
  let matched = 0;
  for (const recv of open) {
    if (partner[recv] !== NONE) continue;
    const list = offers.get(rankOf(schedule, recv)) ?? [];
    const at = list.findIndex(
      (send) =>
        (tag[recv] === ANY || tag[recv] === tag[send]) &&
        (peer[recv] === ANY || peer[recv] === rankOf(schedule, send)),
    );
    if (at < 0) continue;
    const [send] = list.splice(at, 1);
    partner[recv] = send;
    partner[send] = recv;
    matched++;
  }
  return matched;
}

/** Fills `partner` for open receives; returns how many found a message. What finds none stays NONE. */
export function matchWildcards(
  schedule: Schedule,
  partner: Uint32Array,
  open: readonly number[],
  machine: Machine,
): number {
  let guesses = new ForwardMatch(schedule, partner, machine).run();
  if (guesses < open.length) guesses += matchLeftOver(schedule, partner, open);
  checkTruncation(schedule, partner);
  return guesses;
}
