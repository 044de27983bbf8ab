/**
 * Max-min fair shares of links: every flow has a link that is full and on which no other flow has more for its weight. All
 * flows grow together, and where a link is full its flows stay as they are. Source: Bertsekas and Gallager, Data Networks
 * (1992), 6.5.2.
 *
 * When flows come or go, nothing changes below a certain level, a level being a flow's rate for its weight: no link of a flow
 * that went was full below the level of that flow, and none of a flow that comes is before all on it have that level. Above,
 * only what hangs together by links is shared out anew.
 */
import { ReadyQueue } from '../graph/forward.js';
import { f64, grown, i32, u32 } from '../schedule/schedule.js';

/** Which flows cross which links, while flows come and go. */
class Crossings {
  /** [flows] its links; of a flow that went, those it had. */
  readonly links: Uint32Array[] = [];
  /** [links] flows that cross it. */
  readonly flows: readonly number[][];
  /** [links] beside each of its flows: the how-manieth of the flow's links it is. */
  readonly #hops: readonly number[][];
  /** [flows][links] its place among the flows of each of its links. */
  readonly #places: Int32Array[] = [];
  readonly #unused: number[] = [];

  /** `links`: number of them. */
  constructor(links: number) {
    this.flows = Array.from({ length: links }, () => []);
    this.#hops = Array.from({ length: links }, () => []);
  }

  /** A flow over links: its number, which may be that of one that went. */
  add(links: Uint32Array): number {
    const flow = this.#unused.pop() ?? this.links.length;
    const places = new Int32Array(links.length);
    for (let hop = 0; hop < links.length; hop++) {
      places[hop] = this.flows[links[hop]].push(flow) - 1;
      this.#hops[links[hop]].push(hop);
    }
    this.links[flow] = links;
    this.#places[flow] = places;
    return flow;
  }

  remove(flow: number): void {
    const links = this.links[flow];
    for (let hop = 0; hop < links.length; hop++) this.#leave(links[hop], this.#places[flow][hop]);
    this.#unused.push(flow);
  }

  /** The last flow of a link takes the place of the one that leaves it. */
  #leave(link: number, place: number): void {
    const flows = this.flows[link];
    const hops = this.#hops[link];
    const [flow, hop] = [flows.pop(), hops.pop()];
    if (flow === undefined || hop === undefined || place === flows.length) return;
    flows[place] = flow;
    hops[place] = hop;
    this.#places[flow][hop] = place;
  }
}

/** Levels this close are the same: what rounding leaves. */
const ROUNDING = 1e-12;

/** Told of a flow whose rate is another than `before`, bytes per ns. */
type RateChanged = (flow: number, before: number) => void;

export class MaxMinShares {
  /** [flows] bytes per ns, as the last {@link settle} left it. */
  rate = f64(0);
  /** [flows] rate for its weight; Infinity: it has come since. */
  #level = f64(0);
  #weight = f64(0);
  readonly #crossings: Crossings;
  /** [links] bytes per ns. */
  readonly #capacity: Float64Array;
  /** Links of flows that came or went, and the least level that this changes. */
  readonly #touched: number[] = [];
  #from = Number.POSITIVE_INFINITY;
  /** [links] and [flows] the last time that it was shared out anew. */
  readonly #linkAt: Uint32Array;
  #flowAt = u32(0);
  #time = 0;
  /** [links] what it has left, and the weight and number of the flows that have not got their share of it yet. */
  readonly #left: Float64Array;
  readonly #asking: Float64Array;
  readonly #open: Int32Array;
  /** Links by the level at which they are full. */
  readonly #full = new ReadyQueue();

  /** `capacity`: [links] bytes per ns. */
  constructor(capacity: Float64Array) {
    const links = capacity.length;
    this.#capacity = capacity;
    this.#crossings = new Crossings(links);
    this.#linkAt = u32(links);
    this.#left = f64(links);
    this.#asking = f64(links);
    this.#open = i32(links);
  }

  /** A flow over one link or more: its number. It has a rate when all is settled. */
  add(links: Uint32Array, weight: number): number {
    const flow = this.#crossings.add(links);
    this.rate = grown(this.rate, f64, flow + 1);
    this.#level = grown(this.#level, f64, flow + 1);
    this.#weight = grown(this.#weight, f64, flow + 1);
    this.#flowAt = grown(this.#flowAt, u32, flow + 1);
    this.rate[flow] = 0;
    this.#level[flow] = Number.POSITIVE_INFINITY;
    this.#weight[flow] = weight;
    for (const link of links) this.#touched.push(link);
    return flow;
  }

  remove(flow: number): void {
    this.#from = Math.min(this.#from, this.#level[flow]);
    this.#crossings.remove(flow);
    for (const link of this.#crossings.links[flow]) this.#touched.push(link);
  }

  /** Shares out what flows that came ask for, and what those that went have left. */
  settle(changed: RateChanged): void {
    if (this.#touched.length === 0) return;
    this.#time++;
    const { links, flows } = this.#affected(this.#least() * (1 - ROUNDING));
    const before = flows.map((flow) => this.rate[flow]);
    for (const link of links) this.#ask(link);
    this.#grow();
    for (let i = 0; i < flows.length; i++)
      if (this.rate[flows[i]] !== before[i]) changed(flows[i], before[i]);
  }

  /** The least level that changes: that of one that went, or the one that all on a link have at least where one came. */
  #least(): number {
    let least = this.#from;
    for (const link of this.#touched) {
      let [weight, came] = [0, false];
      for (const flow of this.#crossings.flows[link]) {
        weight += this.#weight[flow];
        if (this.#level[flow] === Number.POSITIVE_INFINITY) came = true;
      }
      if (came) least = Math.min(least, this.#capacity[link] / weight);
    }
    this.#from = Number.POSITIVE_INFINITY;
    return least;
  }

  /** Flows of level `from` or more that hang together with what was touched, and all links of theirs. */
  #affected(from: number): { readonly links: readonly number[]; readonly flows: readonly number[] } {
    const flows: number[] = [];
    const links = this.#touched.splice(0).filter((link) => this.#reached(link));
    for (let i = 0; i < links.length; i++) {
      for (const flow of this.#crossings.flows[links[i]]) {
        if (this.#flowAt[flow] === this.#time || this.#level[flow] < from) continue;
        this.#flowAt[flow] = this.#time;
        flows.push(flow);
        for (const link of this.#crossings.links[flow]) if (this.#reached(link)) links.push(link);
      }
    }
    return { links, flows };
  }

  /** Whether a link is reached for the first time. */
  #reached(link: number): boolean {
    const first = this.#linkAt[link] !== this.#time;
    this.#linkAt[link] = this.#time;
    return first;
  }

  /** What a link has for its flows that are shared out anew: what the others leave. */
  #ask(link: number): void {
    let [left, asking, open] = [this.#capacity[link], 0, 0];
    for (const flow of this.#crossings.flows[link]) {
      if (this.#flowAt[flow] !== this.#time) left -= this.rate[flow];
      else {
        asking += this.#weight[flow];
        open++;
      }
    }
    this.#left[link] = left;
    this.#asking[link] = asking;
    this.#open[link] = open;
    if (open > 0) this.#full.add(this.#levelOf(link), link);
  }

  #levelOf(link: number): number {
    return Math.max(this.#left[link], 0) / this.#asking[link];
  }

  /** Fills link after link. */
  #grow(): void {
    while (this.#full.size > 0) {
      const { time: least } = this.#full;
      const link = this.#full.take();
      if (this.#open[link] === 0) continue;
      const level = this.#levelOf(link);
      // What others did not need raises its level: then it comes again, behind them.
      if (level > least * (1 + ROUNDING)) this.#full.add(level, link);
      else this.#fill(link, level);
    }
  }

  /** A link is full: whoever has no share yet has this one, on all of its links. */
  #fill(full: number, level: number): void {
    for (const flow of this.#crossings.flows[full]) {
      if (this.#flowAt[flow] !== this.#time) continue;
      const weight = this.#weight[flow];
      this.#flowAt[flow] = 0;
      this.#level[flow] = level;
      this.rate[flow] = weight * level;
      for (const link of this.#crossings.links[flow]) {
        this.#left[link] -= weight * level;
        this.#asking[link] -= weight;
        this.#open[link]--;
      }
    }
  }
}
