/** Noise in the fields of the page, and names of settings. */

import { UsageError } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import type { Network } from '../machine/parameters.js';
import type { Noise } from '../noise/noise-model.js';
import { NOISE_DEFAULTS, type NoiseDrawFlags, type NoiseSourceFlags, noiseBy } from '../noise/noise-words.js';
import type { NamedText } from '../report/measured-table.js';
import { PAGE_FIELDS } from './fields.js';
import { inField } from './live-machine.js';
import { BETWEEN, type NoiseField, type SettingName, type Settings } from './settings.js';

/** Fields of noise, with examples. */
export const NOISE_TEXTS = [
  {
    field: 'jitter',
    label: 'jitter',
    examples: ['L=lognormal:mean=200ns,sd=300ns', 'L=exp:mean=1us', 'L=gamma:mean=1us,sd=500ns'],
  },
  { field: 'compute-noise', label: 'computations', examples: ['relative:sd=1%'] },
  {
    field: 'os-noise',
    label: 'OS noise',
    examples: ['period=1ms,length=10us', 'period=1ms,length=10us,together'],
  },
  { field: 'delay', label: 'delayed ranks', examples: ['rank=0:+5us', 'rank=0:+2%'] },
] as const;

type NoiseFlags = NoiseSourceFlags & NoiseDrawFlags;

/** Flags from fields. Throws FieldError. */
export const noiseFlagsOf = (settings: Pick<Settings, NoiseField>): NoiseFlags => ({
  jitter: partsBetween(settings.jitter),
  'compute-noise': settings['compute-noise'] || undefined,
  'os-noise': settings['os-noise'] || undefined,
  delay: partsBetween(settings.delay),
  samples: wholeOf('samples', settings.samples, /^[1-9]\d{0,5}$/, 'from 1 to 999999'),
  seed: wholeOf('seed', settings.seed, /^\d{1,15}$/, 'from 0'),
});

/** More runs would not fit into memory. */
const wholeOf = (field: 'samples' | 'seed', text: string, form: RegExp, range: string): number | undefined =>
  inField(field, () => {
    if (text === '') return undefined;
    if (form.test(text)) return Number(text);
    throw new UsageError(`'${text}' is not a whole number ${range}`, `write a whole number ${range}`);
  });

const partsBetween = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The noise of `flags`. `files`: those that the page carries. Throws FieldError. */
export const noiseOfFields = (
  flags: NoiseSourceFlags,
  files: readonly NamedText[],
  { network, ranks }: { readonly network: Network; readonly ranks: number },
): Noise =>
  noiseBy(flags, network, ranks, {
    file: (name) => files.find((one) => one.name === name)?.text ?? refuse(name),
    of: inField,
    called: (source) => NOISE_TEXTS.find(({ field }) => field === source)?.label ?? source,
  });

function refuse(name: string): never {
  throw new UsageError(
    `the page does not have the file '${name}'`,
    'name it in --jitter or --os-noise when you write the page',
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

// Names of settings for comparison: the machine and its changed values.

/** Words before the values of fields that have no place in the table of parameters. */
const SITE_WORDS: readonly (readonly [SettingName, string])[] = [
  ['platform', 'platform'],
  ['map-by', 'mapped by'],
  ['topology', ''],
  ['wire-latency', 'wire'],
  ['switch-latency', 'switch'],
  ['ranks-per-node', 'ranks per node'],
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
