/** The site of the ranks from the form. */
import { UsageError } from '../../src/errors.js';
import { platformPreset } from '../../src/platform/platform-presets.js';
import { platformSite, type Site, topologySite } from '../../src/platform/site.js';
import { parseTopologySpec } from '../../src/platform/topologies.js';
import { parseWires, refuseClasses } from '../../src/platform/topology-network.js';
import { parseTime } from '../../src/units.js';
import type { SiteTask } from './protocol.js';

/** Source of values from the form. */
export const TYPED = 'entered';

/** The site from the fields; null if empty. Throws UsageError and LimitError. */
export function siteOf(task: SiteTask): Site | null {
  const { platform, topology } = task;
  if (platform !== '' && topology !== '')
    throw new UsageError('a platform and a topology cannot be combined', 'keep one of them');
  if (platform !== '') return onPlatform(task);
  return topology === '' ? null : onTopology(task);
}

function onPlatform({ platform, mapBy, ranksPerNode }: SiteTask): Site {
  const { platform: read, warnings } = platformPreset(platform);
  return platformSite(read, {
    mapBy: mapBy === '' ? undefined : mapBy,
    ranksPerNode: countOf(ranksPerNode),
    warnings,
    origins: { mapping: mapBy === '' ? 'default' : 'chosen', ranksPerNode: TYPED },
  });
}

function onTopology({ topology, wireLatency, switchLatency, ranksPerNode }: SiteTask): Site {
  const spec = parseTopologySpec(topology);
  if (spec.kind === 'graph')
    throw new UsageError(`this page cannot read the topology file '${topology}'`, 'use the command line');
  const name = 'latency per wire';
  const built = spec.build();
  const wire = wireLatency === '' ? {} : { wireNs: parseWires(wireLatency, { name }) };
  if (typeof wire.wireNs === 'object') refuseClasses(Object.keys(wire.wireNs), [built], name);
  const through =
    switchLatency === '' ? {} : { switchNs: parseTime(switchLatency, { name: 'time in a switch' }) };
  return topologySite(built, {
    ...wire,
    ...through,
    ranksPerNode: countOf(ranksPerNode),
    origins: {
      topology: TYPED,
      ranksPerNode: TYPED,
      ...(wireLatency === '' ? {} : { wire: TYPED }),
      ...(switchLatency === '' ? {} : { switch: TYPED }),
    },
  });
}

function countOf(text: string): number | undefined {
  if (text === '') return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(
    `ranks per node '${text}' is not a number of ranks`,
    'write a whole number of at least 1',
  );
}
