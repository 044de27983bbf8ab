/** Flags of `report`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { VariantAxis } from '../../analysis/compare-variants.js';
import { UsageError } from '../../errors.js';
import { measuredFlag } from '../output/plot.js';
import { commonFlags, jsonFlag } from './common.js';
import { noiseDrawFlags, noiseSourceFlags, noiseWanted } from './noise.js';
import { parsePercents } from './parameters.js';
import { latencyRangeFlag, percentsFlag, weightFlag } from './question.js';
import { collectiveAxis } from './variants.js';

const { json, csv, markdown, output, ...shared } = commonFlags;

/** Where the curve ends unless a range says so. */
export const DEFAULT_RANGE = 'to twice the largest tolerance';

export const reportFlags = {
  ...shared,
  json: jsonFlag(),
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.html',
    description: "file to write; '-' is standard output [default: named after INPUT, in this folder]",
  }),
  collective: Flags.string({
    helpGroup: 'TRACES',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=A,B[:option=value]',
    description: 'algorithms of a collective; several of them are compared',
  }),
  'latency-range': latencyRangeFlag(
    `interval of L on the curve, such as +0..+100us [default: ${DEFAULT_RANGE}]`,
  ),
  measured: measuredFlag(),
  pct: percentsFlag('slowdowns in percent'),
  shared: Flags.boolean({
    allowNo: true,
    description:
      'T and λ by what is assumed of CPUs and cards that are shared [default: up to 10,000 operations]',
  }),
  ...noiseSourceFlags,
  ...noiseDrawFlags,
  title: Flags.string({ helpValue: 'TEXT', description: 'what the report is about [default: INPUT]' }),
  weight: weightFlag(),
};

export type ReportFlags = InferredFlags<typeof reportFlags>;

/** What flags ask before anything is read; `compares`: whether a collective has several algorithms. */
export interface ReportAsked {
  readonly percents: readonly number[];
  readonly axes: readonly VariantAxis[];
  readonly compares: boolean;
}

/** Throws UsageError. */
export function reportAsked(flags: ReportFlags): ReportAsked {
  const { pct, collective = [], json, output: file } = flags;
  const percents = parsePercents(pct);
  const axes = collective.map((text) => collectiveAxis(text));
  if (json && file === '-')
    throw new UsageError('--json and --output - would mix on standard output', 'name a file for the report');
  noiseWanted(flags);
  return { percents, axes, compares: axes.some(({ values }) => values.length > 1) };
}
