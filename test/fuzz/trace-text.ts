/**
 * Traces of point-to-point programs as liballprof writes them, each with the program that `traces.md` makes of it: a
 * computation before every call (the time between two calls, also 0), `requires` after what completes, `irequires`
 * after what only starts.
 */
import type { Program } from '../properties/schedules.js';
import type { Random } from './random.js';

type Op = Program[number][number];
type After = Op['after'];

const COMM = 94_891_267_357_472;
const REQUESTS = 140_720_618_434_416;
const PITCH = 8;
/** Bytes of one item, as TYPE has it. */
const ITEM = 8;

interface Open {
  readonly slot: number;
  readonly op: number;
}

class RankWriter {
  readonly lines: string[] = [];
  readonly ops: Op[] = [];
  readonly #rank: number;
  readonly #ranks: number;
  readonly #random: Random;
  #now: number;
  /** End of the last call, µs. */
  #clock: number;
  #before: After = [];
  #open: Open[] = [];
  #slots = 0;

  constructor(rank: number, ranks: number, random: Random) {
    this.#rank = rank;
    this.#ranks = ranks;
    this.#random = random;
    this.#clock = this.#now = 50 + rank;
    this.lines.push("# htor's PMPI Tracer 1.1 Output File", `MPI_Init:-:1:2:${this.#now}`);
  }

  get #comm(): string {
    return `${COMM},${this.#rank},${this.#ranks}`;
  }

  /** A send or a receive of `items`, blocking or not. */
  message(kind: 'send' | 'recv', items: number, peer: number, tag: number, blocking: boolean): void {
    const call = { send: ['MPI_Isend', 'MPI_Send'], recv: ['MPI_Irecv', 'MPI_Recv'] }[kind][Number(blocking)];
    const fields = [9_000, items, `10,${ITEM},${ITEM}`, peer, tag, this.#comm];
    if (!blocking) fields.push(REQUESTS + PITCH * this.#slots);
    else if (kind === 'recv') fields.push(0);
    const op = this.#operation(kind, items * ITEM, peer, tag, this.#call(call, fields));
    this.#before = [{ op, immediate: !blocking }];
    if (!blocking) this.#open.push({ slot: this.#slots++, op });
  }

  sendrecv(items: number, to: number, from: number, tag: number): void {
    const half = (peer: number): (string | number)[] => [9_000, items, `10,${ITEM},${ITEM}`, peer, tag];
    const calc = this.#call('MPI_Sendrecv', [...half(to), ...half(from), this.#comm, 0]);
    const ops = [
      this.#operation('send', items * ITEM, to, tag, calc),
      this.#operation('recv', items * ITEM, from, tag, calc),
    ];
    this.#before = ops.map((op) => ({ op, immediate: false }));
  }

  /** Waits for all that is open: at once, or one by one in any order. */
  complete(): void {
    if (this.#open.length === 0) return;
    const address = (slot: number): number => REQUESTS + PITCH * slot;
    if (this.#random.chance(0.5)) {
      this.#join(this.#call('MPI_Waitall', [this.#open.length, address(0), 0]), this.#open);
    } else {
      for (const one of this.#random.shuffled(this.#open))
        this.#join(this.#call('MPI_Wait', [address(one.slot), 0]), [one]);
    }
    this.#open = [];
    this.#slots = 0;
  }

  finish(): string {
    this.complete();
    this.#compute();
    this.lines.push(`MPI_Finalize:${this.#now}:-`, '');
    return this.lines.join('\n');
  }

  /** Writes a call; returns the computation before it. */
  #call(name: string, fields: readonly (string | number)[]): number {
    const calc = this.#compute();
    const start = this.#now;
    this.#now += this.#random.pick([0, 1, 30]);
    this.#clock = this.#now;
    this.lines.push(`${name}:${start}:${fields.join(':')}:${this.#now}`);
    return calc;
  }

  #compute(): number {
    this.#now += this.#random.pick([0, 0, 1, 2, 40]);
    return this.#add({
      kind: 'calc',
      value: (this.#now - this.#clock) * 1_000,
      peer: 0,
      tag: 0,
      after: this.#before,
    });
  }

  #operation(kind: 'send' | 'recv', value: number, peer: number, tag: number, calc: number): number {
    return this.#add({ kind, value, peer, tag, after: [{ op: calc, immediate: false }] });
  }

  #join(calc: number, open: readonly Open[]): void {
    const after = [calc, ...open.map((one) => one.op)].map((op) => ({ op, immediate: false }));
    this.#before = [{ op: this.#add({ kind: 'calc', value: 0, peer: 0, tag: 0, after }), immediate: false }];
  }

  #add(op: Op): number {
    return this.ops.push(op) - 1;
  }
}

/** A run that cannot deadlock: both ends of a message are written one after the other. */
export function tracedProgram(random: Random): { texts: string[]; program: Program } {
  const ranks = random.between(2, 5);
  const writers = Array.from({ length: ranks }, (_, rank) => new RankWriter(rank, ranks, random));
  for (let left = random.pick([1, 4, 12, 30]); left > 0; left--) {
    const [from, to] = random.shuffled(writers.map((_, rank) => rank));
    const [items, tag] = [random.pick([0, 1, 4, 40]), random.below(3)];
    if (random.chance(0.2)) {
      const [a, b] = [Math.min(from, to), Math.max(from, to)];
      writers[a].sendrecv(items, b, b, tag);
      writers[b].sendrecv(items, a, a, tag);
    } else {
      writers[from].message('send', items, to, tag, random.chance(0.5));
      writers[to].message('recv', items, from, tag, random.chance(0.5));
    }
    if (random.chance(0.3)) writers[random.below(ranks)].complete();
  }
  return { texts: writers.map((one) => one.finish()), program: writers.map((one) => one.ops) };
}
