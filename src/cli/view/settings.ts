/** Settings that come with requests, among them noise: checked, named, and turned into the flags of a machine. */

import { parseCollectiveSpec } from '../../collectives/choice.js';
import { LlampError, namesInstead, UsageError } from '../../errors.js';
import { DEFAULT_MACHINE, MACHINE_PRESETS, type Machine } from '../../machine/machine.js';
import { type Network, type PageField, parameterRow } from '../../machine/parameters.js';
import type { Noise } from '../../noise/noise-model.js';
import { PLATFORM_PRESETS } from '../../platform/platform-presets.js';
import { parseTopologySpec } from '../../platform/topologies.js';
import { parseWires } from '../../platform/topology-network.js';
import { type ParseOptions, parseTime } from '../../units.js';
import type { MachineFlags } from '../flags/common-flags.js';
import { parsePercents } from '../flags/parameter-values.js';
import {
  NOISE_DEFAULTS,
  type NoiseDrawFlags,
  type NoiseSource,
  type NoiseSourceFlags,
  noiseOf,
  noiseWanted,
} from '../input/noise-input.js';
import { readTextFile } from '../process/files.js';
import { PAGE_FIELDS } from './fields.js';
import {
  isNoisy,
  NOISE_DRAWS,
  NOISE_SOURCES,
  type NoiseField,
  type Query,
  type SettingName,
  type Settings,
} from './wire.js';

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
    throw ofField(field, error);
  }
}

/** The error as one of `field`, unless it is a bug or belongs to another field. */
export function ofField(field: SettingName, error: unknown): unknown {
  return error instanceof LlampError && !(error instanceof FieldError) ? new FieldError(field, error) : error;
}

// Names that the page may use: a request must not make the server read a file.

/** Allowed names (presets and those of the command line), and the unit of numbers. */
export interface Names {
  readonly machines: readonly string[];
  readonly platforms: readonly string[];
  /** Topologies that are files. */
  readonly graphs: readonly string[];
  /** Unit of numbers without one. */
  readonly unit: string | undefined;
}

export function allowedNames(flags: MachineFlags): Names {
  const also = (name: string | undefined, known: readonly string[]): string[] => [
    ...new Set(name === undefined ? known : [name, ...known]),
  ];
  return {
    machines: also(flags.machine, Object.keys(MACHINE_PRESETS)),
    platforms: also(flags.platform, Object.keys(PLATFORM_PRESETS)),
    graphs: flags.topology === undefined ? [] : [flags.topology],
    unit: flags.unit,
  };
}

// Noise in fields of the page, as flags and on a machine.

/** Fields of noise, with examples. */
export const NOISE_TEXTS = [
  {
    field: 'jitter',
    label: 'jitter',
    examples: ['L=lognormal:mean=200ns,sd=300ns', 'L=exp:mean=1us', 'L=gamma:mean=1us,sd=500ns'],
  },
  { field: 'computeNoise', label: 'computations', examples: ['relative:sd=1%'] },
  {
    field: 'osNoise',
    label: 'OS noise',
    examples: ['period=1ms,length=10us', 'period=1ms,length=10us,together'],
  },
  { field: 'delay', label: 'delayed ranks', examples: ['rank=0:+5us', 'rank=0:+2%'] },
] as const;

/** The field of each flag. */
const FIELD_OF: Readonly<Record<NoiseSource, (typeof NOISE_SOURCES)[number]>> = {
  jitter: 'jitter',
  'compute-noise': 'computeNoise',
  'os-noise': 'osNoise',
  delay: 'delay',
};

/** Separates the values of a repeated flag, which contain commas. */
const BETWEEN = ';';

type NoiseFlags = NoiseSourceFlags & NoiseDrawFlags;

/** First values of the fields. */
export function noiseSettings(flags: NoiseFlags): Pick<Settings, NoiseField> {
  const { jitter = [], delay = [], samples, seed } = flags;
  return {
    jitter: jitter.join(`${BETWEEN} `),
    computeNoise: flags['compute-noise'] ?? '',
    osNoise: flags['os-noise'] ?? '',
    delay: delay.join(`${BETWEEN} `),
    samples: samples === undefined ? '' : String(samples),
    seed: seed === undefined ? '' : String(seed),
  };
}

/** Flags from fields. `unit`: of bare times. */
export function noiseFlagsOf(settings: Pick<Settings, NoiseField>, unit: string | undefined): NoiseFlags {
  const { computeNoise, osNoise, samples, seed } = settings;
  return {
    jitter: partsBetween(settings.jitter),
    'compute-noise': computeNoise === '' ? undefined : computeNoise,
    'os-noise': osNoise === '' ? undefined : osNoise,
    delay: partsBetween(settings.delay),
    samples: samples === '' ? undefined : Number(samples),
    seed: seed === '' ? undefined : Number(seed),
    unit,
  };
}

const partsBetween = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The noise of `flags`. `files`: those that may be read. Throws FieldError. */
export const noiseOfFields = (
  flags: NoiseSourceFlags,
  files: readonly string[],
  { network, ranks }: { readonly network: Network; readonly ranks: number },
): Noise =>
  noiseOf(flags, network, ranks, {
    file: (name) => (files.includes(name) ? readTextFile(name) : refuse(name)),
    of: (flag, read) => inField(FIELD_OF[flag], read),
  });

function refuse(name: string): never {
  throw new UsageError(
    `'${name}' is a file that the command line does not name`,
    'name it in --jitter or --os-noise when you start llamp-ts view',
  );
}

/** Operations times runs by default. */
const MOST_DRAWN = 2 ** 26;
/** Runs per sweep: fewer take as long. */
const FEWEST = 64;

/** Default number of runs for a program with so many operations. */
export function usualSamples(operations: number): number {
  const affordable = Math.floor(MOST_DRAWN / Math.max(operations, 1) / FEWEST) * FEWEST;
  return Math.min(Math.max(affordable, FEWEST), NOISE_DEFAULTS.samples);
}

// Checks each field of the page by itself, so that errors appear at the field.

/** Parses the text of a field and discards the result. */
type Check = (text: string) => unknown;

/** Throws FieldError for the first invalid field, except for noise, which needs the machine. */
function checkFields(texts: Omit<Settings, 'collectives'>, names: Names): void {
  for (const [field, check] of checksBy(names))
    if (texts[field] !== '') inField(field, () => check(texts[field]));
  if (isNoisy(texts)) return;
  inField(texts.samples === '' ? 'seed' : 'samples', () => noiseWanted(noiseFlagsOf(texts, names.unit)));
}

function checksBy({ machines, platforms, graphs, unit }: Names): readonly (readonly [SettingName, Check])[] {
  const called = (flag: string): ParseOptions =>
    unit === undefined ? { name: `--${flag}` } : { name: `--${flag}`, unit };
  return [
    ['machine', (text) => known('machine', text, machines)],
    ...PAGE_FIELDS.map(({ key, words, field, flag }): [SettingName, Check] => [
      field,
      flag.options === undefined
        ? (text) => parameterRow(key).parse?.(text, called(flag.name))
        : (text) => known(words, text, flag.options ?? []),
    ]),
    ['platform', (text) => known('platform', text, platforms)],
    ['ranksPerNode', checkCount],
    ['topology', (text) => checkTopology(text, graphs)],
    ['wireLatency', (text) => parseWires(text, called('wire-latency'))],
    ['switchLatency', (text) => parseTime(text, called('switch-latency'))],
    ['pct', parsePercents],
    ['samples', checkSamples],
    ['seed', checkSeed],
  ];
}

function known(what: string, name: string, list: readonly string[]): void {
  if (!list.includes(name)) throw new UsageError(`unknown ${what} '${name}'`, namesInstead(name, list));
}

function checkCount(text: string): void {
  if (/^[1-9]\d{0,8}$/.test(text)) return;
  throw new UsageError(`--ranks-per-node '${text}' is not a number of ranks`, 'write a whole number from 1');
}

/** More would not fit into memory. */
function checkSamples(text: string): void {
  if (/^[1-9]\d{0,5}$/.test(text)) return;
  throw new UsageError(
    `--samples '${text}' is not a number of runs that the page can simulate`,
    'write a whole number from 1 to 999999',
  );
}

function checkSeed(text: string): void {
  if (/^\d{1,15}$/.test(text)) return;
  throw new UsageError(`--seed '${text}' is not a seed`, 'write a whole number from 0');
}

/** A request must not make the server read a file. */
function checkTopology(text: string, graphs: readonly string[]): void {
  if (parseTopologySpec(text).kind === 'generated' || graphs.includes(text)) return;
  throw new UsageError(
    `topology '${text}' is a file that the command line does not name`,
    `start llamp-ts view with --topology ${text}`,
  );
}

/** Longest text of a field: no quantity, name or list of percentages needs more. */
const LONGEST = 500;
const MOST_COLLECTIVES = 64;

type SiteField = 'platform' | 'mapBy' | 'ranksPerNode' | 'topology' | 'wireLatency' | 'switchLatency';
type MachineSettings = Pick<Settings, 'machine' | SiteField | PageField>;

/** Flags of the machine that the page may change, with their fields; all others are those of the command line. */
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

/** Settings from a request's JSON. Throws UsageError, and FieldError for a field. */
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

/** A request's JSON: settings and pinned settings. Throws UsageError. */
export function readQuery(value: unknown, names: Names): Query {
  const { pinned, ...own } = Object.fromEntries(entriesOf(value));
  const settings = readSettings(own, names);
  return pinned === undefined
    ? settings
    : { ...settings, pinned: ofPinned(() => readSettings(pinned, names)) };
}

/** Runs `work`; errors are assigned to the pinned settings, which have no field. */
function ofPinned<Result>(work: () => Result): Result {
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
    throw new UsageError('the settings are not an object');
  return new Map<string, unknown>(Object.entries(value));
}

function textOf(given: ReadonlyMap<string, unknown>, name: string): string {
  const value = given.get(name) ?? '';
  if (typeof value !== 'string') throw new UsageError(`'${name}' is not text`);
  if (value.length > LONGEST) throw new UsageError(`'${name}' has more than ${LONGEST} characters`);
  return value.trim();
}

function listOf(value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_COLLECTIVES)
    throw new UsageError(`'collectives' is not a list of at most ${MOST_COLLECTIVES} texts`);
  return value.map((one: unknown) => {
    if (typeof one !== 'string' || one.length > LONGEST)
      throw new UsageError('a collective is not a short text');
    return one;
  });
}

/** First settings of the page: the values of the command line. */
export function machineSettings(given: MachineFlags): MachineSettings {
  const values = new Map<string, unknown>(Object.entries(given));
  const texts = FIELDS.map(({ flag, field }) => [field, String(values.get(flag) ?? '')]);
  return Object.fromEntries(texts) as MachineSettings;
}

/** Flags of the machine of `settings`: those of the command line, changed by the page. */
export function machineFlagsOf(settings: Settings, given: MachineFlags): MachineFlags {
  const changed = FIELDS.map(({ flag, field }) => [flag, settings[field] || undefined]);
  const { ranksPerNode } = settings;
  // The default is not named, so that the program's library may decide S.
  const unnamed = given.machine === undefined && settings.machine === DEFAULT_MACHINE;
  return placed({
    ...given,
    ...(Object.fromEntries(changed) as MachineFlags),
    ...(unnamed && { machine: undefined }),
    'ranks-per-node': ranksPerNode === '' ? undefined : Number(ranksPerNode),
  });
}

/** Leaves out flags of mapping and wires that belong to another site than the page's. */
function placed(flags: MachineFlags): MachineFlags {
  const { 'wire-classes': wireClasses, allocation, ...rest } = flags;
  if (rest.topology !== undefined)
    return {
      ...rest,
      ...(wireClasses === undefined ? {} : { 'wire-classes': wireClasses }),
      ...(allocation === undefined ? {} : { allocation }),
    };
  const { 'map-by': mapBy, 'ranks-per-node': ranksPerNode, ...placeless } = rest;
  if (rest.platform === undefined) return placeless;
  return rest;
}

// Names of settings for comparison: the machine and its changed values.

/** Words before the values of fields that have no place in the table of parameters. */
const SITE_WORDS: readonly (readonly [SettingName, string])[] = [
  ['platform', 'platform'],
  ['mapBy', 'mapped by'],
  ['topology', ''],
  ['wireLatency', 'wire'],
  ['switchLatency', 'switch'],
  ['ranksPerNode', 'ranks per node'],
];

/**
 * Such as `cscs-testbed, latency L 7us, CPU and NIC ordered, allreduce=ring`. `machine`: how CPUs and NICs are shared on
 * it, whether the settings say so or the question decides.
 */
export function settingsName(settings: Settings, { cpu, nic }: Pick<Machine, 'cpu' | 'nic'>): string {
  const parameters = PAGE_FIELDS.filter(({ key }) => key !== 'cpu' && key !== 'nic');
  const words = [...parameters.map(({ field, label }) => [field, label] as const), ...SITE_WORDS];
  const said = words.flatMap(([field, word]) =>
    settings[field] === '' ? [] : [`${word} ${settings[field]}`.trim()],
  );
  const shared = cpu === nic ? `CPU and NIC ${cpu}` : `CPU ${cpu}, NIC ${nic}`;
  return [settings.machine, ...said, shared, ...settings.collectives].filter((one) => one !== '').join(', ');
}

/** What a reader of two curves should know before the difference is taken for that of the algorithms; '' for nothing. */
export function sharingNote(one: Pick<Machine, 'cpu' | 'nic'>, other: Pick<Machine, 'cpu' | 'nic'>): string {
  if (one.cpu === other.cpu && one.nic === other.nic) return '';
  return 'The two settings share CPUs and NICs in different ways, which alone can change T. Choose the same CPU and NIC for both. With a chosen algorithm the default is ordered.';
}
