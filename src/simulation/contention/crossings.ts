/** Which flows cross which links, while flows come and go. */
export class Crossings {
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
