/** SimGrid's fluid network on the links that are asked about: the same routes, each link shared by max-min fairness. */

import type { Machine } from '../../../src/machine/machine.js';
import { routeLatencyNs } from '../../../src/machine/parameters.js';
import type { LinkNetwork } from '../../../src/platform/link-network.js';

/** Bytes a second of a gap. */
const rate = (gapNsPerByte: number): string => `${1e9 / gapNsPerByte}Bps`;

/**
 * A platform with a host for each rank, n0, n1 …, and a route for each two: its links, without latency, and one that no other
 * has, with all of it. That is less one byte on the slowest link, for LogGP has the first byte go with the latency, and
 * SimGrid's time of s bytes is latency + s·G. Messages must take one way each.
 */
export function fluidPlatform({ network }: Machine, links: LinkNetwork, ranks: number): string {
  const all = Array.from({ length: ranks }, (_, rank) => rank);
  const pairs = all.flatMap((i) => all.filter((j) => j !== i).map((j) => [i, j] as const));
  const used = new Set<number>();
  const routes: string[] = [];
  const latencies: string[] = [];
  for (const [i, j] of pairs) {
    const [{ links: way }, ...more] = links.routes(i, j);
    if (more.length > 0) throw new Error('SimGrid sends a message over one way');
    const slowest = Math.max(...[...way].map((link) => links.gapNsPerByte[links.classOf[link]]));
    const latency = routeLatencyNs(network, network.routeOf(i, j)) - slowest;
    latencies.push(
      `<link id="w${i}-${j}" bandwidth="1e18Bps" latency="${latency}ns" sharing_policy="FATPIPE"/>`,
    );
    for (const link of way) used.add(link);
    const crossed = [...way].map((link) => `<link_ctn id="l${link}"/>`).join('');
    routes.push(
      `<route src="n${i}" dst="n${j}" symmetrical="NO"><link_ctn id="w${i}-${j}"/>${crossed}</route>`,
    );
  }
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
    '<platform version="4.1"><zone id="zone" routing="Full">',
    ...all.map((i) => `<host id="n${i}" speed="1Gf"/>`),
    ...[...used].map(
      (link) =>
        `<link id="l${link}" bandwidth="${rate(links.gapNsPerByte[links.classOf[link]])}" latency="0ns"/>`,
    ),
    ...latencies,
    ...routes,
    '</zone></platform>',
  ].join('\n');
}
