/** The closed forms of τ-Lop and LogGP by name, with what their symbols mean on a platform. */
import type { ModelledPlatform } from '../modelled-platform.js';
import { CHANNELS, type ChannelName } from '../shape.js';
import { evaluate, type Meaning, symbolsOnly } from './evaluate.js';
import { type Expr, symbolsIn } from './expr.js';
import {
  binomialBroadcastLogGP,
  binomialScatterLogGP,
  logGPSymbols,
  recursiveDoublingAllgatherLogGP,
  ringLogGPH,
} from './loggp-forms.js';
import { carryOut, substitute } from './rewrite.js';
import {
  binomialBroadcast,
  binomialScatter,
  recursiveDoublingAllgather,
  ringRoundRobin,
  ringSequential,
} from './taulop-forms.js';
import type { TransferSource } from './transfer-source.js';

/** An algorithm of a collective whose cost both models give as a formula. */
export interface ClosedForm {
  readonly collective: string;
  readonly algorithm: string;
  /** What is asked of m: the whole vector, or one rank's block. */
  readonly bytes: 'vector' | 'block';
  readonly taulop: () => Expr;
  readonly loggp: () => Expr;
}

/** Every closed form there is; of a ring by transfers, with the exact maximum. */
export const CLOSED_FORMS: readonly ClosedForm[] = [
  {
    collective: 'bcast',
    algorithm: 'binomial',
    bytes: 'vector',
    taulop: () => binomialBroadcast(),
    loggp: binomialBroadcastLogGP,
  },
  {
    collective: 'scatter',
    algorithm: 'binomial',
    bytes: 'vector',
    taulop: () => binomialScatter(),
    loggp: binomialScatterLogGP,
  },
  {
    collective: 'allgather',
    algorithm: 'recursive-doubling',
    bytes: 'vector',
    taulop: () => recursiveDoublingAllgather(),
    loggp: recursiveDoublingAllgatherLogGP,
  },
  {
    collective: 'allgather',
    algorithm: 'ring-sequential',
    bytes: 'block',
    taulop: () => ringSequential('exact'),
    loggp: () => ringLogGPH('sequential'),
  },
  {
    collective: 'allgather',
    algorithm: 'ring-round-robin',
    bytes: 'block',
    taulop: ringRoundRobin,
    loggp: () => ringLogGPH('round-robin'),
  },
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
 * Evaluates one closed form; `transfers` is asked only by τ-Lop. Throws ModelError where the form does not hold, as
 * for ranks that are no power of two.
 */
export function answerForm(
  question: FormQuestion,
  platform: ModelledPlatform,
  transfers: () => TransferSource,
): FormAnswer {
  const { form, model, ranks, bytes, segmentBytes, ranksPerNode, channel } = question;
  const loggp = platform.loggp[CHANNELS.indexOf(channel)];
  const network = platform.loggp[CHANNELS.indexOf('node')];
  const sizes = { P: ranks, m: bytes, S: segmentBytes, k: bytes / segmentBytes, Q: ranksPerNode };
  const formula = model === 'taulop' ? form.taulop() : form.loggp();
  const values: Record<string, number> =
    model === 'taulop'
      ? sizes
      : {
          ...sizes,
          ...logGPSymbols(loggp),
          ...logGPSymbols(loggp, 'shm'),
          ...logGPSymbols(network, 'net'),
        };
  const used = symbolsIn(formula);
  return {
    question,
    formula,
    substituted: carryOut(substitute(formula, values)),
    symbols: Object.fromEntries(Object.entries(values).filter(([name]) => used.has(name))),
    valueUs: evaluate(
      carryOut(formula),
      model === 'taulop' ? meaningOf(values, platform, channel, transfers()) : symbolsOnly(values),
    ),
  };
}

function meaningOf(
  symbols: Readonly<Record<string, number>>,
  { loggp }: ModelledPlatform,
  channel: ChannelName,
  { shared, network }: TransferSource,
): Meaning {
  const overhead = (name: string): number =>
    loggp[CHANNELS.indexOf(name === 'net' ? 'node' : channel)].overheadUs;
  return {
    symbols,
    overheadUs: overhead,
    transferUs: (name, bytes, concurrency) => (name === 'net' ? network : shared)(bytes, concurrency),
  };
}
