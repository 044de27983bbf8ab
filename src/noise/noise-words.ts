/** Noise in words: distributions and detours as text, and the questions about them that several answers share. */

import { type Distribution, gammaDistribution, lognormal } from '../analysis/distributions.js';
import type { Model } from '../analysis/model.js';
import { joinWarnings, namesInstead, UsageError, type Warning } from '../errors.js';
import { dependsOnPrices } from '../graph/execution-graph.js';
import type { Network } from '../machine/parameters.js';
import type { SiteNames } from '../schedule/program-calls.js';
import { decimal, parseShare, parseTime } from '../units.js';
import { type Detours, parseDetours, periodic } from './detours.js';
import { type Delay, isDrawn, type Noise } from './noise-model.js';
import type { NoiseQuestion, NoiseResult } from './noise-runs.js';
import { parseHistogram, type Sampler, samplerBy, samplerOf } from './sampling.js';

/** Defaults of noise. */
export const NOISE_DEFAULTS = { samples: 1024, seed: 1, follow: 256, quantile: '95%' } as const;

/** Sources of noise as text. */
export interface NoiseSourceFlags {
  readonly jitter?: readonly string[] | undefined;
  readonly 'compute-noise'?: string | undefined;
  readonly 'os-noise'?: string | undefined;
  readonly delay?: readonly string[] | undefined;
}

/** Simulated runs and their seed. */
export interface NoiseDrawFlags {
  readonly samples?: number | undefined;
  readonly seed?: number | undefined;
}

/** Whether flags name any noise. */
export const noiseGiven = ({ jitter = [], delay = [], ...flags }: NoiseSourceFlags): boolean =>
  jitter.length + delay.length > 0 || flags['compute-noise'] !== undefined || flags['os-noise'] !== undefined;

/** All of them in a line. */
export function sourceTitle({ jitter = [], delay = [], ...flags }: NoiseSourceFlags): string {
  const compute = flags['compute-noise'];
  const detours = flags['os-noise'];
  return [
    ...jitter.map((one) => `jitter ${one}`),
    ...(compute === undefined ? [] : [`computation ${compute}`]),
    ...(detours === undefined ? [] : [`interruptions ${detours}`]),
    ...delay.map((one) => `delay ${one}`),
  ].join('; ');
}

/** Ranks that are late. Throws UsageError. */
export const delaysOf = ({ delay = [] }: NoiseSourceFlags, name: string): Delay[] =>
  delay.map((text) => delayOf(text, name));

/** `rank=3:+5us`, or `rank=3:+2%`. Throws UsageError. */
function delayOf(text: string, name: string): Delay {
  const match = /^\s*rank\s*=\s*(\d+)\s*:\s*\+?\s*(.+?)\s*$/.exec(text);
  if (match === null)
    throw new UsageError(`${name} '${text}' cannot be read`, 'write rank=3:+5us or rank=3:+2%');
  const [, rank, amount] = match;
  if (!amount.endsWith('%')) {
    const ns = parseTime(amount, { name });
    return { rank: Number(rank), ns, share: 0 };
  }
  const percent = decimal(amount.slice(0, -1).trim());
  if (!(percent >= 0))
    throw new UsageError(`${name} '${text}' needs a percentage of at least 0`, 'write rank=3:+2%');
  return { rank: Number(rank), ns: 0, share: percent / 100 };
}

const DISTRIBUTIONS =
  'lognormal:mean=200ns,sd=300ns, gamma:mean=1us,sd=500ns, exp:mean=1us, exp:mean=1us,least=200ns or file:times.csv';
const JITTERS = `write ${DISTRIBUTIONS}`;

/** Names of the sources of noise. */
export type NoiseSource = keyof NoiseSourceFlags;

/** How texts are read. */
interface NoiseReading {
  /** Text of a file that is named. */
  readonly file: (name: string) => string;
  /** Reads one source. */
  readonly of: <Read>(source: NoiseSource, read: () => Read) => Read;
  /** Name of a source in messages. */
  readonly called: (source: NoiseSource) => string;
}

/** Noise of a program of `ranks` ranks on a network. Throws UsageError, and InputError of files. */
export function noiseBy(
  flags: NoiseSourceFlags,
  network: Network,
  ranks: number,
  { file, of, called }: NoiseReading,
): Noise {
  const { jitter = [] } = flags;
  const how = (source: NoiseSource): Texts => ({ file, name: called(source) });
  const compute = flags['compute-noise'];
  const detours = flags['os-noise'];
  return {
    delays: of('delay', () => delaysWithin(flags, ranks, called('delay'))),
    jitter: of('jitter', () => jittersOf(jitter, network, how('jitter'))),
    computation: of('compute-noise', () =>
      compute === undefined ? null : factorOf(compute, called('compute-noise')),
    ),
    detours: of('os-noise', () => (detours === undefined ? null : detoursOf(detours, how('os-noise')))),
  };
}

/** How the texts of one source are read. */
interface Texts extends Pick<NoiseReading, 'file'> {
  /** Of bare times. */
  /** Of the source, in messages. */
  readonly name: string;
}

function delaysWithin(flags: NoiseSourceFlags, ranks: number, name: string): Delay[] {
  const delays = delaysOf(flags, name);
  const wrong = delays.find(({ rank }) => rank >= ranks);
  if (wrong === undefined) return delays;
  throw new UsageError(
    `${name} names rank ${wrong.rank}, which does not exist`,
    `name a rank from 0 to ${ranks - 1}`,
  );
}

function jittersOf(texts: readonly string[], network: Network, how: Texts): Map<string, Sampler> {
  const found = new Map<string, Sampler>();
  for (const text of texts) {
    const [name, sampler] = jitterOf(text, network, how);
    if (found.has(name))
      throw new UsageError(
        `${how.name} '${text}' gives ${name} a second distribution`,
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
      `${how.name} expects CLASS=DISTRIBUTION`,
      text.includes(':')
        ? `write ${known.map((one) => `${one}=${text}`).join(' or ')}`
        : `write ${known.map((one) => `${one}=DISTRIBUTION`).join(' or ')} with ${DISTRIBUTIONS}`,
    );
  if (!known.includes(name))
    throw new UsageError(
      `${how.name} '${text}' names no latency class of the machine`,
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

const byMeanAndSd = (of: (mean: number, sd: number) => Distribution, least = 0): Family => ({
  keys: ['mean', 'sd'],
  sampler: (time, refuse) => {
    const [mean, sd] = [time('mean'), time('sd')];
    if (!(sd >= least)) refuse('has no spread');
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
  [
    'gamma',
    byMeanAndSd((mean, sd) => gammaDistribution((mean / sd) ** 2, (sd * sd) / mean), Number.MIN_VALUE),
  ],
]);

function distributionOf(text: string, { file, ...how }: Texts): Sampler {
  const [family, ...rest] = text.split(':');
  const words = rest.join(':');
  if (family === 'file') return samplerOf(parseHistogram(file(words), words));
  const refuse = (fault: string): never => {
    throw new UsageError(`${how.name} '${text}' ${fault}`, JITTERS);
  };
  const { keys, sampler } = FAMILIES.get(family) ?? refuse('is not a known distribution');
  const told = { ...how, text, mend: JITTERS };
  const given = valuesOf(words, keys, told);
  return sampler((key, usual) => timeOf(given, key, { ...told, usual }), refuse);
}

/** σ² of the logarithm is ln(1 + (sd / mean)²); the median's logarithm is ln(mean) − σ² / 2. */
function byMoments(mean: number, sd: number) {
  const variance = Math.log1p((sd / mean) ** 2);
  return lognormal(mean * Math.exp(-variance / 2), Math.sqrt(variance));
}

/** `relative:sd=1%`: factors of computations, of mean 1. */
function factorOf(text: string, name: string): Sampler {
  const match = /^\s*relative\s*:\s*sd\s*=(.*)$/.exec(text);
  if (match === null) throw new UsageError(`${name} '${text}' cannot be read`, 'write relative:sd=1%');
  return samplerOf(byMoments(1, parseShare(match[1], `${name} sd`)));
}

const DETOURS =
  'write period=1ms,length=10us or file:detours.txt; append ,together to interrupt all ranks at once';

function detoursOf(text: string, how: Texts): Noise['detours'] {
  const parts = text.split(',').map((part) => part.trim());
  const together = parts.includes('together');
  const own = parts.filter((part) => part !== 'together').join(',');
  return { list: listOf(own, text, how), together };
}

function listOf(own: string, text: string, { file, ...how }: Texts): Detours {
  if (own.startsWith('file:')) return parseDetours(file(own.slice(5)), own.slice(5));
  const told = { ...how, text, mend: DETOURS };
  const given = valuesOf(own, ['period', 'length'], told);
  const time = (key: string): number => timeOf(given, key, told);
  return periodic(time('period'), time('length'));
}

/** A text in messages: its source, the whole of it, and how to write it. */
interface Told extends Pick<Texts, 'name'> {
  readonly text: string;
  readonly mend: string;
}

/** `mean=1us,sd=2us`. */
function valuesOf(words: string, keys: readonly string[], { text, name, mend }: Told): Map<string, string> {
  const refuse = (why: string): never => {
    throw new UsageError(`${name} '${text}' ${why}`, mend);
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
  { text, name, mend, usual }: Told & { readonly usual?: number | undefined },
): number {
  const written = given.get(key);
  if (written !== undefined) return parseTime(written, { name: `${name} ${key}` });
  if (usual !== undefined) return usual;
  throw new UsageError(`${name} '${text}' has no ${key}`, mend);
}

// Noise as a part of other answers.

/** Settings of the report; `names`: of return addresses. */
export interface NoiseOfReport {
  readonly percents: readonly number[];
  readonly names: SiteNames;
}

/** The noise analysis of a report or a live page. */
export function reportQuestion(
  { latency: axis }: Model,
  noise: Noise,
  { samples = NOISE_DEFAULTS.samples, seed = NOISE_DEFAULTS.seed }: NoiseDrawFlags,
  { percents, names }: NoiseOfReport,
): NoiseQuestion {
  const { follow: followed, quantile } = NOISE_DEFAULTS;
  const share = parseShare(quantile, 'quantile');
  return { noise, samples, seed, axis, at: [], percents, share, followed, names };
}

/** Fewer runs have hardly any in a tail of 1 %. */
const ENOUGH = 100;

/** Limits of the answer. */
export function noiseWarnings(
  { graph }: Model,
  { noise, followed }: NoiseQuestion,
  { times, criticality }: NoiseResult,
): Warning[] {
  const drawn = isDrawn(noise);
  return joinWarnings(
    dependsOnPrices(graph) && {
      code: 'order-kept',
      message: 'the order of messages is that of the run without noise, but noise may change it',
    },
    (graph.program?.windows.byOp.size ?? 0) > 0 && {
      code: 'noise-in-windows',
      message:
        'noise is not applied to the total time of receives that may complete in any order. T is a lower bound if that time decides it.',
    },
    drawn &&
      times.length < ENOUGH && {
        code: 'few-samples',
        message: `${times.length === 1 ? '1 run is' : `${times.length} runs are`} too few to show rare runtimes; increase --samples`,
      },
    drawn &&
      noise.detours !== null &&
      noise.computation !== null && {
        code: 'not-monotone',
        message:
          'T of a run may fall when noise grows, because computations both vary and are interrupted. More than one noise factor may give the slowdown of --pct.',
      },
    criticality.runs === 0 &&
      Math.min(times.length, followed) > 0 && {
        code: 'paths-left-out',
        message:
          'the program is too large to follow the critical paths of simulated runs. Use --region to analyse a part of it.',
      },
  );
}
