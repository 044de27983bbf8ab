/** Settings that come with requests: checked, and turned into the flags of a machine. */
import { parseCollectiveSpec } from '../../collectives/choice.js';
import { UsageError } from '../../errors.js';
import { RENDEZVOUS_PROTOCOLS } from '../../machine/machine.js';
import { MACHINE_PRESETS } from '../../machine/presets.js';
import { PLATFORM_PRESETS } from '../../platform/presets/index.js';
import type { MachineFlags } from '../machine.js';
import type { Settings } from './wire.js';

/** Longest text of a field: no quantity, name or list of percentages needs more. */
const LONGEST = 500;
const MOST_COLLECTIVES = 64;

const TEXTS = [
  'machine',
  'latency',
  'overhead',
  'gapPerByte',
  'rendezvous',
  'protocol',
  'platform',
  'mapBy',
  'range',
  'pct',
] as const satisfies readonly (keyof Settings)[];

/** What may be named: presets, and what the command line named. */
export interface Names {
  readonly machines: readonly string[];
  readonly platforms: readonly string[];
}

/** A request must not make the server read a file: besides presets, only what the command line named has a name. */
export function allowedNames(flags: MachineFlags): Names {
  const also = (name: string | undefined, known: readonly string[]): string[] => [
    ...new Set(name === undefined ? known : [name, ...known]),
  ];
  return {
    machines: also(flags.machine, Object.keys(MACHINE_PRESETS)),
    platforms: also(flags.platform, Object.keys(PLATFORM_PRESETS)),
  };
}

/** Settings from a request's JSON. Throws UsageError for anything else. */
export function readSettings(value: unknown, names: Names): Settings {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('the settings are no object');
  const given = new Map<string, unknown>(Object.entries(value));
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(given, name)])) as Record<
    (typeof TEXTS)[number],
    string
  >;
  const collectives = listOf(given.get('collectives'));
  for (const spec of collectives) parseCollectiveSpec(spec);
  const known = (what: string, name: string, list: readonly string[]): void => {
    if (name === '' || list.includes(name)) return;
    throw new UsageError(`unknown ${what} '${name}'`, `there are ${list.join(', ')}`);
  };
  known('machine', texts.machine, names.machines);
  known('platform', texts.platform, names.platforms);
  known('rendezvous protocol', texts.protocol, RENDEZVOUS_PROTOCOLS);
  return { ...texts, collectives };
}

function textOf(given: ReadonlyMap<string, unknown>, name: string): string {
  const value = given.get(name) ?? '';
  if (typeof value !== 'string') throw new UsageError(`'${name}' is no text`);
  if (value.length > LONGEST) throw new UsageError(`'${name}' has more than ${LONGEST} characters`);
  return value.trim();
}

function listOf(value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_COLLECTIVES)
    throw new UsageError(`'collectives' is no list of at most ${MOST_COLLECTIVES} texts`);
  return value.map((one: unknown) => {
    if (typeof one !== 'string' || one.length > LONGEST)
      throw new UsageError('a collective is no short text');
    return one;
  });
}

/** The flags that describe the machine of `settings`; what the page cannot change is kept from the command line. */
export function machineFlagsOf(settings: Settings, given: MachineFlags): MachineFlags {
  const text = (value: string): string | undefined => (value === '' ? undefined : value);
  const platform = text(settings.platform);
  const placed = platform === undefined ? {} : { 'ranks-per-node': given['ranks-per-node'] };
  const byFile = platform !== undefined && platform === given.platform && settings.mapBy === '';
  const ground = given.topology === undefined ? placed : topologyFlags(given);
  return {
    machine: text(settings.machine),
    latency: text(settings.latency),
    overhead: text(settings.overhead),
    'gap-per-byte': text(settings.gapPerByte),
    rendezvous: text(settings.rendezvous),
    'rendezvous-protocol': text(settings.protocol),
    gap: given.gap,
    async: given.async,
    unit: given.unit,
    platform,
    'map-by': platform === undefined ? undefined : text(settings.mapBy),
    ...ground,
    ...(byFile ? { rankfile: given.rankfile } : {}),
  };
}

const topologyFlags = (given: MachineFlags): MachineFlags => ({
  topology: given.topology,
  'wire-latency': given['wire-latency'],
  'switch-latency': given['switch-latency'],
  'wire-classes': given['wire-classes'],
  'ranks-per-node': given['ranks-per-node'],
});
