/**
 * Receives from any source or of any tag, and exact ones that compete with them: matched in the order in which messages
 * arrive by the model at the machine's parameters, each by the receive posted first in time; and receives that the
 * program takes as their messages come. Messages are priced as eager ones: the guess is about who comes first, not
 * about how long the transfer takes.
 */

import { ANSWERED, COSTS, CROSSING, MessageCosts, WIRE } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { CALC, NONE, RECV, rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import { Forward, ReadyQueue } from './forward.js';
import { Mailbox } from './mailbox.js';
import { isOffered } from './match.js';

/** A choice: its receives, in the order in which they were taken. */
type Choice = readonly number[];

/**
 * Receives that a program takes as their messages arrive (MPI_Waitany and related calls): their messages meet them in
 * the order of arrival, the k-th to come the k-th that was taken in the run of the schedule.
 */
export class Arrivals {
  /** By place, choice after choice in the order in which they were traced: partners by source and tag. */
  readonly #sends: number[] = [];
  readonly #receives: number[] = [];
  /** By place: the first place of its choice. */
  readonly #first: number[] = [];
  /** By the first place of a choice: the place of the receive that takes the next arrival. */
  readonly #next = new Map<number, number>();
  readonly #placeOf = new Map<number, number>();

  /** `partner`: partners by source and tag. Choices with a receive without one are left unchanged. */
  constructor(schedule: Schedule, partner: Uint32Array) {
    for (const choice of choicesOf(schedule)) {
      if (choice.some((recv) => schedule.kind[recv] !== RECV || partner[recv] === NONE)) continue;
      const first = this.#receives.length;
      this.#next.set(first, first);
      for (const recv of choice) this.#add(recv, partner[recv], first);
    }
  }

  #add(recv: number, send: number, first: number): void {
    this.#placeOf.set(send, this.#sends.length).set(recv, this.#sends.length);
    this.#sends.push(send);
    this.#receives.push(recv);
    this.#first.push(first);
  }

  /** How many messages are taken as they arrive. */
  get count(): number {
    return this.#sends.length;
  }

  /** Place of a send or receive; undefined: it is in no choice. */
  placeOf(op: number): number | undefined {
    return this.#placeOf.get(op);
  }

  /** The message at `place` comes: receive and send that meet. */
  come(place: number): readonly [number, number] {
    const first = this.#first[place];
    const next = this.#next.get(first) ?? first;
    this.#next.set(first, next + 1);
    return [this.#receives[next], this.#sends[place]];
  }

  /** Separates, in `partner`, those that were matched by source and tag. */
  part(partner: Uint32Array): void {
    for (const op of this.#placeOf.keys()) partner[op] = NONE;
  }

  /** Matches those without a partner by source and tag. Returns the number of messages. */
  meetLeftOver(partner: Uint32Array): number {
    let met = 0;
    for (const [place, send] of this.#sends.entries()) {
      if (partner[send] !== NONE) continue;
      const [recv] = this.come(place);
      partner[send] = recv;
      partner[recv] = send;
      met++;
    }
    return met;
  }
}

/** Choices by the links between their receives. */
export function choicesOf({ takenAfter, operations }: Schedule): Choice[] {
  if (takenAfter === null) return [];
  const choices = new Map<number, number[]>();
  const followed = new Map<number, number>();
  for (let op = 0; op < operations; op++) {
    const before = takenAfter[op];
    if (before === NONE) continue;
    if (before === op) choices.set(op, [op]);
    else followed.set(before, op);
  }
  for (const choice of choices.values()) {
    let next = followed.get(choice[0]);
    for (; next !== undefined; next = followed.get(next)) choice.push(next);
  }
  return [...choices.values()];
}

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

interface Unmatched {
  /** Receives from any source or of any tag, and exact ones that compete with them. */
  readonly open: readonly number[];
  readonly arrivals: Arrivals;
}

/** By rank, of those with `open` receives. */
function mailboxesOf(schedule: Schedule, open: readonly number[]): Map<number, Mailbox> {
  const mailboxes = new Map<number, Mailbox>();
  for (const recv of open) {
    const rank = rankOf(schedule, recv);
    const mailbox = mailboxes.get(rank) ?? new Mailbox(schedule);
    mailboxes.set(rank, mailbox);
    mailbox.expect(recv);
  }
  return mailboxes;
}

/** Plays the schedule forward in time; unmatched operations meet in the order of their mailboxes. */
class ForwardMatch {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #arrivals: Arrivals;
  readonly #costs: MessageCosts;
  readonly #forward: Forward;
  readonly #events = new ReadyQueue();
  /** By rank. */
  readonly #mailboxes: ReadonlyMap<number, Mailbox>;

  constructor(schedule: Schedule, partner: Uint32Array, { open, arrivals }: Unmatched, machine: Machine) {
    this.#schedule = schedule;
    this.#partner = partner;
    this.#arrivals = arrivals;
    this.#costs = new MessageCosts(schedule, machine);
    this.#forward = new Forward(this.#costs);
    this.#mailboxes = mailboxesOf(schedule, open);
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

  /** Plays on with the matches: it knows the time of everything that does not wait for an open match. */
  #advance(): void {
    for (let op = this.#forward.next(); op !== NONE; op = this.#forward.next()) this.#start(op);
  }

  /** Pairs of receive and send that meet. */
  #happens(kind: number, op: number): readonly (readonly [number, number])[] {
    if (kind === COMES) return [this.#arrivals.come(op)];
    if (kind === POSTED) {
      const send = this.#mailboxes.get(this.#costs.rank[op])?.post(op) ?? NONE;
      return send === NONE ? [] : [[op, send]];
    }
    const mailbox = this.#mailboxes.get(this.#schedule.peer[op]);
    if (kind === ARRIVED) return mailbox?.arrive(op) ?? [];
    mailbox?.sent(op);
    return [];
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

  /** Whether the program itself made `send` synchronous: its next operation comes after the receive. */
  #waits(send: number): boolean {
    const { synchronous } = this.#schedule;
    return synchronous !== null && synchronous[send] !== 0;
  }
}

/**
 * Gives the open receives that the replay never reached any message that fits. Where every operation has a
 * partner now, the program stopped because it deadlocks, and the order of events will find the cycle.
 */
function matchLeftOver(schedule: Schedule, partner: Uint32Array, open: readonly number[]): number {
  const mailboxes = mailboxesOf({ ...schedule, lenient: { ...schedule.lenient, sizes: 'send' } }, open);
  for (let op = 0; op < schedule.operations; op++) {
    if (!isOffered(schedule, op) || partner[op] !== NONE) continue;
    const mailbox = mailboxes.get(schedule.peer[op]);
    mailbox?.sent(op);
    mailbox?.arrive(op);
  }
  let matched = 0;
  for (const recv of open) {
    if (partner[recv] !== NONE) continue;
    const send = mailboxes.get(rankOf(schedule, recv))?.post(recv) ?? NONE;
    if (send === NONE) continue;
    partner[recv] = send;
    partner[send] = recv;
    matched++;
  }
  return matched;
}

/** Fills `partner` for open receives, and again for the arrivals; returns how many open ones found a message. The others stay NONE. */
export function matchWildcards(
  schedule: Schedule,
  partner: Uint32Array,
  unmatched: Unmatched,
  machine: Machine,
): number {
  const { open, arrivals } = unmatched;
  arrivals.part(partner);
  const played = new ForwardMatch(schedule, partner, unmatched, machine).run();
  let guesses = played + arrivals.meetLeftOver(partner) - arrivals.count;
  if (guesses < open.length) guesses += matchLeftOver(schedule, partner, open);
  return guesses;
}
