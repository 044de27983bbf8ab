/** Flags of noise: distributions, detours, and the files of both. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type Distribution, gammaDistribution, lognormal } from '../../analysis/distributions.js';
import { namesInstead, UsageError } from '../../errors.js';
import type { Network } from '../../machine/parameters.js';
import { type Detours, parseDetours, periodic } from '../../noise/detours.js';
import type { Delay, Noise } from '../../noise/noise-model.js';
import { parseHistogram, type Sampler, samplerBy, samplerOf } from '../../noise/sampling.js';
import { decimal, parseTime } from '../../units.js';
import { MAX_SEED, parameterFlag, percentsFlag, sharedFlags } from '../flags/common-flags.js';
import { parsePercents, parseShare } from '../flags/parameter-values.js';
import { plotFlag } from '../output/answer.js';
import { readTextFile } from '../process/files.js';

const helpGroup = 'NOISE';

/** Defaults of noise. */
export const NOISE_DEFAULTS = { samples: 1024, seed: 1, follow: 256, quantile: '95%' } as const;

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

/** Flags of noise; `unit`: of bare times. */
export type NoiseSourceFlags = Omit<InferredFlags<typeof noiseSourceFlags>, 'json'> & {
  readonly unit?: string | undefined;
};

export type NoiseDrawFlags = Omit<InferredFlags<typeof noiseDrawFlags>, 'json'>;

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
  delaysOf(flags);
  return { percents: parsePercents(flags.pct), share };
}

/** Whether flags name any noise. */
export const noiseGiven = ({ jitter = [], delay = [], ...flags }: NoiseSourceFlags): boolean =>
  jitter.length + delay.length > 0 || flags['compute-noise'] !== undefined || flags['os-noise'] !== undefined;

/** Whether flags name any noise; throws UsageError for unreadable flags, and for --samples or --seed without noise. */
export function noiseWanted(flags: NoiseSourceFlags & NoiseDrawFlags): boolean {
  delaysOf(flags);
  if (noiseGiven(flags)) return true;
  if ((flags.samples ?? flags.seed) !== undefined)
    throw new UsageError(
      `--${flags.samples === undefined ? 'seed' : 'samples'} needs noise`,
      'add noise, such as --jitter L=lognormal:mean=200ns,sd=300ns',
    );
  return false;
}

/** Ranks that are late. Throws UsageError. */
const delaysOf = ({ delay = [], unit }: NoiseSourceFlags): Delay[] =>
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
  if (!(percent >= 0))
    throw new UsageError(`--delay '${text}' needs a percentage of at least 0`, 'write rank=3:+2%');
  return { rank: Number(rank), ns: 0, share: percent / 100 };
}

const DISTRIBUTIONS =
  'lognormal:mean=200ns,sd=300ns, gamma:mean=1us,sd=500ns, exp:mean=1us, exp:mean=1us,least=200ns or file:times.csv';
const JITTERS = `write ${DISTRIBUTIONS}`;

/** Names of the flags of noise. */
export type NoiseSource = Exclude<keyof NoiseSourceFlags, 'unit'>;

/** How flags are read. */
interface NoiseReading {
  /** Reads a file that a flag names. */
  readonly file: (name: string) => string;
  /** Reads one flag; errors name that flag. */
  readonly of: <Read>(flag: NoiseSource, read: () => Read) => Read;
}

const AS_THEY_ARE: NoiseReading = { file: (name) => readTextFile(name), of: (_, read) => read() };

/** Noise of a program of `ranks` ranks on a network. Throws UsageError, and InputError of files. */
export function noiseOf(
  flags: NoiseSourceFlags,
  network: Network,
  ranks: number,
  { file, of }: NoiseReading = AS_THEY_ARE,
): Noise {
  const { jitter = [], unit } = flags;
  const compute = flags['compute-noise'];
  const detours = flags['os-noise'];
  return {
    delays: of('delay', () => delaysWithin(flags, ranks)),
    jitter: of('jitter', () => jittersOf(jitter, network, { unit, file })),
    computation: of('compute-noise', () => (compute === undefined ? null : factorOf(compute))),
    detours: of('os-noise', () => (detours === undefined ? null : detoursOf(detours, { unit, file }))),
  };
}

/** How texts of flags are read. */
interface Texts extends Pick<NoiseReading, 'file'> {
  /** Of bare times. */
  readonly unit: string | undefined;
}

function delaysWithin(flags: NoiseSourceFlags, ranks: number): Delay[] {
  const delays = delaysOf(flags);
  const wrong = delays.find(({ rank }) => rank >= ranks);
  if (wrong === undefined) return delays;
  throw new UsageError(
    `--delay names rank ${wrong.rank}, which does not exist`,
    `name a rank from 0 to ${ranks - 1}`,
  );
}

function jittersOf(texts: readonly string[], network: Network, how: Texts): Map<string, Sampler> {
  const found = new Map<string, Sampler>();
  for (const text of texts) {
    const [name, sampler] = jitterOf(text, network, how);
    if (found.has(name))
      throw new UsageError(
        `--jitter '${text}' gives ${name} a second distribution`,
        'give each class one distribution',
      );
    found.set(name, sampler);
  }
  return found;
}

/** `CLASS=DISTRIBUTION`. */
function jitterOf(text: string, { latencies }: Network, how: Texts): readonly [string, Sampler] {
  const at = text.indexOf('=');
  const known = latencies.map(({ name }) => name);
  const name = text.slice(0, at).trim();
  if (at < 1 || name.includes(':'))
    throw new UsageError(
      '--jitter expects CLASS=DISTRIBUTION',
      text.includes(':')
        ? `write ${known.map((one) => `${one}=${text}`).join(' or ')}`
        : `write ${known.map((one) => `${one}=DISTRIBUTION`).join(' or ')} with ${DISTRIBUTIONS}`,
    );
  if (!known.includes(name))
    throw new UsageError(
      `--jitter '${text}' names no latency class of the machine`,
      namesInstead(name, known),
    );
  return [name, distributionOf(text.slice(at + 1).trim(), how)];
}

/** A family of distributions that is written by its keys. */
interface Family {
  readonly keys: readonly string[];
  /** `time`: value of a key, ns, or `usual` if it is left out. `refuse`: throws a UsageError with this fault. */
  readonly sampler: (
    time: (key: string, usual?: number) => number,
    refuse: (fault: string) => never,
  ) => Sampler;
}

const byMeanAndSd = (of: (mean: number, sd: number) => Distribution): Family => ({
  keys: ['mean', 'sd'],
  sampler: (time, refuse) => {
    const [mean, sd] = [time('mean'), time('sd')];
    return mean > 0 ? samplerOf(of(mean, sd)) : refuse('has a mean of 0');
  },
});

const FAMILIES: ReadonlyMap<string, Family> = new Map<string, Family>([
  [
    'exp',
    {
      keys: ['mean', 'least'],
      sampler: (time, refuse) => {
        const [mean, least] = [time('mean'), time('least', 0)];
        if (least > mean) refuse('has a least value above its mean');
        // −mean · ln(1 − p): the quantile of the exponential distribution.
        return samplerBy((p) => least - (mean - least) * Math.log1p(-p), mean, mean - least);
      },
    },
  ],
  ['lognormal', byMeanAndSd(byMoments)],
  ['gamma', byMeanAndSd(gammaBy)],
]);

function distributionOf(text: string, { unit, file }: Texts): Sampler {
  const [name, ...rest] = text.split(':');
  const words = rest.join(':');
  if (name === 'file') return samplerOf(parseHistogram(file(words), words));
  const refuse = (fault: string): never => {
    throw new UsageError(`--jitter '${text}' ${fault}`, JITTERS);
  };
  const { keys, sampler } = FAMILIES.get(name) ?? refuse('is not a known distribution');
  const given = valuesOf(words, keys, { text, flag: '--jitter', mend: JITTERS });
  return sampler((key, usual) => timeOf(given, key, { text, usual, unit }), refuse);
}

/** σ² of the logarithm is ln(1 + (sd / mean)²); the median's logarithm is ln(mean) − σ² / 2. */
function byMoments(mean: number, sd: number) {
  const variance = Math.log1p((sd / mean) ** 2);
  return lognormal(mean * Math.exp(-variance / 2), Math.sqrt(variance));
}

function gammaBy(mean: number, sd: number) {
  if (sd > 0) return gammaDistribution((mean / sd) ** 2, (sd * sd) / mean);
  throw new UsageError(`--jitter 'gamma' with sd=${sd} has no spread`, 'give sd above 0');
}

/** `relative:sd=1%`: factors of computations, of mean 1. */
function factorOf(text: string): Sampler {
  const match = /^\s*relative\s*:\s*sd\s*=(.*)$/.exec(text);
  if (match === null)
    throw new UsageError(`--compute-noise '${text}' cannot be read`, 'write relative:sd=1%');
  return samplerOf(byMoments(1, parseShare(match[1], '--compute-noise sd')));
}

const DETOURS =
  'write period=1ms,length=10us or file:detours.txt; append ,together to interrupt all ranks at once';

function detoursOf(text: string, how: Texts): Noise['detours'] {
  const parts = text.split(',').map((part) => part.trim());
  const together = parts.includes('together');
  const own = parts.filter((part) => part !== 'together').join(',');
  return { list: listOf(own, text, how), together };
}

function listOf(own: string, text: string, { unit, file }: Texts): Detours {
  if (own.startsWith('file:')) return parseDetours(file(own.slice(5)), own.slice(5));
  const given = valuesOf(own, ['period', 'length'], { text, flag: '--os-noise', mend: DETOURS });
  const time = (key: string): number => timeOf(given, key, { text, unit, flag: '--os-noise', mend: DETOURS });
  return periodic(time('period'), time('length'));
}

/** `mean=1us,sd=2us`. */
function valuesOf(
  words: string,
  keys: readonly string[],
  { text, flag, mend }: { readonly text: string; readonly flag: string; readonly mend: string },
): Map<string, string> {
  const refuse = (why: string): never => {
    throw new UsageError(`${flag} '${text}' ${why}`, mend);
  };
  const given = new Map<string, string>();
  for (const part of words.split(',')) {
    const at = part.indexOf('=');
    const key = part.slice(0, at).trim();
    if (words.trim() === '') refuse('has no KEY=TIME');
    if (part.trim() === '') refuse('has no KEY=TIME before or after a comma');
    if (at < 1) refuse(`contains '${part.trim()}', which is not KEY=TIME`);
    if (!keys.includes(key)) refuse(`has the unknown key '${key}'`);
    if (given.has(key)) refuse(`gives '${key}' twice`);
    given.set(key, part.slice(at + 1).trim());
  }
  return given;
}

function timeOf(
  given: ReadonlyMap<string, string>,
  key: string,
  {
    text,
    usual,
    unit,
    flag = '--jitter',
    mend = JITTERS,
  }: {
    readonly text: string;
    readonly usual?: number | undefined;
    readonly unit: string | undefined;
    readonly flag?: string;
    readonly mend?: string;
  },
): number {
  const written = given.get(key);
  if (written !== undefined)
    return parseTime(
      written,
      unit === undefined ? { name: `${flag} ${key}` } : { name: `${flag} ${key}`, unit },
    );
  if (usual !== undefined) return usual;
  throw new UsageError(`${flag} '${text}' has no ${key}`, mend);
}
