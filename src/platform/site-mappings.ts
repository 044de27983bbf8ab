/** Mappings that schedulers deal by default, and any mapping as a rankfile, on a platform or a topology. */

import { mapBy } from './mapping.js';
import { type Places, platformPlaces, topologyPlaces } from './places.js';
import { nodeLevel, type Platform } from './platform.js';
import { writeOpenMpiRankfile, writeSlurmHostfile } from './rankfile.js';
import { type Site, topologyMapping } from './site.js';

export const RANKFILE_FORMATS = ['openmpi', 'slurm'] as const;
export type RankfileFormat = (typeof RANKFILE_FORMATS)[number];

/** [ranks] place of each rank. */
export interface StandardMappings {
  /** One node is filled after the other. */
  readonly block: Int32Array;
  /** A rank to each node in turn. */
  readonly roundRobin: Int32Array;
}

/** What `mpirun --map-by` deals. Throws InputError when the ranks do not fit. */
export function standardMappings(site: Site, ranks: number): StandardMappings {
  if (site.kind === 'platform') {
    const { platform, ranksPerNode } = site;
    const options = ranksPerNode === undefined ? {} : { ranksPerNode };
    const innermost = platform.levels[platform.levels.length - 1].name;
    const node = platform.levels[nodeLevel(platform)].name;
    return {
      block: mapBy(platform, innermost, ranks, options),
      roundRobin: mapBy(platform, node, ranks, options),
    };
  }
  const block = topologyMapping(site, ranks);
  const nodes = [...new Set(block)];
  return { block, roundRobin: Int32Array.from({ length: ranks }, (_, rank) => nodes[rank % nodes.length]) };
}

/** The same over the places of a mapping. */
export function dealtOver(mapping: Int32Array, places: Places): StandardMappings {
  const block = mapping.slice().sort();
  return { block, roundRobin: dealtByNode(block, places) };
}

/** Places dealt to the ranks one node after the other, in turn. */
function dealtByNode(list: Int32Array, places: Places): Int32Array {
  const byNode = new Map<number, number[]>();
  for (const place of list) {
    const node = places.nodeOf(place);
    const here = byNode.get(node) ?? [];
    byNode.set(node, here);
    here.push(place);
  }
  const dealt: number[] = [];
  for (let turn = 0; dealt.length < list.length; turn++) {
    for (const here of byNode.values()) if (turn < here.length) dealt.push(here[turn]);
  }
  return Int32Array.from(dealt);
}

/** Places of a site; `used`: endpoints that are asked about, on a topology. `gapNsPerByte`: G of a topology. */
export function placesOf(site: Site, used: Int32Array, gapNsPerByte: number): Places {
  return site.kind === 'platform'
    ? platformPlaces(site.platform)
    : topologyPlaces(site.topology, { ...site.costs, gapNsPerByte }, used);
}

/** A mapping as a rankfile. A topology's endpoints are nodes: node0, node1 …, with ranks on cores in order. */
export function rankfileText(site: Site, mapping: Int32Array, format: RankfileFormat): string {
  if (site.kind === 'platform') return written(site.platform, mapping, format);
  const { platform, cores } = endpointsAsNodes(site.topology.endpoints, site.ranksPerNode, mapping);
  return written(platform, cores, format);
}

const written = (platform: Platform, mapping: Int32Array, format: RankfileFormat): string =>
  format === 'slurm' ? writeSlurmHostfile(platform, mapping) : writeOpenMpiRankfile(platform, mapping);

function endpointsAsNodes(
  endpoints: number,
  perNode: number,
  mapping: Int32Array,
): { platform: Platform; cores: Int32Array } {
  const platform: Platform = {
    name: 'endpoints',
    source: '',
    channels: [{ name: 'node', latencyNs: 0, gapNsPerByte: 0 }],
    levels: [
      { name: 'node', count: endpoints, channel: 0 },
      { name: 'core', count: perNode, channel: 0 },
    ],
  };
  const taken = new Map<number, number>();
  const cores = mapping.map((endpoint) => {
    const core = taken.get(endpoint) ?? 0;
    taken.set(endpoint, core + 1);
    return endpoint * perNode + core;
  });
  return { platform, cores };
}
