/** The links between ranks in their places, as flags describe them. */
import { UsageError } from '../../errors.js';
import type { LinkNetwork } from '../../platform/links.js';
import { coresPerNode, nodeCount } from '../../platform/platform.js';
import { CARD, platformLinks } from '../../platform/platform-links.js';
import type { MappedRanks, Site, SitedMachine } from '../../platform/site.js';
import { topologyLinks } from '../../platform/topology-links.js';
import { formatBandwidth } from '../../units/units.js';
import { asksForLinks, type LinkFlags, linkGaps, routingAsked } from '../flags/links.js';

/**
 * Null where nothing says what ranks are joined by: without a site, and, unless a flag asks, on one that has no links.
 * `nameable`: wires that flags may name, where several topologies are compared. Throws UsageError for flags that ask for links
 * where there are none.
 */
export function linksOf(
  flags: LinkFlags,
  { mapped, machine }: SitedMachine,
  nameable?: readonly string[],
): LinkNetwork | null {
  if (mapped === undefined)
    return refused(flags, 'without a place of the ranks', 'add --topology or --platform');
  const { site } = mapped;
  if (site.kind === 'platform') return cardsOf(flags, mapped);
  if (site.topology.graph === undefined && !asksForLinks(flags)) return null;
  const { wires } = site.topology;
  const gapNsPerByte = linkGaps(flags, wires, machine.network.gaps[0].gapNsPerByte, nameable);
  return topologyLinks(site.topology, mapped.mapping, { gapNsPerByte, routing: routingAsked(flags) });
}

function cardsOf(flags: LinkFlags, { site, mapping, nodeName }: MappedRanks): LinkNetwork | null {
  if (site.kind !== 'platform') return null;
  if (flags.routing !== undefined) return refused(flags, ...NO_SWITCHES);
  const alone = new Set(Array.from(mapping, (_, rank) => nodeName(rank))).size < 2;
  if (alone && !asksForLinks(flags)) return null;
  const cards = platformLinks(site.platform, mapping);
  return { ...cards, gapNsPerByte: linkGaps(flags, [CARD], cards.gapNsPerByte[0]) };
}

/**
 * The links between all places of a site: endpoints of a topology, cores of a platform. `gapNsPerByte`: G of a topology.
 * Throws UsageError where a site has none.
 */
export function linksOfPlaces(flags: LinkFlags, site: Site, gapNsPerByte: number): LinkNetwork {
  if (site.kind === 'topology') {
    const gaps = linkGaps(flags, site.topology.wires, gapNsPerByte);
    const places = Int32Array.from({ length: site.topology.endpoints }, (_, endpoint) => endpoint);
    return topologyLinks(site.topology, places, { gapNsPerByte: gaps, routing: routingAsked(flags) });
  }
  if (flags.routing !== undefined) refused(flags, ...NO_SWITCHES);
  const cores = nodeCount(site.platform) * coresPerNode(site.platform);
  const cards = platformLinks(
    site.platform,
    Int32Array.from({ length: cores }, (_, core) => core),
  );
  return { ...cards, gapNsPerByte: linkGaps(flags, [CARD], cards.gapNsPerByte[0]) };
}

const NO_SWITCHES = [
  'on a platform, which has no switches',
  'leave --routing out, or take a topology',
] as const;

function refused(flags: LinkFlags, where: string, mend: string): null {
  if (!asksForLinks(flags)) return null;
  const flag = flags.routing === undefined ? '--link-bandwidth' : '--routing';
  throw new UsageError(`${flag} has no meaning ${where}`, mend);
}

/** What links carry and which ways messages take, as a line for people. */
export function linksText(flags: LinkFlags, { classes, gapNsPerByte }: LinkNetwork): string {
  const carried = classes.map((name, k) => `${name} ${formatBandwidth(gapNsPerByte[k])}`).join(', ');
  const usual = flags['link-bandwidth'] === undefined ? ' (G of the network)' : '';
  const ways =
    routingAsked(flags) === 'ecmp' ? 'messages split over all minimal ways' : 'one minimal way a destination';
  return `links: ${carried}${usual}${classes[0] === CARD ? '' : `; ${ways}`}\n`;
}
