/** Settings that come with requests: checked, and turned into the flags of a machine. */
import { parseCollectiveSpec } from '../../collectives/choice.js';
import { LlampError, UsageError } from '../../errors.js';
import type { PageField } from '../../machine/parameters.js';
import { namesInstead } from '../../nearest.js';
import type { MachineFlags } from '../flags/machine.js';
import { checkFields } from './check.js';
import { PAGE_FIELDS } from './fields.js';
import type { Names } from './names.js';
import { type Asked, NOISE_DRAWS, NOISE_SOURCES, type SettingName, type Settings } from './wire.js';

/** Longest text of a field: no quantity, name or list of percentages needs more. */
const LONGEST = 500;
const MOST_COLLECTIVES = 64;

type SiteField = 'platform' | 'mapBy' | 'ranksPerNode' | 'topology' | 'wireLatency' | 'switchLatency';
type MachineSettings = Pick<Settings, 'machine' | SiteField | PageField>;

/** The flags of the machine that the page may change, with its field for each; all others are the command line's. */
const FIELDS: readonly { readonly flag: string; readonly field: keyof MachineSettings }[] = [
  { flag: 'machine', field: 'machine' },
  ...PAGE_FIELDS.map(({ flag, field }) => ({ flag: flag.name, field })),
  { flag: 'platform', field: 'platform' },
  { flag: 'map-by', field: 'mapBy' },
  { flag: 'ranks-per-node', field: 'ranksPerNode' },
  { flag: 'topology', field: 'topology' },
  { flag: 'wire-latency', field: 'wireLatency' },
  { flag: 'switch-latency', field: 'switchLatency' },
];

const TEXTS: readonly SettingName[] = [
  ...FIELDS.map(({ field }) => field),
  'range',
  'pct',
  ...NOISE_SOURCES,
  ...NOISE_DRAWS,
];

const NAMES: readonly string[] = [...TEXTS, 'collectives'];

/** Settings from a request's JSON. Throws UsageError for anything else, and says of which field it is. */
export function readSettings(value: unknown, names: Names): Settings {
  const given = entriesOf(value);
  for (const name of given.keys())
    if (!NAMES.includes(name)) throw new UsageError(`unknown setting '${name}'`, namesInstead(name, NAMES));
  const entries = TEXTS.map((name) => [name, textOf(given, name)]);
  const texts = Object.fromEntries(entries) as Omit<Settings, 'collectives'>;
  const collectives = listOf(given.get('collectives'));
  for (const spec of collectives) parseCollectiveSpec(spec);
  checkFields(texts, names);
  return { ...texts, collectives };
}

/** A question from a request's JSON: settings, and those that are pinned. Throws UsageError. */
export function readAsked(value: unknown, names: Names): Asked {
  const { pinned, ...own } = Object.fromEntries(entriesOf(value));
  const settings = readSettings(own, names);
  return pinned === undefined
    ? settings
    : { ...settings, pinned: ofPinned(() => readSettings(pinned, names)) };
}

/** What `work` gives; errors are said of the pinned settings, which no field shows. */
export function ofPinned<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw pinnedError(error);
  }
}

/** The error as one of the pinned settings, unless it is a bug. */
export function pinnedError(error: unknown): unknown {
  if (!(error instanceof LlampError)) return error;
  const problems = error.problems.map((one) => ({ ...one, what: `the pinned settings: ${one.what}` }));
  return new LlampError(error.family, problems);
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('the settings are no object');
  return new Map<string, unknown>(Object.entries(value));
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
  const texts = FIELDS.map(({ flag, field }) => [field, String(values.get(flag) ?? '')]);
  return Object.fromEntries(texts) as MachineSettings;
}

/** The flags that describe the machine of `settings`: those of the command line, but for what the page may change. */
export function machineFlagsOf(settings: Settings, given: MachineFlags): MachineFlags {
  const changed = FIELDS.map(({ flag, field }) => [flag, settings[field] || undefined]);
  const { ranksPerNode } = settings;
  return placed(
    {
      ...given,
      ...(Object.fromEntries(changed) as MachineFlags),
      'ranks-per-node': ranksPerNode === '' ? undefined : Number(ranksPerNode),
    },
    given,
  );
}

/** Leaves out what says of another place than the page's how ranks are mapped to it, or what its wires are. */
function placed(flags: MachineFlags, given: MachineFlags): MachineFlags {
  const { rankfile, 'wire-classes': wireClasses, allocation, busy, ...rest } = flags;
  if (rest.topology !== undefined)
    return {
      ...rest,
      ...(wireClasses === undefined ? {} : { 'wire-classes': wireClasses }),
      ...(allocation === undefined ? {} : { allocation }),
      ...(busy === undefined ? {} : { busy }),
    };
  const { 'map-by': mapBy, 'ranks-per-node': ranksPerNode, ...placeless } = rest;
  if (rest.platform === undefined) return placeless;
  const dealt = (mapBy ?? ranksPerNode) !== undefined;
  return rankfile !== undefined && rest.platform === given.platform && !dealt ? { ...rest, rankfile } : rest;
}
