/** What of a machine does one thing at a time: CPUs, cards, links; each with a number. */
import type { Network } from '../machine/network.js';
import type { LinkNetwork, LinkRoute } from '../platform/link-network.js';
import { NONE } from '../schedule/columns.js';
import { ranksOf, type Schedule } from '../schedule/schedule.js';

/** `in` and `out`: what enters and leaves a rank by its card. */
export type ResourceKind = 'cpu' | 'out' | 'in' | 'link';

/** A resource in words. */
export interface SharedResource {
  readonly kind: ResourceKind;
  /** Such as `rank 3 cpu`, or that of the link. */
  readonly name: string;
  /** Its rank, or its number among the links. */
  readonly index: number;
}

/** Numbers of CPUs, then of what leaves and enters cards by gap class, then of links. */
export class Resources {
  readonly links: LinkNetwork | null;
  readonly count: number;
  readonly #gaps: number;
  readonly #cards: number;
  readonly #cpus: Numbered;
  readonly #nics: Numbered;

  /** Where there are links, they take the place of cards. */
  constructor(schedule: Schedule, network: Network, links: LinkNetwork | null) {
    this.#cpus = numbered(schedule, schedule.cpu, 'cpu');
    this.#nics = numbered(schedule, schedule.nic, 'card');
    this.links = links;
    this.#gaps = network.gaps.length;
    this.#cards = links === null ? this.#nics.names.length * this.#gaps : 0;
    this.count = this.#cpus.names.length + 2 * this.#cards + (links?.links ?? 0);
  }

  cpu(op: number): number {
    return this.#cpus.of[op];
  }

  /** Of a message of gap class `gap` that `op` sends. */
  out(op: number, gap: number): number {
    return this.#cpus.names.length + this.#nics.of[op] * this.#gaps + gap;
  }

  in(op: number, gap: number): number {
    return this.#cpus.names.length + this.#cards + this.#nics.of[op] * this.#gaps + gap;
  }

  link(link: number): number {
    return this.#cpus.names.length + 2 * this.#cards + link;
  }

  kindOf(resource: number): ResourceKind {
    const beyond = resource - this.#cpus.names.length;
    if (beyond < 0) return 'cpu';
    if (beyond < this.#cards) return 'out';
    return beyond < 2 * this.#cards ? 'in' : 'link';
  }

  /** Gap class of what crosses it; links have theirs behind the network's. */
  gapOf(resource: number): number {
    const kind = this.kindOf(resource);
    if (kind === 'cpu') return 0;
    const beyond = resource - this.#cpus.names.length;
    if (kind !== 'link') return beyond % this.#gaps;
    return this.#gaps + (this.links?.classOf[beyond - 2 * this.#cards] ?? 0);
  }

  /** The rank that alone takes part where the use of `resource` ends: of CPUs and of what enters cards; NONE else. */
  rankOf(resource: number): number {
    const kind = this.kindOf(resource);
    if (kind === 'cpu') return this.#cpus.ranks[resource];
    if (kind !== 'in') return NONE;
    return this.#nics.ranks[Math.floor((resource - this.#cpus.names.length - this.#cards) / this.#gaps)];
  }

  describe(resource: number): SharedResource {
    const kind = this.kindOf(resource);
    if (kind === 'cpu') return { kind, name: this.#cpus.names[resource], index: this.#cpus.ranks[resource] };
    const beyond = resource - this.#cpus.names.length;
    if (kind === 'link') {
      const index = beyond - 2 * this.#cards;
      return { kind, name: this.links?.name(index) ?? '', index };
    }
    const nic = Math.floor((beyond % this.#cards) / this.#gaps);
    return { kind, name: `${this.#nics.names[nic]} ${kind}`, index: this.#nics.ranks[nic] };
  }
}

interface Numbered {
  /** [operations] */
  readonly of: Uint32Array;
  readonly names: readonly string[];
  /** [numbers] the rank of each. */
  readonly ranks: readonly number[];
}

/** Those of a kind that a rank has, by the number that the schedule gives them. */
function numbered(schedule: Schedule, column: Uint16Array | null, word: string): Numbered {
  const rank = ranksOf(schedule);
  if (column === null) {
    const ranks = Array.from({ length: schedule.ranks }, (_, r) => r);
    return { of: rank, names: ranks.map((r) => `rank ${r} ${word}`), ranks };
  }
  const known = new Map<number, number>();
  const names: string[] = [];
  const ranks: number[] = [];
  const of = rank.map((owner, op) => {
    const key = owner * 2 ** 16 + column[op];
    const at = known.get(key);
    if (at !== undefined) return at;
    known.set(key, names.length);
    names.push(`rank ${owner} ${word} ${column[op]}`);
    return ranks.push(owner) - 1;
  });
  return { of, names, ranks };
}

/** The way of a rank's message to itself, which crosses no card. */
const NOWHERE: readonly LinkRoute[] = [{ links: new Uint32Array(0), share: 1 }];

/** The cards of ranks as links, for who plays links: one out and one in for every gap class of the network. */
export function cardLinks(network: Network, ranks: number): LinkNetwork {
  const { gaps } = network;
  const links = 2 * ranks * gaps.length;
  return {
    links,
    classes: gaps.map(({ name }) => name),
    gapNsPerByte: gaps.map(({ gapNsPerByte }) => gapNsPerByte),
    classOf: Uint16Array.from({ length: links }, (_, link) => (link >>> 1) % gaps.length),
    name: (link) => `rank ${Math.floor((link >>> 1) / gaps.length)} card ${(link & 1) === 0 ? 'out' : 'in'}`,
    routes: (source, destination) => {
      if (source === destination) return NOWHERE;
      const { gap } = network.routes[network.routeOf(source, destination)];
      const out = 2 * (source * gaps.length + gap);
      const into = 2 * (destination * gaps.length + gap) + 1;
      return [{ links: Uint32Array.of(out, into), share: 1 }];
    },
  };
}
