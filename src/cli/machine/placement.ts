/** What the placement command starts from: sites and mappings that flags name, and rankfiles of the answer. */
import type { NamedMapping } from '../../analysis/placement.js';
import { platformSite, type Site, topologySite } from '../../analysis/placement-site.js';
import { UsageError } from '../../errors.js';
import { mapBy } from '../../platform/mapping.js';
import { nodeLevel, type Platform } from '../../platform/platform.js';
import { readRankfile, writeOpenMpiRankfile, writeSlurmHostfile } from '../../platform/rankfile.js';
import { densePlacement } from '../../platform/topology-network.js';
import { randomBelow, shuffled } from '../../sources/patterns/random.js';
import { readTextFile } from '../output/files.js';
import type { Ground } from './place.js';

export const RANKFILE_FORMATS = ['openmpi', 'slurm'] as const;
export type RankfileFormat = (typeof RANKFILE_FORMATS)[number];

/** What the search is given. */
export interface Beginning {
  readonly site: Site;
  readonly start: NamedMapping;
  readonly others: readonly NamedMapping[];
}

/** How the ranks begin, as `--start` says it. */
export type Start =
  | { readonly kind: 'block' | 'round-robin' }
  | { readonly kind: 'random'; readonly seed: number }
  | { readonly kind: 'rankfile'; readonly file: string };

/** `block`, `round-robin`, `random:SEED` or `rankfile:FILE`. Throws UsageError. */
export function parseStart(text: string): Start {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  const rest = colon < 0 ? '' : text.slice(colon + 1);
  if ((kind === 'block' || kind === 'round-robin') && colon < 0) return { kind };
  if (kind === 'rankfile' && rest !== '') return { kind, file: rest };
  if (kind === 'random' && (colon < 0 || /^\d+$/.test(rest))) return { kind, seed: Number(rest || '1') };
  throw new UsageError(
    `--start '${text}' is no beginning`,
    'use block, round-robin, random:SEED or rankfile:FILE',
  );
}

/**
 * Sites and mappings of `ranks` ranks. Block and round robin are what `mpirun --map-by` deals; where a rankfile gives
 * the places, they are dealt over those.
 */
export function beginning(ground: Ground, start: Start, ranks: number, gapNsPerByte: number): Beginning {
  const standard = standardMappings(ground, ranks);
  let { block, roundRobin } = standard;
  const begun = (): Int32Array => {
    switch (start.kind) {
      case 'block':
        return block;
      case 'round-robin':
        return roundRobin;
      case 'random':
        return shuffled(ranks, randomBelow(start.seed)).map((i) => block[i]);
      case 'rankfile': {
        if (ground.kind !== 'platform') {
          throw new UsageError('--start rankfile: names cores of a platform', 'add --platform');
        }
        return readRankfile(readTextFile(start.file), start.file, ground.platform, ranks);
      }
    }
  };
  const mapping = begun();
  const site =
    ground.kind === 'platform'
      ? platformSite(ground.platform)
      : topologySite(
          ground.topology,
          { ...ground.costs, gapNsPerByte },
          Int32Array.from([...block, ...roundRobin]),
        );
  if (start.kind === 'rankfile') {
    block = mapping.slice().sort();
    roundRobin = dealtByNode(block, site);
  }
  const all: NamedMapping[] = [
    { name: 'block', mapping: block },
    { name: 'round robin', mapping: roundRobin },
  ];
  const name = start.kind === 'random' ? `random:${start.seed}` : start.kind.replace('-', ' ');
  return { site, start: { name, mapping }, others: all.filter((one) => one.name !== name) };
}

function standardMappings(ground: Ground, ranks: number): { block: Int32Array; roundRobin: Int32Array } {
  if (ground.kind === 'platform') {
    const { platform, ranksPerNode } = ground;
    const options = ranksPerNode === undefined ? {} : { ranksPerNode };
    const innermost = platform.levels[platform.levels.length - 1].name;
    const node = platform.levels[nodeLevel(platform)].name;
    return {
      block: mapBy(platform, innermost, ranks, options),
      roundRobin: mapBy(platform, node, ranks, options),
    };
  }
  const block = densePlacement(ground.topology, ranks, ground.ranksPerNode);
  const nodes = Math.ceil(ranks / ground.ranksPerNode);
  return { block, roundRobin: Int32Array.from({ length: ranks }, (_, rank) => rank % nodes) };
}

/** Places dealt to the ranks one node after the other, in turn. */
function dealtByNode(places: Int32Array, site: Site): Int32Array {
  const byNode = new Map<number, number[]>();
  for (const place of places) {
    const node = site.nodeOf(place);
    const list = byNode.get(node) ?? [];
    byNode.set(node, list);
    list.push(place);
  }
  const dealt: number[] = [];
  for (let turn = 0; dealt.length < places.length; turn++) {
    for (const list of byNode.values()) if (turn < list.length) dealt.push(list[turn]);
  }
  return Int32Array.from(dealt);
}

/** A mapping as a rankfile. A topology's endpoints are nodes: node0, node1 …, with ranks on cores in order. */
export function rankfileText(ground: Ground, mapping: Int32Array, format: RankfileFormat): string {
  if (ground.kind === 'platform') return written(ground.platform, mapping, format);
  const perNode = ground.ranksPerNode;
  const { platform, cores } = endpointsAsNodes(ground.topology.endpoints, perNode, mapping);
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
