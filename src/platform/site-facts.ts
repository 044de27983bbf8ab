/** A site in rows for people: what it is, its latencies, how ranks are mapped. */

import type { ParameterKey } from '../machine/parameters.js';
import { formatGapPerByte, formatTime } from '../units/units.js';
import { occupancyText } from './allocation.js';
import { allocationName, type MappedRanks, type PlatformSite, type Site, type TopologySite } from './site.js';

/** Parameters of a machine that a site has figures of its own for: a platform latencies and gaps, a topology wires. */
export const REPLACED: Readonly<Record<Site['kind'], readonly ParameterKey[]>> = {
  platform: ['L', 'G'],
  topology: ['L'],
};

/** A row of a table: what it is about, its value, and where that came from. */
export interface SiteFact {
  readonly name: string;
  readonly value: string;
  readonly source: string;
}

export function siteFacts(mapped: MappedRanks): SiteFact[] {
  const { site } = mapped;
  return site.kind === 'platform' ? platformFacts(site, mapped) : topologyFacts(site, mapped);
}

function platformFacts(site: PlatformSite, { network, mappingName = '' }: MappedRanks): SiteFact[] {
  const { platform, ranksPerNode, origins } = site;
  const source = `platform ${platform.name}`;
  const cited = platform.source === '' ? source : `${source}: ${platform.source}`;
  const perNode = {
    name: 'per node',
    value: `${ranksPerNode} ranks`,
    source: origins.ranksPerNode ?? 'given',
  };
  return [
    { name: 'platform', value: platform.name, source: cited },
    ...network.latencies.map(({ name, latencyNs }, k) => ({
      name,
      value: `L ${formatTime(latencyNs)}, G ${formatGapPerByte(network.gaps[k].gapNsPerByte)}`,
      source,
    })),
    { name: 'mapping', value: mappingName, source: origins.mapping ?? 'default' },
    ...(ranksPerNode === undefined ? [] : [perNode]),
  ];
}

function topologyFacts(site: TopologySite, { network, occupancy }: MappedRanks): SiteFact[] {
  const { topology, costs, ranksPerNode, allocation, origins } = site;
  const taken = allocation === undefined || allocation.busy === 0 ? '' : `, ${allocation.busy} nodes busy`;
  return [
    { name: 'topology', value: topology.name, source: origins.topology ?? 'given' },
    ...network.latencies.map(({ name, latencyNs }) => ({
      name,
      value: `L ${formatTime(latencyNs)} a wire`,
      source: origins.wire ?? 'default',
    })),
    { name: 'switch', value: formatTime(costs.switchNs), source: origins.switch ?? 'default' },
    {
      name: 'mapping',
      value: `${ranksPerNode} a node, ${allocationName(site)}${taken}`,
      source: origins.mapping ?? (ranksPerNode === 1 ? 'default' : (origins.ranksPerNode ?? 'given')),
    },
    ...(occupancy === undefined
      ? []
      : [{ name: 'occupied', value: occupancyText(occupancy), source: 'of the ranks and their nodes' }]),
  ];
}
