/**
 * What receivers do while a schedule is played: which receive takes which message, and copies through memory, which their
 * receivers move at once, a byte of each in turn. A copy that begins or ends changes the speed of the others. Times in ns.
 */
import { Contested } from '../graph/match.js';
import { ANY, isAnyTag, NOBODY, NONE, RECV, type Schedule, takesTag, u32 } from '../schedule/schedule.js';

/** Receives of one source and tag that took their messages in another order than the schedule's. */
export interface Crossings {
  /** Receives that took a message before one that an earlier receive of the schedule took. */
  readonly count: number;
  /** Two receives, or else two sends, the first of which was posted first and is second in the schedule. */
  readonly first: readonly [number, number];
}

/** Receives that are posted and messages that have come, in their order at each rank. */
export class Inbox {
  readonly #schedule: Schedule;
  readonly #rank: Uint32Array;
  /** Lines of a rank, less one: ranks whose numbers differ in these bits are in different lines. */
  readonly #lines: number;
  /** [operations] when each was posted or has come, counted over both; NONE: not yet. */
  readonly #turn: Uint32Array;
  #turns = 0;
  /** [operations] of a receive, the send whose message it took; NONE of others. */
  readonly #taken: Uint32Array;
  /** Posted receives and messages, by receiver and source; receives from any source, by receiver. */
  readonly #posted: Lines;
  readonly #arrived: Lines;
  readonly #wild: Lines;

  /** `rank`: [operations] of whom each is. */
  constructor(schedule: Schedule, rank: Uint32Array) {
    const { operations, ranks } = schedule;
    this.#schedule = schedule;
    this.#rank = rank;
    let lines = 1;
    while (lines < ranks && 2 * lines * ranks <= operations) lines *= 2;
    this.#lines = lines - 1;
    this.#turn = u32(operations).fill(NONE);
    this.#taken = u32(operations).fill(NONE);
    const next = u32(operations);
    this.#posted = new Lines(lines * ranks, next);
    this.#arrived = new Lines(lines * ranks, next);
    this.#wild = new Lines(ranks, next);
  }

  post(recv: number): void {
    const rank = this.#rank[recv];
    const source = this.#schedule.peer[recv];
    this.#turn[recv] = this.#turns++;
    if (source === ANY) this.#wild.add(rank, recv);
    else this.#posted.add(this.#line(rank, source), recv);
  }

  arrive(send: number): void {
    this.#turn[send] = this.#turns++;
    this.#arrived.add(this.#line(this.#schedule.peer[send], this.#rank[send]), send);
  }

  /** The first receive that takes the message of `send`, or NONE; it stays. */
  receiveFor(send: number): number {
    const { peer } = this.#schedule;
    const fits = (recv: number): boolean => this.#fits(recv, send);
    const exact = this.#posted.find(this.#line(peer[send], this.#rank[send]), fits);
    return this.#first(exact, this.#wild.find(peer[send], fits));
  }

  /** That receive, which is posted no more. */
  takeReceive(send: number): number {
    const { peer } = this.#schedule;
    const recv = this.receiveFor(send);
    if (recv === NONE) return NONE;
    this.#turn[send] = this.#turns++;
    this.#taken[recv] = send;
    if (peer[recv] === ANY) this.#wild.remove(peer[send], recv);
    else this.#posted.remove(this.#line(peer[send], this.#rank[send]), recv);
    return recv;
  }

  /** The first message that `recv` takes, by its send, or NONE; it is here no more. */
  takeMessage(recv: number): number {
    const source = this.#schedule.peer[recv];
    const fits = (send: number): boolean => this.#fits(recv, send);
    const [from, to] = source === ANY ? [0, this.#lines] : [source, source];
    let send = NONE;
    for (let one = from; one <= to; one++)
      send = this.#first(send, this.#arrived.find(this.#line(this.#rank[recv], one), fits));
    if (send === NONE) return NONE;
    this.#arrived.remove(this.#line(this.#rank[recv], this.#rank[send]), send);
    this.#turn[recv] = this.#turns++;
    this.#taken[recv] = send;
    return send;
  }

  /** Receives that took their messages in another order than {@link matchExact} pairs them; null: none did. */
  crossings(): Crossings | null {
    const { operations, kind, peer, tag } = this.#schedule;
    const contested = new Contested(this.#schedule);
    let count = 0;
    let first: readonly [number, number] | null = null;
    let rank = NONE;
    /** By source and tag, the receive so far whose message is the last one in the schedule. */
    const last = new Map<number, Map<number, number>>();
    for (let recv = 0; recv < operations; recv++) {
      if (kind[recv] !== RECV || peer[recv] === ANY || peer[recv] === NOBODY || isAnyTag(tag[recv])) continue;
      if (rank !== this.#rank[recv]) last.clear();
      rank = this.#rank[recv];
      const ofSource = last.get(peer[recv]) ?? new Map<number, number>();
      last.set(peer[recv], ofSource);
      const before = ofSource.get(tag[recv]);
      if (before === undefined || this.#taken[recv] > this.#taken[before]) ofSource.set(tag[recv], recv);
      else if (this.#taken[recv] < this.#taken[before] && !contested.has(peer[recv], rank, tag[recv])) {
        count++;
        first ??= [recv, before];
      }
    }
    if (first === null) return null;
    const [recv, before] = first;
    const byReceives = this.#turn[recv] < this.#turn[before];
    return { count, first: byReceives ? first : [this.#taken[before], this.#taken[recv]] };
  }

  /** Receives that were posted, then messages that came, without a partner: by receiver, in their order. */
  left(): number[] {
    const { peer } = this.#schedule;
    const posted = [...this.#posted.all(), ...this.#wild.all()];
    return [
      ...this.#inOrder(posted, (recv) => this.#rank[recv]),
      ...this.#inOrder(this.#arrived.all(), (send) => peer[send]),
    ];
  }

  #inOrder(ops: number[], at: (op: number) => number): number[] {
    return ops.sort((one, other) => at(one) - at(other) || this.#turn[one] - this.#turn[other]);
  }

  #line(rank: number, source: number): number {
    return rank * (this.#lines + 1) + (source & this.#lines);
  }

  /** Which of two came first; either may be NONE. */
  #first(one: number, other: number): number {
    if (one === NONE || other === NONE) return one === NONE ? other : one;
    return this.#turn[one] < this.#turn[other] ? one : other;
  }

  /** Bytes do not matter. */
  #fits(recv: number, send: number): boolean {
    const { peer, tag } = this.#schedule;
    return (peer[recv] === ANY || peer[recv] === this.#rank[send]) && takesTag(tag[recv], tag[send]);
  }
}

/** Lines of operations, linked through one column. */
class Lines {
  readonly #next: Uint32Array;
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;

  constructor(lines: number, next: Uint32Array) {
    this.#next = next;
    this.#first = u32(lines).fill(NONE);
    this.#last = u32(lines).fill(NONE);
  }

  add(line: number, op: number): void {
    this.#next[op] = NONE;
    if (this.#last[line] === NONE) this.#first[line] = op;
    else this.#next[this.#last[line]] = op;
    this.#last[line] = op;
  }

  find(line: number, fits: (op: number) => boolean): number {
    let op = this.#first[line];
    while (op !== NONE && !fits(op)) op = this.#next[op];
    return op;
  }

  /** `op` is in the line. */
  remove(line: number, op: number): void {
    let before = NONE;
    for (let at = this.#first[line]; at !== op; at = this.#next[at]) before = at;
    const after = this.#next[op];
    if (before === NONE) this.#first[line] = after;
    else this.#next[before] = after;
    if (after === NONE) this.#last[line] = before;
  }

  all(): number[] {
    const found: number[] = [];
    for (const first of this.#first) for (let op = first; op !== NONE; op = this.#next[op]) found.push(op);
    return found;
  }
}

/** A copy under way. */
interface Copy {
  /** Whose memory it comes from, and the CPU that is at it. */
  readonly source: number;
  readonly cpu: number;
  readonly start: number;
  /** ns a byte while it is alone. */
  readonly gapNsPerByte: number;
  /** Bytes that are left as of its source's last change. */
  left: number;
  /** The receive that waits for it; NONE: none yet. */
  recv: number;
}

/** Copies of one source, as of its last change. */
interface Source {
  since: number;
  readonly copies: Set<Copy>;
}

/** Copies under way, by the send of their message. */
export class Copies {
  readonly #sources = new Map<number, Source>();
  readonly #copies = new Map<number, Copy>();
  /** By CPU that is at one, whose end is not known: which, and the events that wait for it. */
  readonly #sendOf = new Map<number, number>();
  readonly #parked = new Map<number, number[]>();
  /** Whether there was one: until then no event looks. */
  #any = false;

  begin(send: number, copy: Copy): void {
    this.#any = true;
    const source = this.#sources.get(copy.source) ?? { since: copy.start, copies: new Set<Copy>() };
    this.#sources.set(copy.source, source);
    advance(source, copy.start);
    source.copies.add(copy);
    this.#copies.set(send, copy);
    this.#sendOf.set(copy.cpu, send);
  }

  /** The copy of `send`, if it is under way. */
  get(send: number): Copy | undefined {
    return this.#any ? this.#copies.get(send) : undefined;
  }

  /** Whether `event` must wait until `cpu` has copied a message: {@link end} has it then. */
  parks(event: number, cpu: number): boolean {
    if (!this.#any || !this.#sendOf.has(cpu)) return false;
    const parked = this.#parked.get(cpu);
    if (parked === undefined) this.#parked.set(cpu, [event]);
    else parked.push(event);
    return true;
  }

  /** Of the copies from `source` the one that is over first, and when if no other comes, and not before; null: there is none. */
  first(source: number): { readonly send: number; readonly at: number } | null {
    const { since, copies } = this.#sources.get(source) ?? { since: 0, copies: [] };
    let least = Number.POSITIVE_INFINITY;
    let cpu = NONE;
    for (const copy of copies) {
      if (copy.left >= least) continue;
      least = copy.left;
      cpu = copy.cpu;
    }
    if (cpu === NONE) return null;
    let at = since;
    for (const { gapNsPerByte } of copies) at += least * gapNsPerByte;
    return { send: this.#sendOf.get(cpu) ?? NONE, at };
  }

  /** The copy of `send` is over at `time`, as {@link first} says: what has waited for it, in its order. */
  end(send: number, copy: Copy, time: number): readonly number[] {
    const source = this.#sources.get(copy.source);
    if (source !== undefined) {
      advance(source, time);
      source.copies.delete(copy);
      if (source.copies.size === 0) this.#sources.delete(copy.source);
    }
    this.#copies.delete(send);
    this.#sendOf.delete(copy.cpu);
    const parked = this.#parked.get(copy.cpu) ?? [];
    this.#parked.delete(copy.cpu);
    return parked;
  }
}

/** Moves all copies of a source on to `time`, before which none of them ends. */
function advance(source: Source, time: number): void {
  let perByte = 0;
  for (const { gapNsPerByte } of source.copies) perByte += gapNsPerByte;
  const moved = perByte === 0 ? 0 : (time - source.since) / perByte;
  for (const copy of source.copies) copy.left = Math.max(copy.left - moved, 0);
  source.since = time;
}
