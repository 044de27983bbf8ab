/** Settings that come with requests: checked, and turned into the flags of a machine. */
import { parseCollectiveSpec } from '../../collectives/choice.js';
import { UsageError } from '../../errors.js';
import { RENDEZVOUS_PROTOCOLS } from '../../machine/machine.js';
import { MACHINE_PRESETS } from '../../machine/presets.js';
import { PLATFORM_PRESETS } from '../../platform/presets/index.js';
import type { MachineFlags } from '../machine/machine.js';
import type { Settings } from './wire.js';

/** Longest text of a field: no quantity, name or list of percentages needs more. */
const LONGEST = 500;
const MOST_COLLECTIVES = 64;

/** The flags of the machine that the page may change, with its field for each; all others are the command line's. */
const FIELDS = {
  machine: 'machine',
  latency: 'latency',
  overhead: 'overhead',
  'gap-per-byte': 'gapPerByte',
  rendezvous: 'rendezvous',
  'rendezvous-protocol': 'protocol',
  platform: 'platform',
  'map-by': 'mapBy',
} as const satisfies Partial<Record<keyof MachineFlags, keyof Settings>>;

type Field = (typeof FIELDS)[keyof typeof FIELDS];
type MachineSettings = Pick<Settings, Field>;

const TEXTS = [...Object.values(FIELDS), 'range', 'pct'] as const;

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

const FLAGS = Object.keys(FIELDS) as readonly (keyof typeof FIELDS)[];

/** What the page begins with: the values of the command line. */
export function machineSettings(given: MachineFlags): MachineSettings {
  const texts = FLAGS.map((flag) => [FIELDS[flag], given[flag] ?? '']);
  return Object.fromEntries(texts) as MachineSettings;
}

/** The flags that describe the machine of `settings`: those of the command line, but for what the page may change. */
export function machineFlagsOf(settings: Settings, given: MachineFlags): MachineFlags {
  const changed = FLAGS.map((flag) => [flag, settings[FIELDS[flag]] || undefined]);
  return inPlace({ ...given, ...(Object.fromEntries(changed) as MachineFlags) }, given);
}

/** Leaves out what places the ranks of another platform than the page's. */
function inPlace(flags: MachineFlags, given: MachineFlags): MachineFlags {
  if (flags.topology !== undefined) return flags;
  const { platform, rankfile, 'map-by': mapBy, 'ranks-per-node': ranksPerNode, ...rest } = flags;
  if (platform === undefined) return rest;
  if (rankfile !== undefined && platform === given.platform && mapBy === undefined)
    return { ...rest, platform, rankfile };
  return { ...rest, platform, 'map-by': mapBy, 'ranks-per-node': ranksPerNode };
}
