/**
 * The links of a network as resources: what bytes cross on the way from one rank to another, and what a byte holds each
 * of them. A link has a direction; a cable that carries both ways is two.
 */

/** One way of a message. */
export interface LinkRoute {
  /** Links in the order in which they are crossed; none between ranks that share an endpoint. */
  readonly links: Uint32Array;
  /** Part of each message that takes this way; the ways between two ranks add up to 1. */
  readonly share: number;
}

/** Links between ranks in their places. */
export interface LinkNetwork {
  /** Number of links. */
  readonly links: number;
  /** Names of the classes of links, such as `terminal`, `pod`, `core`. */
  readonly classes: readonly string[];
  /** [classes] what a byte holds a link of that class, ns/B. */
  readonly gapNsPerByte: readonly number[];
  /** [links] index of the class. */
  readonly classOf: Uint16Array;
  /** Such as `edge-0-1 → aggregation-0-2`. */
  name(link: number): string;
  /** Ways of a message between two ranks. */
  routes(source: number, destination: number): readonly LinkRoute[];
}

/** Links between ranks in their places. `links`: between places; `mapping`: [ranks] place of each rank. */
export function linksAt(links: LinkNetwork, mapping: Int32Array): LinkNetwork {
  return {
    ...links,
    name: (link) => links.name(link),
    routes: (source, destination) => links.routes(mapping[source], mapping[destination]),
  };
}
