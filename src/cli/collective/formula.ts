/** What `collective formula` asks. */
import {
  answerForm,
  CHANNELS,
  type ChannelName,
  CLOSED_FORMS,
  type ClosedForm,
  FORM_MODELS,
  type FormAnswer,
  type ModelledPlatform,
} from '../../collective-models/index.js';
import type { FormulaFlags } from '../flags/collective-formula.js';
import { counts, names, oneName, only, sizes } from '../flags/lists.js';
import { namingFlags } from './naming-flags.js';
import { readModelledPlatform } from './platform.js';
import { readTransfers } from './transfers.js';

/** Closed forms with their values, and what they rest on. */
export interface AnsweredForms {
  readonly platform: ModelledPlatform;
  readonly answers: readonly FormAnswer[];
}

/** Every closed form and model that the flags ask for. Throws UsageError, InputError and ModelError. */
export function answerForms(flags: FormulaFlags): AnsweredForms {
  const forms = formsOf(flags);
  const models = names(flags.model, FORM_MODELS, '--model');
  const channel = oneName(flags.channel, CHANNELS, '--channel');
  const platform = readModelledPlatform(flags);
  const symbols = symbolsOf(flags, channel);
  const transfers = () => readTransfers(flags.transfers, platform, channel);
  const answers = namingFlags(() =>
    forms.flatMap((form) =>
      models.map((model) => answerForm({ form, model, ...symbols }, platform, transfers)),
    ),
  );
  return { platform, answers };
}

function formsOf(flags: FormulaFlags): readonly ClosedForm[] {
  const collectives = [...new Set(CLOSED_FORMS.map(({ collective }) => collective))];
  const collective = oneName(flags.collective, collectives, '--collective');
  const own = CLOSED_FORMS.filter((form) => form.collective === collective);
  const known = own.map(({ algorithm }) => algorithm);
  const algorithms = flags.algorithm === undefined ? known : names(flags.algorithm, known, '--algorithm');
  return own.filter(({ algorithm }) => algorithms.includes(algorithm));
}

function symbolsOf(flags: FormulaFlags, channel: ChannelName) {
  return {
    ranks: only(counts(flags.ranks, '--ranks', 2), '--ranks'),
    bytes: only(sizes(flags.bytes, '--bytes'), '--bytes'),
    segmentBytes: only(sizes(flags.segment, '--segment'), '--segment'),
    ranksPerNode: only(counts(flags['ranks-per-node'], '--ranks-per-node', 1), '--ranks-per-node'),
    channel,
  };
}
