/** The closed forms of τ-Lop and LogGP by name, with what their symbols mean on a machine. */
import {
  binomialBroadcast,
  binomialBroadcastLogGP,
  binomialScatter,
  binomialScatterLogGP,
  carryOut,
  type Expr,
  evaluate,
  fittedTransfers,
  logGPSymbols,
  type Meaning,
  parseTransferTable,
  recursiveDoublingAllgather,
  recursiveDoublingAllgatherLogGP,
  ringLogGPH,
  ringRoundRobin,
  ringSequential,
  substitute,
  symbolsOnly,
  type TransferTime,
  transferTable,
} from '../../collective-models/index.js';
import { CHANNELS, type ChannelName } from '../../collective-models/shape.js';
import { UsageError } from '../../errors.js';
import { readTextFile } from '../output/files.js';
import type { CollectiveGround } from './platform.js';

export interface ClosedForm {
  readonly collective: string;
  readonly algorithm: string;
  /** What is asked of m: the whole vector, or one rank's block. */
  readonly bytes: 'vector' | 'block';
  readonly taulop: () => Expr;
  readonly loggp: () => Expr;
}

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

/** Where times of transfers come from. */
export interface TransferSource {
  readonly shared: TransferTime;
  readonly network: TransferTime;
  /** For people. */
  readonly source: string;
}

/** L(m, τ) of a table whose channels are named as the machine's, or from the machine's flat trees. */
export function transfersOf(
  ground: CollectiveGround,
  channel: ChannelName,
  tableFile: string | undefined,
): TransferSource {
  if (tableFile !== undefined) {
    const times = transferTable(parseTransferTable(readTextFile(tableFile), tableFile));
    return {
      shared: (bytes, concurrency) => times(channel, bytes, concurrency),
      network: (bytes, concurrency) => times('node', bytes, concurrency),
      source: tableFile,
    };
  }
  if (ground.platform === undefined || !ground.trees.includes('bcast')) {
    throw new UsageError(
      `platform '${ground.name}' has no flat trees that tell times of concurrent transfers`,
      'give --transfers FILE, a table channel,bytes,concurrency,us',
    );
  }
  const times = fittedTransfers(ground.platform, 'bcast');
  return {
    shared: (bytes, concurrency) => times(channel, bytes, concurrency),
    network: (bytes, concurrency) => times('node', bytes, concurrency),
    source: ground.name,
  };
}

export interface FormQuestion {
  readonly form: ClosedForm;
  readonly model: 'taulop' | 'loggp';
  readonly ranks: number;
  readonly bytes: number;
  readonly segmentBytes: number;
  readonly ranksPerNode: number;
  readonly channel: ChannelName;
}

export interface FormAnswer {
  readonly question: FormQuestion;
  readonly formula: Expr;
  /** Numbers in place of the symbols, ∥ carried out. */
  readonly substituted: Expr;
  /** Values of the symbols that the formula uses. */
  readonly symbols: Readonly<Record<string, number>>;
  readonly valueUs: number;
}

/** Evaluates one closed form. Throws ModelError where it does not hold, as for ranks that are no power of two. */
export function answerForm(
  question: FormQuestion,
  ground: CollectiveGround,
  transfers: () => TransferSource,
): FormAnswer {
  const { form, model, ranks, bytes, segmentBytes, ranksPerNode, channel } = question;
  const loggp = ground.loggp[CHANNELS.indexOf(channel)];
  const network = ground.loggp[CHANNELS.indexOf('node')];
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
      model === 'taulop' ? meaningOf(values, ground, channel, transfers()) : symbolsOnly(values),
    ),
  };
}

function meaningOf(
  symbols: Readonly<Record<string, number>>,
  { loggp }: CollectiveGround,
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

function symbolsIn(formula: Expr): ReadonlySet<string> {
  const found = new Set<string>();
  const stack: Expr[] = [formula];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (part.kind === 'symbol') found.add(part.name);
    stack.push(...partsOf(part));
  }
  return found;
}

function partsOf(part: Expr): readonly Expr[] {
  switch (part.kind) {
    case 'number':
    case 'symbol':
      return [];
    case 'add':
    case 'multiply':
    case 'max':
      return part.parts;
    case 'divide':
    case 'power':
      return [part.left, part.right];
    case 'log2':
    case 'ceilLog2':
      return [part.of];
    case 'series':
    case 'concurrent':
      return [part.count, part.body];
    case 'overhead':
      return [part.bytes];
    case 'transfer':
      return [part.bytes, part.concurrency];
  }
}
