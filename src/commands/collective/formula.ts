import { Flags } from '@oclif/core';
import { LlampCommand } from '../../cli/base-command.js';
import { answerForm, CLOSED_FORMS, type FormAnswer, transfersOf } from '../../cli/collective/forms.js';
import { readCollectiveGround } from '../../cli/collective/platform.js';
import { answerFlags, groundFlags } from '../../cli/flags/collective.js';
import { counts, names, oneName, sizes } from '../../cli/flags/lists.js';
import { csv } from '../../cli/output/csv.js';
import { groundJson } from '../../cli/present/collective.js';
import { latency } from '../../cli/present/collective-predict.js';
import { printExpr } from '../../collective-models/index.js';
import { CHANNELS } from '../../collective-models/shape.js';
import { UsageError } from '../../errors.js';
import { formatSize } from '../../units/units.js';

export default class CollectiveFormulaCommand extends LlampCommand {
  static override summary =
    'Closed forms of τ-Lop and LogGP: the formula, with numbers in it, and what it comes to.';
  static override description =
    `Formulas there are of ${CLOSED_FORMS.map((one) => `${one.collective} ${one.algorithm}`).join(', ')}. Symbols: P ranks, m bytes (of one block in a ring), S bytes of a segment, k = m/S, Q ranks a node; L(m, τ) is the time of τ transfers of m bytes at once. For linear, chain and binary see collective predict --formula.`;
  static override examples = [
    '<%= config.bin %> collective formula --collective bcast --algorithm binomial --model taulop --ranks 16 --bytes 64KiB',
    '<%= config.bin %> collective formula --collective allgather --algorithm ring-round-robin --ranks 32 --ranks-per-node 8',
  ];
  static override flags = {
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
    ranks: Flags.string({ default: '16', helpValue: '16', description: 'P' }),
    bytes: Flags.string({ default: '64KiB', helpValue: '64KiB', description: 'm' }),
    segment: Flags.string({ default: '8KiB', helpValue: '8KiB', description: 'S' }),
    'ranks-per-node': Flags.string({ default: '4', helpValue: '4', description: 'Q, in a ring' }),
    channel: Flags.string({
      default: 'core',
      helpValue: CHANNELS.join('|'),
      description: 'channel that all messages use; in a ring, those within a node',
    }),
    transfers: Flags.string({
      helpGroup: 'PLATFORM',
      helpValue: 'FILE',
      description: 'L(m, τ) from a table (CSV: channel,bytes,concurrency,us) in place of the flat trees',
    }),
    ...groundFlags,
    ...answerFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(CollectiveFormulaCommand);
    const collectives = [...new Set(CLOSED_FORMS.map(({ collective }) => collective))];
    const collective = oneName(flags.collective, collectives, '--collective');
    const own = CLOSED_FORMS.filter((form) => form.collective === collective);
    const known = own.map(({ algorithm }) => algorithm);
    const algorithms = flags.algorithm === undefined ? known : names(flags.algorithm, known, '--algorithm');
    const models = names(flags.model, ['taulop', 'loggp'], '--model');
    const channel = oneName(flags.channel, CHANNELS, '--channel');
    const ground = readCollectiveGround(flags);
    const answers = own
      .filter(({ algorithm }) => algorithms.includes(algorithm))
      .flatMap((form) =>
        models.map((model) =>
          answerForm(
            {
              form,
              model,
              ranks: only(counts(flags.ranks, '--ranks', 2), '--ranks'),
              bytes: only(sizes(flags.bytes, '--bytes'), '--bytes'),
              segmentBytes: only(sizes(flags.segment, '--segment'), '--segment'),
              ranksPerNode: only(counts(flags['ranks-per-node'], '--ranks-per-node', 1), '--ranks-per-node'),
              channel,
            },
            ground,
            () => transfersOf(ground, channel, flags.transfers),
          ),
        ),
      );
    await this.answer('collective-formula', flags, {
      json: () => ({
        input: {},
        machine: groundJson(ground),
        result: { formulas: answers.map(formJson) },
        warnings: [],
      }),
      csv: () =>
        csv(
          ['collective', 'algorithm', 'model', 'ranks', 'bytes', 'formula', 'value_us'],
          answers.map(({ question: { form, model, ranks, bytes }, formula, valueUs }) => [
            form.collective,
            form.algorithm,
            model,
            ranks,
            bytes,
            printExpr(formula),
            valueUs,
          ]),
        ),
      text: () => answers.map(formText).join('\n'),
    });
  }
}

function only(list: readonly number[], flag: string): number {
  if (list.length === 1) return list[0];
  throw new UsageError(`${flag} names ${list.length} values`, 'write one');
}

function formJson({ question, formula, substituted, symbols, valueUs }: FormAnswer) {
  const { form, model, ranks, bytes, channel } = question;
  return {
    collective: form.collective,
    algorithm: form.algorithm,
    model,
    ranks,
    bytes,
    channel,
    formula: printExpr(formula),
    symbols,
    substituted: printExpr(substituted),
    value_us: valueUs,
  };
}

function formText({ question, formula, substituted, symbols, valueUs }: FormAnswer): string {
  const { form, model, bytes, channel } = question;
  const values = Object.entries(symbols).map(([name, value]) => `${name} = ${Number(value.toPrecision(6))}`);
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
