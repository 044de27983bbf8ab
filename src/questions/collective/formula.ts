/** `collective formula`: closed forms of τ-Lop and LogGP. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { LlampCommand } from '../../cli/base-command.js';
import { outputFlags } from '../../cli/flags/common-flags.js';
import { counts, names, oneName, only, sizes } from '../../cli/flags/parameter-values.js';
import type { Answer } from '../../cli/output/answer.js';
import { type Column, jsonRows, tableCsv } from '../../cli/output/table.js';
import {
  fittedPlatformFlags,
  latency,
  namingFlags,
  platformAnswer,
  readModelledPlatform,
  readTransfers,
} from '../../cli/pipeline/collective-models.js';
import { CHANNELS, type ChannelName } from '../../collective-models/latency-model.js';
import type { ModelledPlatform } from '../../collective-models/modelled-platform.js';
import { printExpr } from '../../collective-models/taulop/cost-expressions.js';
import {
  answerForm,
  CLOSED_FORMS,
  type ClosedForm,
  FORM_MODELS,
  type FormAnswer,
} from '../../collective-models/taulop/formulas-by-name.js';
import { formatSize } from '../../units.js';

const formulaFlags = {
  collective: Flags.string({
    default: 'bcast',
    helpValue: 'NAME',
    description: 'bcast, scatter or allgather',
  }),
  algorithm: Flags.string({
    helpValue: 'NAME',
    description: 'algorithms [default: all of the collective]',
  }),
  model: Flags.string({ default: 'taulop,loggp', helpValue: 'taulop,loggp', description: 'models' }),
  ranks: Flags.string({ default: '16', helpValue: '16', description: 'number of ranks P' }),
  bytes: Flags.string({ default: '64KiB', helpValue: '64KiB', description: 'message size m' }),
  segment: Flags.string({ default: '8KiB', helpValue: '8KiB', description: 'segment size S' }),
  'ranks-per-node': Flags.string({
    default: '4',
    helpValue: '4',
    description: 'ranks per node Q, in a ring',
  }),
  channel: Flags.string({
    default: 'core',
    helpValue: CHANNELS.join('|'),
    summary: 'channel of all messages',
    description: 'channel of all messages; in a ring, of those within a node',
  }),
  transfers: Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: 'FILE',
    description: 'L(m, τ) from a table (CSV: channel,bytes,concurrency,us) instead of the flat trees',
  }),
  ...fittedPlatformFlags,
  ...outputFlags,
};

type FormulaFlags = InferredFlags<typeof formulaFlags>;

/** Closed forms with their values and sources. */
interface AnsweredForms {
  readonly platform: ModelledPlatform;
  readonly answers: readonly FormAnswer[];
}

/** Every closed form and model that the flags select. Throws UsageError, InputError and ModelError. */
function answerForms(flags: FormulaFlags): AnsweredForms {
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

const formulaView = ({ platform, answers }: AnsweredForms): Answer =>
  platformAnswer(platform, {
    result: () => ({ formulas: jsonRows(FORMS, answers) }),
    csv: () => tableCsv(FORMS, answers, BEFORE_CHANNEL),
    text: () => answers.map(formText).join('\n'),
  });

/** First columns of CSV. */
const BEFORE_CHANNEL = ['collective', 'algorithm', 'model', 'ranks', 'bytes', 'formula', 'value_us'];

const FORMS: readonly Column<FormAnswer>[] = [
  { key: 'collective', of: ({ question }) => question.form.collective },
  { key: 'algorithm', of: ({ question }) => question.form.algorithm },
  { key: 'model', of: ({ question }) => question.model },
  { key: 'ranks', of: ({ question }) => question.ranks },
  { key: 'bytes', of: ({ question }) => question.bytes },
  { key: 'channel', of: ({ question }) => question.channel },
  { key: 'formula', of: ({ formula }) => printExpr(formula) },
  { json: ({ symbols }) => ({ symbols }) },
  { key: 'substituted', of: ({ substituted }) => printExpr(substituted) },
  { key: 'value_us', of: ({ valueUs }) => valueUs },
];

function formText({ question, formula, substituted, symbols, valueUs }: FormAnswer): string {
  const { form, model, bytes, channel } = question;
  const values = Object.entries(symbols).map(([name, value]) => `${name} = ${symbolText(value)}`);
  const what = form.bytes === 'block' ? `blocks of ${formatSize(bytes)}` : formatSize(bytes);
  return [
    `${form.collective} ${form.algorithm}, ${model}, ${what}, channel ${channel}`,
    `  T = ${printExpr(formula)}`,
    `    ${values.join(', ')}${values.length === 0 ? '' : ' (times in µs)'}`,
    `    = ${printExpr(substituted)}`,
    `    = ${latency(valueUs)}`,
    '',
  ].join('\n');
}

/** Counts of ranks and bytes are whole, and exact; figures of a platform have six digits. */
const symbolText = (value: number): string =>
  String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));

export default class CollectiveFormulaCommand extends LlampCommand {
  static override summary = 'Show the closed forms of τ-Lop and LogGP with your numbers.';
  static override description =
    `Formulas exist for ${CLOSED_FORMS.map((one) => `${one.collective} ${one.algorithm}`).join(', ')}. Symbols: P ranks, m bytes (of one block in a ring), S bytes of a segment, k = m/S, Q ranks per node; L(m, τ) is the time of τ simultaneous transfers of m bytes. For linear, chain and binary see collective predict --formula.`;
  static override examples = [
    '<%= config.bin %> collective formula --collective bcast --algorithm binomial --model taulop --ranks 16 --bytes 64KiB',
    '<%= config.bin %> collective formula --collective allgather --algorithm ring-round-robin --ranks 32 --ranks-per-node 8',
  ];
  static override flags = formulaFlags;
  static override mostUsed: readonly (keyof typeof formulaFlags)[] = [
    'collective',
    'algorithm',
    'model',
    'ranks',
    'bytes',
    'ranks-per-node',
    'channel',
  ];
  static override page = 'collective-models/taulop';

  async run(): Promise<void> {
    const { flags } = await this.parse(CollectiveFormulaCommand);
    await this.answer('collective-formula', flags, formulaView(answerForms(flags)));
  }
}
