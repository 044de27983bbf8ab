/** What flags say of noise: distributions, detours, and the files of both. */
import { gammaDistribution, lognormal } from '../../analysis/distribution.js';
import { UsageError } from '../../errors.js';
import type { Network } from '../../machine/network.js';
import { namesInstead } from '../../nearest.js';
import { type Detours, parseDetours, periodic } from '../../noise/detours.js';
import { parseHistogram } from '../../noise/histogram.js';
import { type Sampler, samplerBy, samplerOf } from '../../noise/sampler.js';
import type { Delay, Noise } from '../../noise/sources.js';
import { parseTime } from '../../units/units.js';
import { delaysOf, type NoiseSourceFlags } from '../flags/noise.js';
import { parseShare } from '../flags/parameters.js';
import { readTextFile } from '../output/files.js';

const JITTERS =
  'write lognormal:mean=200ns,sd=300ns, gamma:mean=1us,sd=500ns, exp:mean=1us (with ,least=200ns where it begins there) or file:times.csv';

/** Names of the flags that say what is noisy. */
export type NoiseSource = Exclude<keyof NoiseSourceFlags, 'unit'>;

/** How flags are read. */
export interface NoiseReading {
  /** The text of a file that one of them names. */
  readonly file: (name: string) => string;
  /** Reads one of them: what it throws is about that one. */
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

/** What the texts of flags are read with. */
interface Texts extends Pick<NoiseReading, 'file'> {
  /** Of bare times. */
  readonly unit: string | undefined;
}

function delaysWithin(flags: NoiseSourceFlags, ranks: number): Delay[] {
  const delays = delaysOf(flags);
  const wrong = delays.find(({ rank }) => rank >= ranks);
  if (wrong === undefined) return delays;
  throw new UsageError(`--delay: there is no rank ${wrong.rank}`, `the program has ranks 0 to ${ranks - 1}`);
}

function jittersOf(texts: readonly string[], network: Network, how: Texts): Map<string, Sampler> {
  const found = new Map<string, Sampler>();
  for (const text of texts) {
    const [name, sampler] = jitterOf(text, network, how);
    if (found.has(name))
      throw new UsageError(
        `--jitter '${text}': ${name} has jitter already`,
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
  if (at < 1 || !known.includes(name))
    throw new UsageError(
      `--jitter '${text}' names no latency of the machine`,
      at < 1 ? `write CLASS=DISTRIBUTION, with ${known.join(' or ')} for CLASS` : namesInstead(name, known),
    );
  return [name, distributionOf(text.slice(at + 1).trim(), how)];
}

function distributionOf(text: string, { unit, file }: Texts): Sampler {
  const [family, ...rest] = text.split(':');
  const words = rest.join(':');
  if (family === 'file') return samplerOf(parseHistogram(file(words), words));
  const given = valuesOf(words, text, '--jitter', JITTERS);
  const time = (key: string, usual?: number): number => timeOf(given, key, { text, usual, unit });
  if (family === 'exp') {
    const [mean, least] = [time('mean'), time('least', 0)];
    if (least > mean) throw new UsageError(`--jitter '${text}': the least value is above the mean`, JITTERS);
    // −mean · ln(1 − p): the quantile of the exponential distribution.
    return samplerBy((p) => least - (mean - least) * Math.log1p(-p), mean, mean - least);
  }
  if (family !== 'lognormal' && family !== 'gamma')
    throw new UsageError(`--jitter '${text}' is of no known family`, JITTERS);
  const [mean, sd] = [time('mean'), time('sd')];
  if (!(mean > 0)) throw new UsageError(`--jitter '${text}': a mean of 0 is no noise`, JITTERS);
  return samplerOf(family === 'lognormal' ? byMoments(mean, sd) : gammaBy(mean, sd));
}

/** σ² of the logarithm is ln(1 + (sd / mean)²), the median the mean less half of it. */
function byMoments(mean: number, sd: number) {
  const variance = Math.log1p((sd / mean) ** 2);
  return lognormal(mean * Math.exp(-variance / 2), Math.sqrt(variance));
}

function gammaBy(mean: number, sd: number) {
  if (sd > 0) return gammaDistribution((mean / sd) ** 2, (sd * sd) / mean);
  throw new UsageError('a gamma distribution without spread is a number', 'give sd above 0');
}

/** `relative:sd=1%`: factors of computations, of mean 1. */
function factorOf(text: string): Sampler {
  const match = /^\s*relative\s*:\s*sd\s*=(.*)$/.exec(text);
  if (match === null)
    throw new UsageError(`--compute-noise '${text}' cannot be read`, 'write relative:sd=1%');
  return samplerOf(byMoments(1, parseShare(match[1], '--compute-noise sd')));
}

const DETOURS = 'write period=1ms,length=10us or file:detours.txt, either with ,together';

function detoursOf(text: string, how: Texts): Noise['detours'] {
  const parts = text.split(',').map((part) => part.trim());
  const together = parts.includes('together');
  const own = parts.filter((part) => part !== 'together').join(',');
  return { list: listOf(own, text, how), together };
}

function listOf(own: string, text: string, { unit, file }: Texts): Detours {
  if (own.startsWith('file:')) return parseDetours(file(own.slice(5)), own.slice(5));
  const given = valuesOf(own, text, '--os-noise', DETOURS);
  const time = (key: string): number => timeOf(given, key, { text, unit, flag: '--os-noise', mend: DETOURS });
  return periodic(time('period'), time('length'));
}

/** `mean=1us,sd=2us`. */
function valuesOf(words: string, text: string, flag: string, mend: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const part of words.split(',')) {
    const at = part.indexOf('=');
    const key = part.slice(0, at).trim();
    if (at < 1 || given.has(key) || !KEYS.includes(key))
      throw new UsageError(`${flag} '${text}' cannot be read`, mend);
    given.set(key, part.slice(at + 1).trim());
  }
  return given;
}

const KEYS = ['mean', 'sd', 'least', 'period', 'length'];

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
