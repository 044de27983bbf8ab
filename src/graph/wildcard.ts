/**
 * Receives from any source or of any tag, and exact ones that compete with them: matched in the order in which messages
 * arrive by the model at the machine's parameters, each by the receive posted first in time; and receives that the
 * program takes as their messages come. Messages are priced as eager ones: the guess is about who comes first, not
 * about how long the transfer takes.
 */

import { ANSWERED, COSTS, CROSSING, MessageCosts, WIRE } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import {
  ANY,
  BUFFERED,
  CALC,
  isAnyTag,
  NONE,
  RECV,
  rankOf,
  type Schedule,
  SEND,
  takesTag,
} from '../schedule/schedule.js';
import { Forward, ReadyQueue } from './forward.js';
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

// Posted receives and messages of one rank: who meets whom, by MPI's rules.

/** Operations in the order in which they were added; those that have gone are passed over. */
class Line {
  readonly #ops: number[] = [];
  #head = 0;

  add(op: number): void {
    this.#ops.push(op);
  }

  /** The first that `fits` and has not `gone`, which is for good; NONE without one. */
  first(gone: (op: number) => boolean, fits: (op: number) => boolean): number {
    const ops = this.#ops;
    while (this.#head < ops.length && gone(ops[this.#head])) this.#head++;
    for (let i = this.#head; i < ops.length; i++) if (!gone(ops[i]) && fits(ops[i])) return ops[i];
    return NONE;
  }
}

/** Lines by source, or ANY, and by the tag that a receive wants. */
class Lines {
  readonly #lines = new Map<number, Map<number, Line>>();

  get(source: number, tag: number): Line | undefined {
    return this.#lines.get(source)?.get(tag);
  }

  add(source: number, tag: number, op: number): void {
    const byTag = this.#lines.get(source) ?? new Map<number, Line>();
    const line = byTag.get(tag) ?? new Line();
    line.add(op);
    this.#lines.set(source, byTag.set(tag, line));
  }
}

/**
 * Receives wait in the order in which they were posted, messages in the order in which they have arrived; either takes
 * the first that fits. A message does not overtake another of its source that the same receive could take, be that one
 * still on its way. Takes constant time per message if most arrive in the order of sending and fit the first receive of
 * their tag.
 */
class Mailbox {
  readonly #schedule: Schedule;
  /** Tags of receives that take more than one tag. */
  readonly #anyTags = new Set<number>();
  #now = 0;
  /** By receive that waits when it was posted, by message that nobody has taken when it was sent. */
  readonly #since = new Map<number, number>();
  /** Messages that nobody has taken. */
  readonly #arrived = new Set<number>();
  readonly #receives = new Lines();
  /** In the order of sending. */
  readonly #sent = new Lines();
  /** Of source ANY, in the order of arrival. */
  readonly #arrivals = new Lines();
  /** By source, all in the order of sending. */
  readonly #onTheWay = new Map<number, Line>();
  /** By source: messages that arrived before one that was sent earlier, which may hold them up. */
  readonly #early = new Map<number, Set<number>>();
  readonly #gone = (op: number): boolean => !this.#since.has(op);

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** `recv` will be posted. Call it before any message is sent. */
  expect(recv: number): void {
    const tag = this.#schedule.tag[recv];
    if (isAnyTag(tag)) this.#anyTags.add(tag);
  }

  /** `send` leaves. Call it in the order of sending. */
  sent(send: number): void {
    const source = rankOf(this.#schedule, send);
    this.#since.set(send, this.#now++);
    for (const tag of this.#wantedTags(send)) this.#sent.add(source, tag, send);
    const onTheWay = this.#onTheWay.get(source) ?? new Line();
    onTheWay.add(send);
    this.#onTheWay.set(source, onTheWay);
  }

  /** The message that a receive takes at its posting, or NONE: then it waits. */
  post(recv: number): number {
    const { peer, tag } = this.#schedule;
    const send = peer[recv] === ANY ? this.#firstArrived(recv) : this.#firstOf(peer[recv], recv);
    if (this.#arrived.has(send)) {
      this.#leave(send);
      return send;
    }
    this.#since.set(recv, this.#now++);
    this.#receives.add(peer[recv], tag[recv], recv);
    return NONE;
  }

  /**
   * Pairs of receive and send that meet at the arrival of `send`: itself with a receive that waits, then others of its
   * source that it has held up. None: it waits.
   */
  arrive(send: number): (readonly [number, number])[] {
    const source = rankOf(this.#schedule, send);
    this.#arrived.add(send);
    for (const tag of this.#wantedTags(send)) this.#arrivals.add(ANY, tag, send);
    const early = this.#early.get(source) ?? new Set();
    this.#early.set(source, early.add(send));
    const met: (readonly [number, number])[] = [];
    let free = [send];
    while (free.length > 0) {
      const pair = this.#firstMeeting(free);
      if (pair === null) break;
      met.push(pair);
      pair.forEach(this.#leave);
      early.delete(pair[1]);
      free = [...early].sort((a, b) => this.#sinceOf(a) - this.#sinceOf(b));
    }
    const over = (op: number): boolean => this.#gone(op) || this.#arrived.has(op);
    const next = this.#onTheWay.get(source)?.first(over, () => true) ?? NONE;
    for (const one of early) if (next === NONE || this.#sinceOf(one) < this.#sinceOf(next)) early.delete(one);
    return met;
  }

  #firstMeeting(sends: readonly number[]): readonly [recv: number, send: number] | null {
    for (const send of sends) {
      const recv = this.#receiverOf(send);
      if (recv !== NONE) return [recv, send];
    }
    return null;
  }

  /** The first message of a source, in the order of sending, that fits a receive; it may be on its way. */
  #firstOf(source: number, recv: number): number {
    const room = this.#size(recv);
    const sent = this.#sent.get(source, this.#schedule.tag[recv]);
    return sent?.first(this.#gone, (send) => this.#size(send) <= room) ?? NONE;
  }

  /** The first message, in the order of arrival, that fits a receive from any source and overtakes none. */
  #firstArrived(recv: number): number {
    const arrivals = this.#arrivals.get(ANY, this.#schedule.tag[recv]);
    return arrivals?.first(this.#gone, (send) => this.#mayTake(recv, send)) ?? NONE;
  }

  #mayTake(recv: number, send: number): boolean {
    return this.#size(send) <= this.#size(recv) && this.#firstOf(rankOf(this.#schedule, send), recv) === send;
  }

  /** The waiting receive that takes a message that has arrived, or NONE. */
  #receiverOf(send: number): number {
    let found = NONE;
    for (const tag of this.#wantedTags(send)) {
      for (const source of [rankOf(this.#schedule, send), ANY]) {
        const receives = this.#receives.get(source, tag);
        const recv = receives?.first(this.#gone, (one) => this.#mayTake(one, send)) ?? NONE;
        if (recv !== NONE && (found === NONE || this.#sinceOf(recv) < this.#sinceOf(found))) found = recv;
      }
    }
    return found;
  }

  #sinceOf(op: number): number {
    return this.#since.get(op) ?? 0;
  }

  readonly #leave = (op: number): void => {
    this.#since.delete(op);
    this.#arrived.delete(op);
  };

  /** The tags that receives of a message may want. */
  #wantedTags(send: number): number[] {
    const tag = this.#schedule.tag[send];
    const wanted = [tag];
    for (const anyTag of this.#anyTags) if (takesTag(anyTag, tag)) wanted.push(anyTag);
    return wanted;
  }

  /**
   * Bytes, or room for them: a message larger than the buffer was meant for another receive, as the program ran without
   * truncation. All alike where any message fits.
   */
  #size(op: number): number {
    const { lenient, value } = this.#schedule;
    return lenient?.sizes === 'send' ? 0 : value[op];
  }
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

export interface Unmatched {
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
    return synchronous !== null && synchronous[send] !== 0 && synchronous[send] !== BUFFERED;
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

/** Plays the program until nothing more happens; fills `partner` for open receives and arrivals that found a message. */
export function matchByArrival(
  schedule: Schedule,
  partner: Uint32Array,
  unmatched: Unmatched,
  machine: Machine,
): number {
  unmatched.arrivals.part(partner);
  return new ForwardMatch(schedule, partner, unmatched, machine).run();
}

/** Fills `partner` for those that {@link matchByArrival} did not reach, and returns how many found a message. The others stay NONE. */
export function matchRest(schedule: Schedule, partner: Uint32Array, { open, arrivals }: Unmatched): number {
  const taken = arrivals.meetLeftOver(partner);
  return taken + (open.some((recv) => partner[recv] === NONE) ? matchLeftOver(schedule, partner, open) : 0);
}
