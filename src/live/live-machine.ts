/** The machine of the page's settings, and the site of its ranks: presets, and files that the page carries. */

import { LlampError, UsageError, type Warning } from '../errors.js';
import {
  DEFAULT_MACHINE,
  type NamedMachineFile,
  type ResolvedMachine,
  resolveMachine,
} from '../machine/machine.js';
import { type ParameterKey, parameterRow, type Sharing } from '../machine/parameters.js';
import { type Allocation, onePerSwitch } from '../platform/endpoint-allocation.js';
import type { Platform } from '../platform/platform.js';
import { platformSite, type Site, topologySite } from '../platform/site.js';
import { parseTopologySpec } from '../platform/topologies.js';
import { type Topology, type TopologyParts, topologyOfParts } from '../platform/topology.js';
import { parseWires, refuseClasses } from '../platform/topology-network.js';
import type { NamedText } from '../report/measured-table.js';
import { randomBelow, shuffled } from '../sources/patterns/random.js';
import { parseTime } from '../units.js';
import { PAGE_FIELDS } from './fields.js';
import type { SettingName, Settings } from './settings.js';

// Errors of one field, which the page shows at the field.

/** An error and its field. */
export class FieldError extends LlampError {
  readonly field: SettingName;
  constructor(field: SettingName, { family, problems }: LlampError) {
    super(family, problems);
    this.field = field;
  }
}

/** Runs `work`; errors that the user can mend are assigned to `field`. */
export function inField<Result>(field: SettingName, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof LlampError && !(error instanceof FieldError)
      ? new FieldError(field, error)
      : error;
  }
}

// What the page carries of the command line, besides the program.

/** Settings of the machine and the site that have no field, and what was read from files. */
export interface Carried {
  /** Unit of numbers without one. */
  /** Parameters as text. */
  readonly given: Readonly<Partial<Record<ParameterKey, string>>>;
  readonly machine: NamedMachineFile | null;
  /** Whether the command line names a machine. */
  readonly named: boolean;
  /** Shipped ones, and that of a file, by name. */
  readonly platforms: Readonly<
    Record<string, { readonly platform: Platform; readonly warnings: readonly Warning[] }>
  >;
  /** The topology of a file, by its spec. */
  readonly topology: { readonly spec: string; readonly parts: TopologyParts } | null;
  /** Mapping of the ranks on one of the platforms. */
  readonly rankfile: (NamedText & { readonly platform: string }) | null;
  readonly wireClasses: boolean;
  readonly allocation: AllocationQuery | null;
}

/** Source of values from the form. */
export const TYPED = 'entered';

/** The machine of the settings, without its site. Throws UsageError, as FieldError where one field is wrong. */
export function machineOf(settings: Settings, carried: Carried, sharing: Sharing): ResolvedMachine {
  const { given, machine, named: isNamed } = carried;
  const typed = PAGE_FIELDS.filter(({ field }) => settings[field] !== '');
  const called = (key: ParameterKey): string => parameterRow(key).words;
  for (const { key, field } of typed)
    inField(field, () => resolveMachine({ given: { [key]: settings[field] }, called }));
  // The default is not named, so that the program's library may decide S.
  const name = settings.machine === DEFAULT_MACHINE && !isNamed ? undefined : settings.machine;
  return resolveMachine({
    base: machine !== null && machine.name === name ? machine : name,
    given: { ...given, ...Object.fromEntries(typed.map(({ key, field }) => [key, settings[field]])) },
    sharing,
    called,
  });
}

/** The site of the settings; null without one. Throws UsageError and LimitError, as FieldError where one field is wrong. */
export function siteOf(settings: Settings, carried: Carried): Site | null {
  const { platform, topology } = settings;
  if (platform !== '' && topology !== '')
    inField('topology', () => {
      throw new UsageError('a platform and a topology cannot be combined', 'keep one of them');
    });
  if (platform !== '') return onPlatform(settings, carried);
  return topology === '' ? null : onTopology(settings, carried);
}

function onPlatform(settings: Settings, { platforms, rankfile }: Carried): Site {
  const { platform, 'map-by': mapBy, 'ranks-per-node': ranksPerNode } = settings;
  const { platform: read, warnings } = inField('platform', () => platforms[platform] ?? unknown(platform));
  const dealt = mapBy !== '' || ranksPerNode !== '';
  const mapped = rankfile?.platform === platform && !dealt ? rankfile : undefined;
  return platformSite(read, {
    mapBy: mapBy === '' ? undefined : mapBy,
    ranksPerNode: countOf(ranksPerNode),
    rankfile: mapped,
    warnings,
    origins: { mapping: mapped?.name ?? (mapBy === '' ? 'default' : 'chosen'), ranksPerNode: TYPED },
  });
}

function unknown(platform: string): never {
  throw new UsageError(`unknown platform '${platform}'`, 'choose one of the list');
}

function onTopology(settings: Settings, carried: Carried): Site {
  const { 'wire-latency': wireLatency, 'switch-latency': switchLatency } = settings;
  const { wireClasses, allocation } = carried;
  const topology = inField('topology', () => topologyOf(settings.topology, carried));
  const name = 'latency per wire';
  const wires = inField('wire-latency', () => {
    if (wireLatency === '') return {};
    const wireNs = parseWires(wireLatency, { name });
    if (typeof wireNs !== 'number') refuseClasses(Object.keys(wireNs), [topology], name);
    return { wireNs };
  });
  const through = inField('switch-latency', () =>
    switchLatency === '' ? {} : { switchNs: parseTime(switchLatency, { name: 'time in a switch' }) },
  );
  return topologySite(topology, {
    ...wires,
    ...through,
    ...(allocation === null ? {} : { allocation: allocationOn(topology, allocation) }),
    wireClasses,
    ranksPerNode: countOf(settings['ranks-per-node']),
    origins: {
      topology: TYPED,
      ranksPerNode: TYPED,
      ...(wireLatency === '' ? {} : { wire: TYPED }),
      ...(switchLatency === '' ? {} : { switch: TYPED }),
    },
  });
}

function topologyOf(text: string, { topology }: Carried): Topology {
  if (topology?.spec === text) return topologyOfParts(topology.parts);
  const spec = parseTopologySpec(text);
  if (spec.kind === 'generated') return spec.build();
  throw new UsageError(
    `the page does not have the topology file '${spec.file}'`,
    `name it with --topology ${text} when you write the page`,
  );
}

const countOf = (text: string): number | undefined =>
  inField('ranks-per-node', () => {
    if (text === '') return undefined;
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new UsageError(`'${text}' is not a number of ranks`, 'write a whole number from 1');
  });

// The endpoints of a topology that a program gets.

/** An allocation before the topology is known. */
export interface AllocationQuery {
  readonly kind: 'packed' | 'one-per-switch' | 'random';
  readonly seed: number;
  /** Share of the endpoints that other jobs occupy, 0 to below 1, and its seed. */
  readonly busy: { readonly share: number; readonly seed: number };
}

/**
 * Busy endpoints are drawn one by one without replacement, then the free ones are ordered by the allocation. The seed
 * determines both, on all machines and in all versions.
 */
export function allocationOn(topology: Topology, { kind, seed, busy }: AllocationQuery): Allocation {
  const { endpoints } = topology;
  const taken = Math.round(busy.share * endpoints);
  const gone = new Set(taken === 0 ? [] : shuffled(endpoints, randomBelow(busy.seed)).subarray(0, taken));
  const all = Int32Array.from({ length: endpoints }, (_, i) => i);
  const free = taken === 0 ? all : all.filter((endpoint) => !gone.has(endpoint));
  const name = kind === 'random' ? `random:${seed}` : kind;
  const ordered =
    kind === 'random'
      ? shuffled(free.length, randomBelow(seed)).map((i) => free[i])
      : kind === 'one-per-switch'
        ? onePerSwitch(topology, free)
        : free;
  return { name, endpoints: ordered, busy: taken };
}
