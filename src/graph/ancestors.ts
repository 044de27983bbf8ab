/**
 * Which sends of each rank precede an event, whatever the parameters: the latest one per rank, found in one pass over
 * the events. A rank's sends count as far as the program's order makes a chain of them.
 */

import { isSynchronous, type Protocol } from '../machine/message.js';
import { grown, NONE, u32 } from '../schedule/columns.js';
import { DEP_OP, IREQUIRES, RECV, ranksOf, type Schedule, SEND } from '../schedule/schedule.js';
import { isEnd, opOf } from './events.js';

/** Most numbers kept: with more ranks and receives, sends of fewer ranks are followed. */
const MOST_NUMBERS = 2 ** 26;

/** Position in the chain of sends of a rank, by followed rank; null: nothing precedes. Never changed once made. */
type Past = Int32Array | null;

export class Ancestors {
  readonly #schedule: Schedule;
  readonly #partner: Uint32Array;
  readonly #before: Uint32Array;
  /** [operations] rank of each. */
  readonly #rank: Uint32Array;
  /** Followed ranks, and the place of each rank among them, -1 for the others. */
  readonly #followed: readonly number[];
  readonly #place: Int32Array;
  /** [followed] the chain of sends of a rank. */
  readonly #chains: Uint32Array[] = [];
  /** [operations] position of a send in its chain, and of the last one before any operation; -1 without. */
  readonly #position: Int32Array;
  readonly #own: Int32Array;
  /** By event: post and end. */
  readonly #posts: Past[] = [];
  readonly #ends: Past[] = [];
  /** [operations] longest computation before the post, ns, and 1 for each message on the way. */
  readonly #depth: Float64Array;
  readonly #depthAtEnd: Float64Array;

  /** `order`: the events, each behind its predecessors; `before`: {@link ProgramOrder.before}. */
  constructor(
    schedule: Schedule,
    partner: Uint32Array,
    protocol: Protocol,
    before: Uint32Array,
    order: Uint32Array,
  ) {
    const { operations, ranks, kind } = schedule;
    this.#schedule = schedule;
    this.#partner = partner;
    this.#before = before;
    this.#rank = ranksOf(schedule);
    const receives = kind.reduce((sum, one) => sum + (one === RECV ? 1 : 0), 0);
    const most = Math.max(1, Math.min(ranks, Math.floor(MOST_NUMBERS / Math.max(receives, 1))));
    this.#followed = Array.from({ length: most }, (_, i) => Math.floor((i * ranks) / most));
    this.#place = new Int32Array(ranks).fill(-1);
    this.#followed.forEach((one, i) => {
      this.#place[one] = i;
    });
    this.#position = new Int32Array(operations).fill(-1);
    this.#own = new Int32Array(operations).fill(-1);
    this.#depth = new Float64Array(operations);
    this.#depthAtEnd = new Float64Array(operations);
    this.#chain();
    for (let i = 0; i < order.length; i++) {
      if (isEnd(order[i])) this.#end(opOf(order[i]));
      else this.#post(opOf(order[i]), protocol);
    }
  }

  /**
   * The send that precedes (or is) every one of `sends`, of several the one behind the longest computation; NONE where
   * there is none that is followed.
   */
  common(sends: readonly number[]): number {
    let best = NONE;
    for (let i = 0; i < this.#followed.length; i++) {
      let position = Number.POSITIVE_INFINITY;
      for (const send of sends) position = Math.min(position, this.#positionBefore(send, i));
      if (position < 0) continue;
      const found = this.#chains[i][position];
      if (best === NONE || this.#depth[found] > this.#depth[best]) best = found;
    }
    return best;
  }

  /** Position in the chain of followed rank `i` of the last send that precedes or is `send`; -1 without. */
  #positionBefore(send: number, i: number): number {
    const known = this.#posts[send]?.[i] ?? -1;
    if (this.#followed[i] !== this.#rank[send]) return known;
    return Math.max(known, this.#position[send], this.#own[send]);
  }

  /** The longest chain from each rank's first send on, in the order of the schedule. */
  #chain(): void {
    const { rankStart, kind } = this.#schedule;
    for (const rank of this.#followed) {
      let chain = u32(0);
      let length = 0;
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
        if (kind[op] !== SEND || (length > 0 && this.#before[op] !== chain[length - 1])) continue;
        this.#position[op] = length;
        chain = grown(chain, u32, length + 1);
        chain[length++] = op;
      }
      this.#chains.push(chain);
    }
  }

  #post(op: number, protocol: Protocol): void {
    const { depStart, deps, kind, value } = this.#schedule;
    let past: Past = null;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const dep = deps[i] & DEP_OP;
      const start = (deps[i] & IREQUIRES) !== 0;
      past = this.#joined(past, start ? this.#posts[dep] : (this.#ends[dep] ?? this.#posts[dep]));
      this.#depth[op] = Math.max(this.#depth[op], start ? this.#depth[dep] : this.#depthAtEnd[dep]);
      this.#own[op] = Math.max(this.#own[op], this.#own[dep], this.#position[dep]);
    }
    const before = this.#before[op];
    if (kind[op] === SEND && before !== NONE) {
      past = this.#joined(past, this.#posts[before]);
      this.#depth[op] = Math.max(this.#depth[op], this.#depth[before]);
      this.#own[op] = Math.max(this.#own[op], this.#own[before], this.#position[before]);
    }
    this.#posts[op] = past;
    this.#ends[op] = null;
    const computes = kind[op] !== SEND && kind[op] !== RECV;
    this.#depthAtEnd[op] = this.#depth[op] + (computes ? value[op] : 0);
    if (kind[op] === SEND && !isSynchronous(this.#schedule, protocol, op)) this.#ends[op] = past;
    if (computes) this.#ends[op] = past;
  }

  /** A receive, or a send that waits for its receiver: behind its own post and that of the other end. */
  #end(op: number): void {
    const other = this.#partner[op];
    const rank = this.#rank[other];
    let past = this.#joined(this.#posts[op], this.#posts[other]);
    const at = this.#place[rank];
    const position = Math.max(this.#own[other], this.#position[other]);
    if (at >= 0 && position > (past?.[at] ?? -1)) {
      past = past === null ? new Int32Array(this.#followed.length).fill(-1) : past.slice();
      past[at] = position;
    }
    this.#ends[op] = past;
    this.#depthAtEnd[op] = Math.max(this.#depth[op], this.#depth[other]) + 1;
  }

  /** What precedes either; one of the two where it holds the other. */
  #joined(one: Past, other: Past): Past {
    if (one === null || one === other) return other;
    if (other === null) return one;
    let less = false;
    let more = false;
    for (let i = 0; i < one.length; i++) {
      if (one[i] < other[i]) less = true;
      else if (one[i] > other[i]) more = true;
    }
    if (!less) return one;
    return more ? one.map((position, i) => Math.max(position, other[i])) : other;
  }
}
