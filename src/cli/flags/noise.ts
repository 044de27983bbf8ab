/** Flags of `noise`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import type { Delay } from '../../noise/sources.js';
import { decimal, parseTime } from '../../units/units.js';
import { plotFlag } from '../output/plot.js';
import { MAX_SEED, sharedFlags } from './common.js';
import { parsePercents, parseShare } from './parameters.js';
import { parameterFlag, percentsFlag } from './question.js';

const helpGroup = 'NOISE';

/** Whatever is asked of noise where no flag says otherwise. */
export const NOISE_DEFAULTS = { samples: 1024, seed: 1, follow: 256, quantile: '95%' } as const;

/** What is noisy. */
export const noiseSourceFlags = {
  jitter: Flags.string({
    helpGroup,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'CLASS=DISTRIBUTION',
    description:
      'what each latency of a class takes longer, drawn for each message: L=lognormal:mean=200ns,sd=300ns, L=exp:mean=1us, L=gamma:mean=1us,sd=500ns, L=file:times.csv',
  }),
  'compute-noise': Flags.string({
    helpGroup,
    helpValue: 'relative:sd=1%',
    description: 'how far each computation lies about its time: lognormal, of mean 1',
  }),
  'os-noise': Flags.string({
    helpGroup,
    helpValue: 'period=1ms,length=10us',
    description:
      'interruptions of computations, of each rank from a random moment on (with ,together of all at once); file:detours.txt: as measured',
  }),
  delay: Flags.string({
    helpGroup,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'rank=R:+TIME|+SHARE%',
    description:
      'a rank that is late for certain: rank=3:+5us as it begins, rank=3:+2% in all that it computes',
  }),
};

/** How many runs another answer has noise in, and which. */
export const noiseDrawFlags = {
  samples: Flags.integer({
    helpGroup,
    min: 1,
    description: `runs that are drawn with noise [default: ${NOISE_DEFAULTS.samples}]`,
  }),
  seed: Flags.integer({
    helpGroup,
    min: 0,
    max: MAX_SEED,
    description: `of what is drawn [default: ${NOISE_DEFAULTS.seed}]`,
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
    description: 'runs that are drawn',
  }),
  seed: Flags.integer({
    helpGroup,
    min: 0,
    max: MAX_SEED,
    default: NOISE_DEFAULTS.seed,
    description: 'of what is drawn',
  }),
  follow: Flags.integer({
    helpGroup,
    min: 0,
    default: NOISE_DEFAULTS.follow,
    description: 'runs whose longest paths are followed, to tell what they run through',
  }),
  pct: percentsFlag('slowdowns, against T without noise, that the quantile is held to', '5', '1,2,5'),
  quantile: Flags.string({
    default: NOISE_DEFAULTS.quantile,
    helpValue: '95%',
    description: 'the quantile of T that is held to them',
  }),
  parameter: parameterFlag('the parameter that grows'),
  at: Flags.string({
    helpValue: '+0,+1us,+3us',
    description: 'values of the parameter: T under the noise at each',
  }),
  plot: plotFlag(),
};

export type NoiseFlags = InferredFlags<typeof noiseFlags>;

/** What is noisy; `unit`: of bare times. */
export type NoiseSourceFlags = Omit<InferredFlags<typeof noiseSourceFlags>, 'json'> & {
  readonly unit?: string | undefined;
};

export type NoiseDrawFlags = Omit<InferredFlags<typeof noiseDrawFlags>, 'json'>;

/** What flags ask that needs neither program nor machine. */
export interface NoiseAsked {
  readonly percents: readonly number[];
  readonly share: number;
}

/** Known before anything is read. Throws UsageError. */
export function noiseAsked(flags: NoiseFlags): NoiseAsked {
  if (!noiseGiven(flags))
    throw new UsageError(
      'no noise is given',
      'say what is noisy, such as --jitter L=lognormal:mean=200ns,sd=300ns or --os-noise period=1ms,length=10us',
    );
  const share = parseShare(flags.quantile, '--quantile');
  if (!(share > 0 && share < 1))
    throw new UsageError(
      `--quantile '${flags.quantile}' is no quantile`,
      'write one between 0 and 100 %, such as 95%',
    );
  delaysOf(flags);
  return { percents: parsePercents(flags.pct), share };
}

/** Whether flags name any noise. */
export const noiseGiven = ({ jitter = [], delay = [], ...flags }: NoiseSourceFlags): boolean =>
  jitter.length + delay.length > 0 || flags['compute-noise'] !== undefined || flags['os-noise'] !== undefined;

/** Whether flags name any noise; throws UsageError for what cannot be read, and for draws of nothing. */
export function noiseWanted(flags: NoiseSourceFlags & NoiseDrawFlags): boolean {
  delaysOf(flags);
  if (noiseGiven(flags)) return true;
  if ((flags.samples ?? flags.seed) !== undefined)
    throw new UsageError(
      `--${flags.samples === undefined ? 'seed' : 'samples'}: no noise is given`,
      'say what is noisy, such as --jitter L=lognormal:mean=200ns,sd=300ns',
    );
  return false;
}

/** Ranks that are late. Throws UsageError. */
export const delaysOf = ({ delay = [], unit }: NoiseSourceFlags): Delay[] =>
  delay.map((text) => delayOf(text, unit));

/** `rank=3:+5us`, or `rank=3:+2%`. Throws UsageError. */
function delayOf(text: string, unit?: string): Delay {
  const match = /^\s*rank\s*=\s*(\d+)\s*:\s*\+?\s*(.+?)\s*$/.exec(text);
  if (match === null)
    throw new UsageError(`--delay '${text}' cannot be read`, 'write rank=3:+5us or rank=3:+2%');
  const [, rank, amount] = match;
  if (!amount.endsWith('%')) {
    const ns = parseTime(amount, unit === undefined ? { name: '--delay' } : { name: '--delay', unit });
    return { rank: Number(rank), ns, share: 0 };
  }
  const percent = decimal(amount.slice(0, -1).trim());
  if (!(percent >= 0)) throw new UsageError(`--delay '${text}' is no share from 0`, 'write rank=3:+2%');
  return { rank: Number(rank), ns: 0, share: percent / 100 };
}
