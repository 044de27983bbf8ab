/** A comparison of variants as an answer: what was read, on what it runs, and the variants. */
import type { Warning } from '../../errors.js';
import type { LoadedProgram } from '../input/load.js';
import type { Answer } from '../output/answer.js';
import { regionOfVariantsJson, regionOfVariantsText } from '../output/region.js';
import {
  type Comparison,
  comparisonCsv,
  comparisonJson,
  comparisonNotes,
  comparisonRows,
  comparisonTable,
  machinesText,
  machinesVary,
} from './compare.js';
import { count } from './input.js';

export const comparisonView = (
  input: LoadedProgram,
  comparison: Comparison,
  warnings: readonly Warning[],
): Answer => ({
  json: () => ({
    input: inputOf(input, comparison),
    machine: comparison.list[0].outcome.machine.json,
    result: comparisonJson(comparison),
    warnings,
  }),
  csv: () => comparisonCsv(comparison),
  text: () => comparisonText(input, comparison),
  shared: () => ({
    head: machineHead(comparison),
    ...comparisonRows(comparison),
    more: comparisonNotes(comparison),
  }),
});

/** Counts where all variants have the same. */
function inputOf({ info }: LoadedProgram, { list }: Comparison): Record<string, unknown> {
  const { ranks, operations, messages, dependencies } = list[0].outcome.counts;
  const same = list.every((one) => one.outcome.counts.operations === operations);
  const region = regionOfVariantsJson(list.map(({ outcome }) => outcome.region));
  return { ...info, ...region, ...(same ? { ranks, operations, messages, dependencies } : { ranks }) };
}

function comparisonText({ info }: LoadedProgram, comparison: Comparison): string {
  const { list } = comparison;
  const [{ outcome }] = list;
  const head = `${info.source}: ${count(outcome.counts.ranks, 'rank')}, ${count(list.length, 'variant')}\n`;
  const { region } = regionOfVariantsJson(list.map((one) => one.outcome.region));
  return `${head}${regionOfVariantsText(region)}${machineHead(comparison)}\n${comparisonTable(comparison)}`;
}

const machineHead = ({ axes, list }: Comparison): string =>
  machinesVary(axes) ? machinesText(list) : list[0].outcome.machine.text;
