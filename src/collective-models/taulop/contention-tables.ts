/**
 * The two case studies of the τ-Lop paper as tables: what contention (section 4) and mapping (section 5)
 * do to a collective under τ-Lop, and that LogGP does not see it.
 */
import { UsageError } from '../../errors.js';
import type { ChannelName } from '../latency-model.js';
import type { ModelledPlatform } from '../modelled-platform.js';
import {
  answerForm,
  CLOSED_FORMS,
  type ClosedForm,
  FORM_MODELS,
  type TransferSource,
} from './formulas-by-name.js';

/** Times of two closed forms in µs, and the second over the first. */
export interface ComparedForms {
  readonly firstUs: number;
  readonly secondUs: number;
  readonly ratio: number;
}

/** Two closed forms by both models; with one set of parameters per channel LogGP is LogGPH. */
export interface CaseStudyRow {
  readonly ranks: number;
  readonly ranksPerNode: number;
  readonly bytes: number;
  readonly taulop: ComparedForms;
  readonly loggp: ComparedForms;
}

/** Both case studies on one platform. */
export interface CaseStudiesQuestion {
  readonly platform: ModelledPlatform;
  readonly transfers: TransferSource;
  /** Shared memory of both studies. */
  readonly channel: ChannelName;
  readonly bytes: readonly number[];
  readonly segmentBytes: number;
  /** P of the first study, powers of two. */
  readonly ranks: readonly number[];
  /** P and Q of the second. */
  readonly ringRanks: number;
  readonly ranksPerNode: readonly number[];
}

/** The tables of both. */
export interface CaseStudies {
  /**
   * Scatter by binomial tree, then allgather by recursive doubling, of the same bytes in all. Under τ-Lop their ratio is
   * 2 at two ranks, and above 2 from four ranks wherever concurrency costs anything; under LogGP it is 1.
   */
  readonly contention: readonly CaseStudyRow[];
  /**
   * Ring allgather of blocks under sequential mapping, then under round robin. Their ratio grows with the ranks per node
   * under τ-Lop, and depends on no rank count under LogGPH.
   */
  readonly mapping: readonly CaseStudyRow[];
}

const formsOf = (...names: readonly string[]): readonly ClosedForm[] =>
  names.flatMap((name) => CLOSED_FORMS.filter((one) => `${one.collective} ${one.algorithm}` === name));

const CONTENTION = formsOf('scatter binomial', 'allgather recursive-doubling');
const MAPPING = formsOf('allgather ring-sequential', 'allgather ring-round-robin');

/** Contention, then mapping. Throws UsageError for ranks that a form does not hold for. */
export function caseStudies(question: CaseStudiesQuestion): CaseStudies {
  const { platform, transfers, channel, bytes, segmentBytes, ranks, ringRanks, ranksPerNode } = question;
  const row = (forms: readonly ClosedForm[], P: number, Q: number, m: number): CaseStudyRow => {
    const [taulop, loggp] = FORM_MODELS.map((model) => {
      const query = { model, ranks: P, bytes: m, segmentBytes, ranksPerNode: Q, channel };
      const times = forms.map((form) => answerForm({ ...query, form }, platform, () => transfers));
      const [firstUs, secondUs] = times.map(({ valueUs }) => valueUs);
      return { firstUs, secondUs, ratio: secondUs / firstUs };
    });
    return { ranks: P, ranksPerNode: Q, bytes: m, taulop, loggp };
  };
  return {
    contention: ranks.map(powerOfTwo).flatMap((P) => bytes.map((m) => row(CONTENTION, P, P, m))),
    mapping: ranksPerNode
      .map((Q) => divisor(ringRanks, Q))
      .flatMap((Q) => bytes.map((m) => row(MAPPING, ringRanks, Q, m))),
  };
}

function powerOfTwo(ranks: number): number {
  if (ranks >= 2 && Number.isInteger(Math.log2(ranks))) return ranks;
  throw new UsageError(`ranks ${ranks} is not a power of two above 1`, 'write one such as 64');
}

function divisor(ranks: number, ranksPerNode: number): number {
  const nodes = ranks / ranksPerNode;
  if (Number.isInteger(nodes) && nodes >= 2) return ranksPerNode;
  throw new UsageError(
    `${ranks} ranks do not fill two or more nodes of ${ranksPerNode}`,
    'choose a number of ranks per node that divides the ranks and is at most half of them',
  );
}
