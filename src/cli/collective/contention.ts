/** What `collective contention` asks. */
import {
  type CaseStudies,
  type CaseStudiesQuestion,
  CHANNELS,
  type ChannelName,
  caseStudies,
  idealTransfers,
  type ModelledPlatform,
  type TransferSource,
} from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import { decimal } from '../../units/units.js';
import type { ContentionFlags } from '../flags/collective-contention.js';
import { counts, oneName, sizes } from '../flags/lists.js';
import { namingFlags } from './naming-flags.js';
import { readModelledPlatform } from './platform.js';
import { readTransfers } from './transfers.js';

/** The case studies, and the question that they answer. */
export interface AskedStudies {
  readonly question: CaseStudiesQuestion;
  readonly studies: CaseStudies;
}

/** Throws UsageError and InputError. */
export function studiesAsked(flags: ContentionFlags): AskedStudies {
  const question = namingFlags(() => questionOf(flags));
  return { question, studies: caseStudies(question) };
}

function questionOf(flags: ContentionFlags): CaseStudiesQuestion {
  const channel = oneName(flags.channel, CHANNELS.slice(0, 3), '--channel');
  const platform = readModelledPlatform(flags);
  const transfers = transfersOf(flags, platform, channel);
  const bytes = sizes(flags.bytes, '--bytes');
  const [segmentBytes] = sizes(flags.segment, '--segment');
  const [ringRanks] = counts(flags['ring-ranks'], '--ring-ranks', 2);
  const ranks = counts(flags.ranks, '--ranks', 2);
  const ranksPerNode = counts(flags['ranks-per-node'], '--ranks-per-node', 1);
  return { platform, transfers, channel, bytes, segmentBytes, ranks, ringRanks, ranksPerNode };
}

function transfersOf(
  { serial, transfers }: ContentionFlags,
  platform: ModelledPlatform,
  channel: ChannelName,
): TransferSource {
  if (serial === undefined) return readTransfers(transfers, platform, channel);
  const ideal = idealTransfers(platform, channel, parseShare(serial));
  return { ...ideal, source: `ideal channels, serial ${serial}` };
}

function parseShare(text: string): number {
  const value = decimal(text.trim());
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`--serial '${text}' is not between 0 and 1`, 'write a number such as 0.5');
}
