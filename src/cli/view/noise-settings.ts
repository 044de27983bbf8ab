/** Noise in fields of the page: as flags have it, and what it means on a machine. */
import { UsageError } from '../../errors.js';
import type { Network } from '../../machine/network.js';
import type { Noise } from '../../noise/sources.js';
import { NOISE_DEFAULTS, type NoiseDrawFlags, type NoiseSourceFlags } from '../flags/noise.js';
import { type NoiseSource, noiseOf } from '../input/noise.js';
import { readTextFile } from '../output/files.js';
import { inField } from './field-error.js';
import type { NOISE_SOURCES, NoiseField, Settings } from './wire.js';

/** Texts that say what is noisy, with values to begin with. */
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

/** Between the values of a flag that may come several times; commas stand within them. */
const BETWEEN = ';';

type NoiseFlags = NoiseSourceFlags & NoiseDrawFlags;

/** What the fields begin with. */
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

/** The flags of what fields say. `unit`: of bare times. */
export function noiseFlagsOf(settings: Pick<Settings, NoiseField>, unit: string | undefined): NoiseFlags {
  const { computeNoise, osNoise, samples, seed } = settings;
  return {
    jitter: listOf(settings.jitter),
    'compute-noise': computeNoise === '' ? undefined : computeNoise,
    'os-noise': osNoise === '' ? undefined : osNoise,
    delay: listOf(settings.delay),
    samples: samples === '' ? undefined : Number(samples),
    seed: seed === '' ? undefined : Number(seed),
    unit,
  };
}

const listOf = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The noise of `flags`; what is wrong is said of the field. `files`: all that may be read. Throws FieldError. */
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
    'start llamp-ts view with the flag that names it',
  );
}

/** Operations times runs that are drawn without being asked for. */
const MOST_DRAWN = 2 ** 26;
/** Runs that one sweep plays: fewer cost as much. */
const FEWEST = 64;

/** Runs of a program of so many operations where the page does not say. */
export function usualSamples(operations: number): number {
  const affordable = Math.floor(MOST_DRAWN / Math.max(operations, 1) / FEWEST) * FEWEST;
  return Math.min(Math.max(affordable, FEWEST), NOISE_DEFAULTS.samples);
}
