/** Flags of noise: distributions, detours, and the files of both. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import type { Network } from '../../machine/parameters.js';
import type { Noise } from '../../noise/noise-model.js';
import {
  delaysOf,
  NOISE_DEFAULTS,
  type NoiseDrawFlags,
  type NoiseSourceFlags,
  noiseBy,
  noiseGiven,
} from '../../noise/noise-words.js';
import { parseShare } from '../../units.js';
import { MAX_SEED, parameterFlag, percentsFlag, sharedFlags } from '../flags/common-flags.js';
import { parsePercents } from '../flags/parameter-values.js';
import { plotFlag } from '../output/answer.js';
import { readTextFile } from '../process/files.js';

const helpGroup = 'NOISE';

/** What is noisy. */
export const noiseSourceFlags = {
  jitter: Flags.string({
    helpGroup,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'CLASS=DISTRIBUTION',
    summary: 'random extra latency of messages',
    description:
      'random extra time of a latency class, drawn for each message: L=lognormal:mean=200ns,sd=300ns, L=exp:mean=1us, L=gamma:mean=1us,sd=500ns, L=file:times.csv',
  }),
  'compute-noise': Flags.string({
    helpGroup,
    helpValue: 'relative:sd=1%',
    summary: 'random variation of computations',
    description: 'random factor on the time of each computation: lognormal, mean 1',
  }),
  'os-noise': Flags.string({
    helpGroup,
    helpValue: 'period=1ms,length=10us',
    summary: 'interruptions by the operating system',
    description:
      'interruptions of computations, from a random moment of each rank (with ,together all ranks at once); file:detours.txt takes measured ones',
  }),
  delay: Flags.string({
    helpGroup,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'rank=R:+TIME|+SHARE%',
    description: 'fixed delay of a rank: rank=3:+5us at its start, rank=3:+2% of all its computation',
  }),
};

/** Number and seed of the runs with noise in other answers. */
export const noiseDrawFlags = {
  samples: Flags.integer({
    helpGroup,
    min: 1,
    description: `number of runs with noise [default: ${NOISE_DEFAULTS.samples}]`,
  }),
  seed: Flags.integer({
    helpGroup,
    min: 0,
    max: MAX_SEED,
    description: `seed of the noise [default: ${NOISE_DEFAULTS.seed}]`,
  }),
};

/** No engine takes part: lanes are swept. */
export const noiseFlags = {
  ...sharedFlags,
  ...noiseSourceFlags,
  samples: Flags.integer({
    helpGroup,
    min: 1,
    default: NOISE_DEFAULTS.samples,
    description: 'number of runs with noise',
  }),
  seed: Flags.integer({
    helpGroup,
    min: 0,
    max: MAX_SEED,
    default: NOISE_DEFAULTS.seed,
    description: 'seed of the noise',
  }),
  follow: Flags.integer({
    helpGroup,
    min: 0,
    default: NOISE_DEFAULTS.follow,
    description: 'runs whose critical paths are followed and broken down',
  }),
  pct: percentsFlag('limits of the quantile: slowdowns in percent of T without noise', '5', '1,2,5'),
  quantile: Flags.string({
    default: NOISE_DEFAULTS.quantile,
    helpValue: '95%',
    description: 'quantile of T that must stay within --pct',
  }),
  parameter: parameterFlag('parameter that grows: L, G, o or a latency class'),
  at: Flags.string({
    helpValue: '+0,+1us,+3us',
    description: 'values of the parameter at which T is computed with noise',
  }),
  plot: plotFlag(),
};

export type NoiseFlags = InferredFlags<typeof noiseFlags>;

/** Settings that need neither program nor machine. */
interface NoiseQuery {
  readonly percents: readonly number[];
  readonly share: number;
}

/** Checked before anything is read. Throws UsageError. */
export function noiseQuery(flags: NoiseFlags): NoiseQuery {
  if (!noiseGiven(flags))
    throw new UsageError(
      'no noise is given',
      'add --jitter, --compute-noise, --os-noise or --delay, such as --os-noise period=1ms,length=10us',
    );
  const share = parseShare(flags.quantile, '--quantile');
  if (!(share > 0 && share < 1))
    throw new UsageError(
      `--quantile '${flags.quantile}' is no quantile`,
      'write a value between 0 and 100 %, such as 95%',
    );
  delaysOf(flags, '--delay');
  return { percents: parsePercents(flags.pct), share };
}

/** Whether flags name any noise; throws UsageError for unreadable flags, and for --samples or --seed without noise. */
export function noiseWanted(flags: NoiseSourceFlags & NoiseDrawFlags): boolean {
  delaysOf(flags, '--delay');
  if (noiseGiven(flags)) return true;
  if ((flags.samples ?? flags.seed) !== undefined)
    throw new UsageError(
      `--${flags.samples === undefined ? 'seed' : 'samples'} needs noise`,
      'add noise, such as --jitter L=lognormal:mean=200ns,sd=300ns',
    );
  return false;
}

/** Noise of a program of `ranks` ranks on a network. `file`: reads a file. Throws UsageError, and InputError of files. */
export const noiseOf = (
  flags: NoiseSourceFlags,
  network: Network,
  ranks: number,
  file: (name: string) => string = readTextFile,
): Noise =>
  noiseBy(flags, network, ranks, { file, of: (_, read) => read(), called: (source) => `--${source}` });
