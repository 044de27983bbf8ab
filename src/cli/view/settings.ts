/** Settings that come with requests: checked, and turned into the flags of a machine. */
import { parseCollectiveSpec } from '../../collectives/choice.js';
import { UsageError } from '../../errors.js';
import type { PageField } from '../../machine/parameters.js';
import { MACHINE_PRESETS } from '../../machine/presets.js';
import { namesInstead } from '../../nearest.js';
import { PLATFORM_PRESETS } from '../../platform/presets/index.js';
import type { MachineFlags } from '../flags/machine.js';
import { PAGE_FIELDS } from './fields.js';
import type { Settings } from './wire.js';

/** Longest text of a field: no quantity, name or list of percentages needs more. */
const LONGEST = 500;
const MOST_COLLECTIVES = 64;

type Choice = 'machine' | 'platform' | 'mapBy';
type MachineSettings = Pick<Settings, Choice | PageField>;

/** The flags of the machine that the page may change, with its field for each; all others are the command line's. */
const FIELDS: readonly { readonly flag: string; readonly field: keyof MachineSettings }[] = [
  { flag: 'machine', field: 'machine' },
  ...PAGE_FIELDS.map(({ flag, field }) => ({ flag: flag.name, field })),
  { flag: 'platform', field: 'platform' },
  { flag: 'map-by', field: 'mapBy' },
];

const TEXTS = [...FIELDS.map(({ field }) => field), 'range', 'pct'] as const;

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
  const entries = TEXTS.map((name) => [name, textOf(given, name)]);
  const texts = Object.fromEntries(entries) as Omit<Settings, 'collectives'>;
  const collectives = listOf(given.get('collectives'));
  for (const spec of collectives) parseCollectiveSpec(spec);
  const known = (what: string, name: string, list: readonly string[]): void => {
    if (name === '' || list.includes(name)) return;
    throw new UsageError(`unknown ${what} '${name}'`, namesInstead(name, list));
  };
  known('machine', texts.machine, names.machines);
  known('platform', texts.platform, names.platforms);
  for (const { words, flag, field } of PAGE_FIELDS)
    if (flag.options !== undefined) known(words, texts[field], flag.options);
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

/** What the page begins with: the values of the command line. */
export function machineSettings(given: MachineFlags): MachineSettings {
  const values = new Map<string, unknown>(Object.entries(given));
  const texts = FIELDS.map(({ flag, field }) => [field, values.get(flag) ?? '']);
  return Object.fromEntries(texts) as MachineSettings;
}

/** The flags that describe the machine of `settings`: those of the command line, but for what the page may change. */
export function machineFlagsOf(settings: Settings, given: MachineFlags): MachineFlags {
  const changed = FIELDS.map(({ flag, field }) => [flag, settings[field] || undefined]);
  return mappedTo({ ...given, ...(Object.fromEntries(changed) as MachineFlags) }, given);
}

/** Leaves out what maps the ranks to another platform than the page's. */
function mappedTo(flags: MachineFlags, given: MachineFlags): MachineFlags {
  if (flags.topology !== undefined) return flags;
  const { platform, rankfile, 'map-by': mapBy, 'ranks-per-node': ranksPerNode, ...rest } = flags;
  if (platform === undefined) return rest;
  if (rankfile !== undefined && platform === given.platform && mapBy === undefined)
    return { ...rest, platform, rankfile };
  return { ...rest, platform, 'map-by': mapBy, 'ranks-per-node': ranksPerNode };
}
