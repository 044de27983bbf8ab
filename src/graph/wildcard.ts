/**
 * Receives from any source or of any tag, and exact ones that compete with them: matched in the order in which messages
 * arrive by the model at the machine's parameters, each by the receive posted first. Messages are priced as eager ones:
 * the guess is about who comes first, not about how long the transfer takes.
 */
import { type Machine, overheadOf } from '../machine/machine.js';
import { routeLatencyNs } from '../platform/network.js';
import { ANY, CALC, DEP_OP, IREQUIRES, RECV, rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import { NONE } from './channels.js';
import { checkTruncation } from './match.js';
import { type Successors, successors } from './successors.js';

/** Messages of one source and tag, in the order in which they are sent. */
class Queue {
  readonly source: number;
  readonly #sends: number[] = [];
  #head = 0;

  constructor(source: number) {
    this.source = source;
  }

  get first(): number {
    return this.#head < this.#sends.length ? this.#sends[this.#head] : NONE;
  }

  /** Messages mostly come as they are sent; one that was sent before others that are here goes before them. */
  add(send: number): void {
    const sends = this.#sends;
    let at = sends.length;
    while (at > this.#head && sends[at - 1] > send) at--;
    if (at === sends.length) sends.push(send);
    else sends.splice(at, 0, send);
  }

  take(): void {
    this.#head++;
  }
}

/** Runs the schedule forward as far as it goes, and hands one message at a time to an open receive when it stops. */
class Replay {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #machine: Machine;
  readonly #waiting: Uint32Array;
  readonly #post: Float64Array;
  readonly #posted: Uint8Array;
  readonly #arrival: Float64Array;
  readonly #successors: Successors;
  readonly #ready: number[] = [];
  /** By rank: open receives in schedule order, and by source and tag the messages that they may take. */
  readonly #wanted = new Map<number, number[]>();
  readonly #offers = new Map<number, Map<string, Queue>>();

  constructor(schedule: Schedule, partner: Uint32Array, open: readonly number[], machine: Machine) {
    this.#schedule = schedule;
    this.#partner = partner;
    this.#machine = machine;
    this.#waiting = new Uint32Array(schedule.operations);
    this.#post = new Float64Array(schedule.operations);
    this.#posted = new Uint8Array(schedule.operations);
    this.#arrival = new Float64Array(schedule.operations);
    this.#successors = successors(schedule);
    for (const op of open) append(this.#wanted, rankOf(schedule, op), op);
    for (let op = 0; op < schedule.operations; op++) {
      this.#waiting[op] = schedule.depStart[op + 1] - schedule.depStart[op];
      if (this.#waiting[op] === 0) this.#ready.push(op);
    }
  }

  /** Number of open receives that found a message. */
  run(): number {
    let guesses = 0;
    for (;;) {
      this.#advance();
      const pair = this.#earliest();
      if (pair === null) return guesses;
      this.#give(pair.recv, pair.send);
      guesses++;
    }
  }

  #advance(): void {
    for (let op = this.#ready.pop(); op !== undefined; op = this.#ready.pop()) this.#postOp(op);
  }

  /** All that `op` waits for is over: its start is known, and so is the end of a computation or a send. */
  #postOp(op: number): void {
    const { kind, value } = this.#schedule;
    const at = this.#post[op];
    this.#notify(op, at, true);
    this.#posted[op] = 1;
    if (kind[op] === CALC) this.#notify(op, at + value[op], false);
    else if (kind[op] === RECV) this.#tryEnd(op);
    else this.#sendOp(op, at);
  }

  #sendOp(op: number, at: number): void {
    const { value } = this.#schedule;
    const end = at + overheadOf(this.#machine, value[op]);
    this.#arrival[op] = end + this.#wire(op);
    this.#notify(op, end, false);
    const recv = this.#partner[op];
    if (recv === NONE) this.#offer(op);
    else this.#tryEnd(recv);
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

  /** The message that arrives first among those that a posted receive can take now. */
  #earliest(): { recv: number; send: number } | null {
    let best: { recv: number; send: number } | null = null;
    for (const [rank, wanted] of this.#wanted) {
      for (const recv of wanted) {
        if (this.#posted[recv] === 0) continue;
        const send = this.#firstFor(recv, this.#offers.get(rank));
        // Of two receives that fit one message the one posted first stays.
        if (send !== NONE && (best === null || this.#arrival[send] < this.#arrival[best.send]))
          best = { recv, send };
      }
    }
    return best;
  }

  #channel(send: number): string {
    return `${rankOf(this.#schedule, send)}/${this.#schedule.tag[send]}`;
  }

  #offer(send: number): void {
    const rank = this.#schedule.peer[send];
    let channels = this.#offers.get(rank);
    if (channels === undefined) {
      channels = new Map();
      this.#offers.set(rank, channels);
    }
    const channel = this.#channel(send);
    let queue = channels.get(channel);
    if (queue === undefined) {
      queue = new Queue(rankOf(this.#schedule, send));
      channels.set(channel, queue);
    }
    queue.add(send);
  }

  /**
   * The earliest offer that fits `recv`. Of one source and tag only the first sent may be taken; where the receive
   * takes any tag, of one source.
   */
  #firstFor(recv: number, channels: ReadonlyMap<string, Queue> | undefined): number {
    if (channels === undefined) return NONE;
    const { peer, tag, value } = this.#schedule;
    const bySource = new Map<number, number>();
    let best = NONE;
    for (const { source, first } of channels.values()) {
      if (first === NONE || (peer[recv] !== ANY && peer[recv] !== source)) continue;
      // A message larger than the buffer was meant for another receive: the program ran without truncation.
      if (value[first] > value[recv]) continue;
      if (tag[recv] === ANY) {
        const known = bySource.get(source);
        if (known === undefined || first < known) bySource.set(source, first);
      } else if (tag[recv] === tag[first]) {
        best = this.#earlier(first, best);
      }
    }
    for (const first of bySource.values()) best = this.#earlier(first, best);
    return best;
  }

  /** Of two messages the one that arrives first; of two at once, the one that comes first in the schedule. */
  #earlier(one: number, other: number): number {
    if (other === NONE) return one;
    const lead = this.#arrival[one] - this.#arrival[other];
    return lead < 0 || (lead === 0 && one < other) ? one : other;
  }

  #give(recv: number, send: number): void {
    const rank = this.#schedule.peer[send];
    this.#partner[recv] = send;
    this.#partner[send] = recv;
    remove(this.#wanted.get(rank), recv);
    this.#offers.get(rank)?.get(this.#channel(send))?.take();
    this.#tryEnd(recv);
  }
}

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function remove(list: number[] | undefined, value: number): void {
  if (list !== undefined) list.splice(list.indexOf(value), 1);
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
  let guesses = new Replay(schedule, partner, open, machine).run();
  if (guesses < open.length) guesses += matchLeftOver(schedule, partner, open);
  checkTruncation(schedule, partner);
  return guesses;
}
