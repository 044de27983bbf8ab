/**
 * The two case studies of the τ-Lop paper as tables: what contention (section 4) and mapping (section 5)
 * do to a collective under τ-Lop, and that LogGP does not see it.
 */
import { UsageError } from '../../errors.js';
import type { LogGPParameters } from '../fit/channel-fits.js';
import { CHANNELS, type ChannelName } from '../latency-model.js';
import type { ModelledPlatform } from '../modelled-platform.js';
import {
  binomialScatter,
  binomialScatterLogGP,
  logGPSymbols,
  recursiveDoublingAllgather,
  recursiveDoublingAllgatherLogGP,
  ringLogGPH,
  ringRoundRobin,
  ringSequential,
} from './closed-forms.js';
import { evaluate, type Meaning, symbolsOnly } from './cost-expressions.js';
import type { TransferSource, TransferTime } from './formulas-by-name.js';

/** Scatter by binomial tree beside allgather by recursive doubling, of `bytes` in all; times in µs. */
export interface ScatterAllgatherRow {
  readonly ranks: number;
  readonly bytes: number;
  readonly scatterTauLopUs: number;
  readonly allgatherTauLopUs: number;
  /** Allgather over scatter: 2 at two ranks, above 2 from four ranks wherever concurrency costs anything. */
  readonly ratioTauLop: number;
  readonly scatterLogGPUs: number;
  readonly allgatherLogGPUs: number;
  /** Always 1. */
  readonly ratioLogGP: number;
}

/** What the first case study varies, and what it rests on. */
export interface ScatterAllgatherCase {
  /** Powers of two from 2. */
  readonly ranks: readonly number[];
  readonly bytes: readonly number[];
  readonly segmentBytes: number;
  /** L(m, τ) of the shared memory that all ranks use. */
  readonly transfer: TransferTime;
  readonly loggp: LogGPParameters;
}

function meaningOf(
  symbols: Readonly<Record<string, number>>,
  times: Readonly<Record<string, TransferTime>>,
): Meaning {
  return { ...symbolsOnly(symbols), transferUs: (channel, bytes, count) => times[channel](bytes, count) };
}

/** Throws UsageError for ranks that are no power of two: the forms hold for no others. */
export function scatterAllgatherTable(study: ScatterAllgatherCase): readonly ScatterAllgatherRow[] {
  return study.ranks.flatMap((ranks) => {
    if (ranks < 2 || !Number.isInteger(Math.log2(ranks))) {
      throw new UsageError(`ranks ${ranks} is not a power of two from 2`, 'write one such as 64');
    }
    return study.bytes.map((bytes) => {
      const symbols = { P: ranks, m: bytes, S: study.segmentBytes, k: bytes / study.segmentBytes };
      const shared = meaningOf(symbols, { '': study.transfer });
      const alone = symbolsOnly({ ...symbols, ...logGPSymbols(study.loggp) });
      const scatterTauLopUs = evaluate(binomialScatter(), shared);
      const allgatherTauLopUs = evaluate(recursiveDoublingAllgather(), shared);
      const scatterLogGPUs = evaluate(binomialScatterLogGP(), alone);
      const allgatherLogGPUs = evaluate(recursiveDoublingAllgatherLogGP(), alone);
      return {
        ranks,
        bytes,
        scatterTauLopUs,
        allgatherTauLopUs,
        ratioTauLop: allgatherTauLopUs / scatterTauLopUs,
        scatterLogGPUs,
        allgatherLogGPUs,
        ratioLogGP: allgatherLogGPUs / scatterLogGPUs,
      };
    });
  });
}

/** Ring allgather of blocks of `bytes` under both mappings; times in µs. */
export interface RingRow {
  readonly ranks: number;
  readonly ranksPerNode: number;
  readonly bytes: number;
  readonly sequentialTauLopUs: number;
  readonly roundRobinTauLopUs: number;
  /** Round robin over sequential: grows with the ranks per node. */
  readonly ratioTauLop: number;
  readonly sequentialLogGPHUs: number;
  readonly roundRobinLogGPHUs: number;
  /** Depends on no rank count; tends to 2 where the network is the slower channel by far. */
  readonly ratioLogGPH: number;
}

/** What the second case study varies, and what it rests on. */
export interface RingCase {
  /** P, the same for all rows: more ranks per node means fewer nodes. */
  readonly ranks: number;
  readonly ranksPerNode: readonly number[];
  readonly bytes: readonly number[];
  readonly shared: { readonly transfer: TransferTime; readonly loggp: LogGPParameters };
  readonly network: { readonly transfer: TransferTime; readonly loggp: LogGPParameters };
}

/** Throws UsageError when the ranks per node do not divide the ranks into two nodes or more. */
export function ringTable(study: RingCase): readonly RingRow[] {
  const { ranks, shared, network } = study;
  return study.ranksPerNode.flatMap((ranksPerNode) => {
    const nodes = ranks / ranksPerNode;
    if (!Number.isInteger(nodes) || nodes < 2) {
      throw new UsageError(
        `${ranks} ranks do not fill two or more nodes of ${ranksPerNode}`,
        'choose ranks per node that divide the ranks',
      );
    }
    return study.bytes.map((bytes) => {
      const symbols = { P: ranks, m: bytes, Q: ranksPerNode };
      const transfers = meaningOf(symbols, { shm: shared.transfer, net: network.transfer });
      const alone = symbolsOnly({
        ...symbols,
        ...logGPSymbols(shared.loggp, 'shm'),
        ...logGPSymbols(network.loggp, 'net'),
      });
      const sequentialTauLopUs = evaluate(ringSequential('exact'), transfers);
      const roundRobinTauLopUs = evaluate(ringRoundRobin(), transfers);
      const sequentialLogGPHUs = evaluate(ringLogGPH('sequential'), alone);
      const roundRobinLogGPHUs = evaluate(ringLogGPH('round-robin'), alone);
      return {
        ranks,
        ranksPerNode,
        bytes,
        sequentialTauLopUs,
        roundRobinTauLopUs,
        ratioTauLop: roundRobinTauLopUs / sequentialTauLopUs,
        sequentialLogGPHUs,
        roundRobinLogGPHUs,
        ratioLogGPH: roundRobinLogGPHUs / sequentialLogGPHUs,
      };
    });
  });
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
  readonly contention: readonly ScatterAllgatherRow[];
  readonly mapping: readonly RingRow[];
}

/** Contention, then mapping. Throws UsageError for ranks that a form does not hold for. */
export function caseStudies(question: CaseStudiesQuestion): CaseStudies {
  const { platform, transfers, bytes, segmentBytes, ranks, ringRanks, ranksPerNode } = question;
  const shared = {
    transfer: transfers.shared,
    loggp: platform.loggp[CHANNELS.indexOf(question.channel)],
  };
  const network = { transfer: transfers.network, loggp: platform.loggp[CHANNELS.indexOf('node')] };
  return {
    contention: scatterAllgatherTable({ ranks, bytes, segmentBytes, ...shared }),
    mapping: ringTable({ ranks: ringRanks, ranksPerNode, bytes, shared, network }),
  };
}
