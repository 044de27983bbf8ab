/**
 * Receives from any source or of any tag, and exact ones that compete with them: matched in the order in which messages
 * arrive by the model at the machine's parameters, each by the receive posted first in time; and receives that the
 * program takes as their messages come. Messages are priced as eager ones: the guess is about who comes first, not
 * about how long the transfer takes.
 */
import { ANSWERED, COSTS, CROSSING, WIRE } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { MessageCosts } from '../machine/message-costs.js';
import { NONE } from '../schedule/columns.js';
import { ANY, CALC, rankOf, type Schedule, SEND, takesTag } from '../schedule/schedule.js';
import type { Arrivals } from './arrivals.js';
import { Forward } from './forward.js';
import { Mailbox } from './mailbox.js';
import { isOffered } from './match.js';
import { ReadyQueue } from './serial-queue.js';

/**
 * What happens to a contested message or an open receive, in the order in which it counts where it happens at once:
 * a message sets out, a receive is posted, a message arrives, one of those that are taken as they come does.
 */
const SENT = 0;
const POSTED = 1;
const ARRIVED = 2;
const COMES = 3;
/** An event as one number: its kind, then its operation, or its place among the arrivals. */
const KIND = 2 ** 32;

/** Plays the schedule forward in time; what is not matched yet meets as its mailboxes say. */
class ForwardMatch {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #arrivals: Arrivals;
  readonly #costs: MessageCosts;
  readonly #forward: Forward;
  readonly #events = new ReadyQueue();
  /** By rank. */
  readonly #mailboxes = new Map<number, Mailbox>();

  constructor(schedule: Schedule, partner: Uint32Array, arrivals: Arrivals, machine: Machine) {
    this.#schedule = schedule;
    this.#partner = partner;
    this.#arrivals = arrivals;
    this.#costs = new MessageCosts(schedule, machine);
    this.#forward = new Forward(schedule, machine.async);
  }

  /** Number of open receives, and of those of the arrivals, that found a message. */
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
    for (let op = this.#forward.next(); op !== NONE; op = this.#forward.next()) this.#start(op);
  }

  /** Pairs of receive and send that meet. */
  #happens(kind: number, op: number): readonly (readonly [number, number])[] {
    if (kind === COMES) return [this.#arrivals.come(op)];
    if (kind === ARRIVED) return this.#mailbox(this.#schedule.peer[op]).arrive(op);
    if (kind === SENT) {
      this.#mailbox(this.#schedule.peer[op]).sent(op);
      return [];
    }
    const send = this.#mailbox(this.#costs.rank[op]).post(op);
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
  #start(op: number): void {
    const { kind, value } = this.#schedule;
    const at = this.#forward.readyAt(op);
    if (kind[op] === SEND) {
      this.#send(op, at);
      return;
    }
    this.#forward.start(op, at, at);
    if (kind[op] === CALC) this.#forward.end(op, at + value[op]);
    else if (this.#partner[op] !== NONE) this.#tryEnd(op);
    else if (this.#arrivals.placeOf(op) === undefined) this.#events.add(at, POSTED * KIND + op);
  }

  #send(op: number, at: number): void {
    const end = at + this.#costs.price(op, COSTS.eager.sending);
    const arrival = end + this.#costs.price(op, WIRE);
    this.#forward.start(op, at, arrival);
    if (!this.#waits(op)) this.#forward.end(op, end);
    const recv = this.#partner[op];
    if (recv !== NONE) this.#tryEnd(recv);
    if (recv !== NONE || !isOffered(this.#schedule, op)) return;
    const place = this.#arrivals.placeOf(op);
    if (place !== undefined) {
      this.#events.add(arrival, COMES * KIND + place);
      return;
    }
    this.#events.add(at, SENT * KIND + op);
    this.#events.add(arrival, ARRIVED * KIND + op);
  }

  #tryEnd(recv: number): void {
    const forward = this.#forward;
    const send = this.#partner[recv];
    if (send === NONE || !forward.hasStarted(recv) || !forward.hasStarted(send)) return;
    const costs = this.#costs;
    const end = forward.meeting(recv, send) + costs.price(send, COSTS.eager.taking);
    forward.end(recv, end);
    if (this.#waits(send)) forward.end(send, end + costs.price(send, CROSSING) + costs.price(send, ANSWERED));
  }

  /** Whether the program itself made `send` synchronous: what it does next comes behind the receive. */
  #waits(send: number): boolean {
    const { synchronous } = this.#schedule;
    return synchronous !== null && synchronous[send] !== 0;
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
  const { peer, tag } = schedule;
  const offers = new Map<number, number[]>();
  for (let op = 0; op < schedule.operations; op++)
    if (isOffered(schedule, op) && partner[op] === NONE) append(offers, peer[op], op);
  let matched = 0;
  for (const recv of open) {
    if (partner[recv] !== NONE) continue;
    const list = offers.get(rankOf(schedule, recv)) ?? [];
    const at = list.findIndex(
      (send) =>
        takesTag(tag[recv], tag[send]) && (peer[recv] === ANY || peer[recv] === rankOf(schedule, send)),
    );
    if (at < 0) continue;
    const [send] = list.splice(at, 1);
    partner[recv] = send;
    partner[send] = recv;
    matched++;
  }
  return matched;
}

/**
 * Fills `partner` for open receives, and anew for the arrivals; returns how many open ones found a message. What finds
 * none stays NONE.
 */
export function matchWildcards(
  schedule: Schedule,
  partner: Uint32Array,
  { open, arrivals }: { readonly open: readonly number[]; readonly arrivals: Arrivals },
  machine: Machine,
): number {
  arrivals.part(partner);
  const played = new ForwardMatch(schedule, partner, arrivals, machine).run();
  let guesses = played + arrivals.meetLeftOver(partner) - arrivals.count;
  if (guesses < open.length) guesses += matchLeftOver(schedule, partner, open);
  return guesses;
}
