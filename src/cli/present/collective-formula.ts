/** Closed forms as JSON, CSV and text. */
import { type FormAnswer, printExpr } from '../../collective-models/index.js';
import { formatSize } from '../../units/units.js';
import type { AnsweredForms } from '../collective/formula.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { type CollectiveView, latency, platformJson } from './collective.js';

export function formulaView({ platform, answers }: AnsweredForms): CollectiveView {
  return {
    json: () => ({
      input: {},
      machine: platformJson(platform),
      result: { formulas: answers.map(formJson) },
      warnings: [],
    }),
    csv: () => formsCsv(answers),
    text: () => answers.map(formText).join('\n'),
  };
}

function formsCsv(answers: readonly FormAnswer[]): CsvTable {
  return csvTable(
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
  );
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
