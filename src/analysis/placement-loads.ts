/** What links carry under a mapping, and by how much a swap of two ranks lightens those that decide. */
import type { LinkNetwork } from '../platform/links.js';
import { rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import type { Swap } from './placement-evaluation.js';

/** All messages of one rank to another. */
interface Stream {
  readonly source: number;
  readonly destination: number;
  bytes: number;
  messages: number;
}

export class LinkLoads {
  readonly #links: LinkNetwork;
  readonly #streams: Stream[] = [];
  /** [ranks] streams from it and to it. */
  readonly #of: Stream[][];

  /** `links`: between places. */
  constructor(schedule: Schedule, links: LinkNetwork) {
    this.#links = links;
    this.#of = Array.from({ length: schedule.ranks }, () => []);
    const known = new Map<number, Stream>();
    for (let op = 0; op < schedule.operations; op++) {
      if (schedule.kind[op] === SEND) this.#add(rankOf(schedule, op), op, schedule, known);
    }
  }

  #add(source: number, op: number, { ranks, peer, value }: Schedule, known: Map<number, Stream>): void {
    const destination = peer[op];
    if (source === destination) return;
    const key = source * ranks + destination;
    let stream = known.get(key);
    if (stream === undefined) {
      stream = { source, destination, bytes: 0, messages: 0 };
      known.set(key, stream);
      this.#streams.push(stream);
      for (const rank of [source, destination]) this.#of[rank].push(stream);
    }
    stream.bytes += value[op];
    stream.messages++;
  }

  /** [links] bytes over all of the program. */
  bytes(mapping: Int32Array): Float64Array {
    return this.#summed(mapping, ({ bytes }) => bytes);
  }

  /** How long messages would wait for links if all of a link came at once, summed over messages, ns. */
  waiting(mapping: Int32Array): number {
    const { gapNsPerByte, classOf } = this.#links;
    const bytes = this.bytes(mapping);
    const messages = this.#summed(mapping, (stream) => stream.messages);
    // Of n messages that hold a link for t in all, each waits for half of the others.
    return bytes.reduce(
      (sum, held, link) => sum + (held * gapNsPerByte[classOf[link]] * Math.max(messages[link] - 1, 0)) / 2,
      0,
    );
  }

  #summed(mapping: Int32Array, of: (stream: Stream) => number): Float64Array {
    const sums = new Float64Array(this.#links.links);
    for (const stream of this.#streams) {
      const amount = of(stream);
      for (const { links, share } of this.#links.routes(
        mapping[stream.source],
        mapping[stream.destination],
      )) {
        for (const link of links) sums[link] += amount * share;
      }
    }
    return sums;
  }

  /** Swaps after which the links carry less by weight. `weights`: [links] what a byte costs on each, ns. */
  relief(mapping: Int32Array, weights: Float64Array): Swap[] {
    const swaps: Swap[] = [];
    const own = Float64Array.from(mapping, (_, rank) => this.#around(rank, mapping, weights));
    for (let a = 0; a < mapping.length; a++) {
      for (let b = a + 1; b < mapping.length; b++) {
        if (mapping[a] === mapping[b] || (own[a] === 0 && own[b] === 0)) continue;
        const gain = this.#saved(a, b, mapping, weights);
        if (gain > 0) swaps.push({ a, b, gain });
      }
    }
    return swaps;
  }

  #around(rank: number, mapping: Int32Array, weights: Float64Array): number {
    let sum = 0;
    for (const stream of this.#of[rank])
      sum += this.#cost(stream, mapping[stream.source], mapping[stream.destination], weights);
    return sum;
  }

  #saved(a: number, b: number, mapping: Int32Array, weights: Float64Array): number {
    const placed = (rank: number): number => mapping[rank === a ? b : rank === b ? a : rank];
    let saved = 0;
    const move = (stream: Stream): void => {
      const { source, destination } = stream;
      saved += this.#cost(stream, mapping[source], mapping[destination], weights);
      saved -= this.#cost(stream, placed(source), placed(destination), weights);
    };
    for (const stream of this.#of[a]) move(stream);
    for (const stream of this.#of[b]) if (stream.source !== a && stream.destination !== a) move(stream);
    return saved;
  }

  #cost({ bytes }: Stream, from: number, to: number, weights: Float64Array): number {
    let sum = 0;
    for (const { links, share } of this.#links.routes(from, to)) {
      for (const link of links) sum += weights[link] * share;
    }
    return sum * bytes;
  }
}
