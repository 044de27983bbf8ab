/** The closed forms of τ-Lop and LogGP by name, with what their symbols mean on a platform. */

import { groupBy } from '../../analysis/statistics.js';
import { InputError, ModelError } from '../../errors.js';
import type { TransferPoint } from '../fit/measurement-files.js';
import { CHANNELS, type ChannelName, LackingError } from '../latency-model.js';
import type { ModelledPlatform } from '../modelled-platform.js';
import {
  binomialBroadcast,
  binomialBroadcastLogGP,
  binomialScatter,
  binomialScatterLogGP,
  fittedTransfers,
  logGPSymbols,
  recursiveDoublingAllgather,
  recursiveDoublingAllgatherLogGP,
  ringLogGPH,
  ringRoundRobin,
  ringSequential,
} from './closed-forms.js';
import {
  carryOut,
  type Expr,
  evaluate,
  type Meaning,
  substitute,
  symbolsIn,
  symbolsOnly,
} from './cost-expressions.js';

// Transfer times L^c(m, τ): a table per channel over size and concurrency, linear between its points and
// beyond its last ones; and ideal channels to reason with.

/** L(m, τ) in µs of one channel. */
export type TransferTime = (bytes: number, concurrency: number) => number;

/** Position of `at` among ascending `knots`: the lower one's index and how far towards the next. */
function locate(knots: readonly number[], at: number): readonly [number, number] {
  if (knots.length === 1) return [0, 0];
  let low = 0;
  while (low < knots.length - 2 && at >= knots[low + 1]) low++;
  return [low, (at - knots[low]) / (knots[low + 1] - knots[low])];
}

function ascending(values: Iterable<number>): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function bilinear(channel: string, points: readonly TransferPoint[]): TransferTime {
  const sizes = ascending(points.map(({ bytes }) => bytes));
  const counts = ascending(points.map(({ concurrency }) => concurrency));
  const grid = new Map(points.map(({ bytes, concurrency, us }) => [`${bytes} ${concurrency}`, us]));
  const at = (i: number, j: number): number => grid.get(`${sizes[i]} ${counts[j]}`) ?? Number.NaN;
  for (const bytes of sizes) {
    for (const count of counts) {
      if (grid.has(`${bytes} ${count}`)) continue;
      throw new InputError({
        what: `channel '${channel}' has no transfer time of ${bytes} B at concurrency ${count}`,
        mend: 'measure every size at every concurrency',
      });
    }
  }
  return (bytes, concurrency) => {
    const [i, u] = locate(sizes, bytes);
    const [j, v] = locate(counts, concurrency);
    const row = (k: number): number => (v === 0 ? at(k, j) : at(k, j) + v * (at(k, j + 1) - at(k, j)));
    return Math.max(0, u === 0 ? row(i) : row(i) + u * (row(i + 1) - row(i)));
  };
}

/**
 * L of every channel among `points`. Throws InputError when a channel's points do not fill a grid; the
 * result throws ModelError for a channel that has none.
 */
export function transferTable(
  points: readonly TransferPoint[],
): (channel: string, bytes: number, concurrency: number) => number {
  const channels = groupBy(points, (point) => point.channel);
  const times = new Map([...channels].map(([channel, own]) => [channel, bilinear(channel, own)]));
  return (channel, bytes, concurrency) => {
    const time = times.get(channel);
    if (time !== undefined) return time(bytes, concurrency);
    throw new ModelError({
      what: `no transfer times of channel '${channel}'`,
      mend: `add them; the table has ${[...times.keys()].join(', ')}`,
    });
  };
}

/**
 * A channel between perfectly parallel (`serial` 0: L does not depend on τ) and serial (`serial` 1:
 * L(m, τ) = τ·L(m, 1)), the two ends that section 3 of the τ-Lop paper names.
 */
export function sharedChannel(latencyUs: number, usPerByte: number, serial: number): TransferTime {
  return (bytes, concurrency) => (latencyUs + usPerByte * bytes) * (1 + serial * (concurrency - 1));
}

// Where the times of concurrent transfers come from: flat trees of a platform, a table, or ideal channels.

/** L(m, τ) in shared memory and over the network. */
export interface TransferSource {
  readonly shared: TransferTime;
  readonly network: TransferTime;
  /** For people. */
  readonly source: string;
}

/**
 * Of a platform's flat trees of broadcasts, shared memory being `channel`. Throws LackingError where it has none.
 */
export function platformTransfers(platform: ModelledPlatform, channel: ChannelName): TransferSource {
  if (platform.nbft.bcast === undefined) {
    throw new LackingError(
      'transfers',
      `platform '${platform.name}' has no flat trees from which to take times of concurrent transfers`,
      'give a table channel,bytes,concurrency,us',
    );
  }
  return between(fittedTransfers(platform, 'bcast'), channel, platform.name);
}

/**
 * Of a table whose channels are named as the platform's. Throws InputError where its points do not fill a grid; the
 * times throw ModelError for a channel that it lacks.
 */
export function tableTransfers(
  points: readonly TransferPoint[],
  channel: ChannelName,
  source: string,
): TransferSource {
  return between(transferTable(points), channel, source);
}

/** Of channels between perfectly parallel (`serial` 0) and serial (1), with the platform's LogGP parameters. */
export function idealTransfers(
  { loggp }: ModelledPlatform,
  channel: ChannelName,
  serial: number,
): TransferSource {
  const ideal = (name: ChannelName): TransferTime => {
    const { latencyUs, gapUsPerByte } = loggp[CHANNELS.indexOf(name)];
    return sharedChannel(latencyUs, gapUsPerByte, serial);
  };
  return { shared: ideal(channel), network: ideal('node'), source: `ideal channels, serial ${serial}` };
}

function between(
  times: (channel: string, bytes: number, concurrency: number) => number,
  channel: ChannelName,
  source: string,
): TransferSource {
  return {
    shared: (bytes, concurrency) => times(channel, bytes, concurrency),
    network: (bytes, concurrency) => times('node', bytes, concurrency),
    source,
  };
}

/** An algorithm of a collective whose cost both models give as a formula. */
export interface ClosedForm {
  readonly collective: string;
  readonly algorithm: string;
  /** The meaning of m: the whole vector, or one rank's block. */
  readonly bytes: 'vector' | 'block';
  readonly taulop: () => Expr;
  readonly loggp: () => Expr;
}

const form = (
  collective: string,
  algorithm: string,
  bytes: ClosedForm['bytes'],
  taulop: () => Expr,
  loggp: () => Expr,
): ClosedForm => ({ collective, algorithm, bytes, taulop, loggp });

/** Every closed form there is; of a ring by transfers, with the exact maximum. */
export const CLOSED_FORMS: readonly ClosedForm[] = [
  form('bcast', 'binomial', 'vector', () => binomialBroadcast(), binomialBroadcastLogGP),
  form('scatter', 'binomial', 'vector', () => binomialScatter(), binomialScatterLogGP),
  form(
    'allgather',
    'recursive-doubling',
    'vector',
    () => recursiveDoublingAllgather(),
    recursiveDoublingAllgatherLogGP,
  ),
  form(
    'allgather',
    'ring-sequential',
    'block',
    () => ringSequential('exact'),
    () => ringLogGPH('sequential'),
  ),
  form('allgather', 'ring-round-robin', 'block', ringRoundRobin, () => ringLogGPH('round-robin')),
];

/** The models that have closed forms. */
export const FORM_MODELS = ['taulop', 'loggp'] as const;

/** One closed form, and the values of its symbols. */
export interface FormQuestion {
  readonly form: ClosedForm;
  readonly model: (typeof FORM_MODELS)[number];
  /** P */
  readonly ranks: number;
  /** m, as {@link ClosedForm.bytes} says */
  readonly bytes: number;
  /** S */
  readonly segmentBytes: number;
  /** Q, of a ring */
  readonly ranksPerNode: number;
  /** That all messages use; in a ring those within a node. */
  readonly channel: ChannelName;
}

/** A formula, and what it comes to in µs. */
export interface FormAnswer {
  readonly question: FormQuestion;
  readonly formula: Expr;
  /** Numbers in place of the symbols, ∥ carried out. */
  readonly substituted: Expr;
  /** Values of the symbols that the formula uses. */
  readonly symbols: Readonly<Record<string, number>>;
  readonly valueUs: number;
}

/**
 * Evaluates one closed form; only τ-Lop uses `transfers`. Throws ModelError where the form does not hold, as for ranks that
 * are no power of two.
 */
export function answerForm(
  question: FormQuestion,
  platform: ModelledPlatform,
  transfers: () => TransferSource,
): FormAnswer {
  const { form, model, ranks, bytes, segmentBytes, ranksPerNode, channel } = question;
  const sizes = { P: ranks, m: bytes, S: segmentBytes, k: bytes / segmentBytes, Q: ranksPerNode };
  const formula = form[model]();
  const meaning = formMeaning(model, sizes, platform, channel, transfers);
  const used = symbolsIn(formula);
  return {
    question,
    formula,
    substituted: carryOut(substitute(formula, meaning.symbols)),
    symbols: Object.fromEntries(Object.entries(meaning.symbols).filter(([name]) => used.has(name))),
    valueUs: evaluate(formula, meaning),
  };
}

/** What the terms of a closed form mean where all messages within a node use one channel. */
function formMeaning(
  model: FormQuestion['model'],
  sizes: Readonly<Record<string, number>>,
  { loggp }: ModelledPlatform,
  channel: ChannelName,
  transfers: () => TransferSource,
): Meaning {
  const of = (name: string) => loggp[CHANNELS.indexOf(name === 'net' ? 'node' : channel)];
  if (model === 'loggp') {
    const symbols = ['', 'shm', 'net'].map((name) => logGPSymbols(of(name), name));
    return symbolsOnly(Object.assign({ ...sizes }, ...symbols));
  }
  const { shared, network } = transfers();
  return {
    symbols: sizes,
    overheadUs: (name) => of(name).overheadUs,
    transferUs: (name, bytes, concurrency) => (name === 'net' ? network : shared)(bytes, concurrency),
  };
}
