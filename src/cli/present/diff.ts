/** Two runs against each other as JSON, CSV and text. */
import type { Difference, GroupDifference } from '../../analysis/difference/difference.js';
import type { ProfileGrouping } from '../../analysis/difference/groups.js';
import type { PriceDifference } from '../../analysis/difference/price-difference.js';
import type { RunProfile } from '../../analysis/difference/profile.js';
import { SHARES } from '../../analysis/difference/shares-sum.js';
import type { Warning } from '../../errors.js';
import type { PlottedDifference } from '../../report/plots/difference.js';
import type { PathShares } from '../../timing/path.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import type { Side } from '../pipeline/sides.js';
import { answersText } from './diff-answers.js';
import { groupsText, kindsText, pricesText, unitFor } from './diff-tables.js';
import { inputText } from './input.js';

/** `by`: what is shown of the groups. */
export interface DiffFound {
  readonly a: Side;
  readonly b: Side;
  readonly by: ProfileGrouping;
  readonly difference: Difference;
}

export const diffView = (found: DiffFound): Answer => ({
  json: () => ({
    input: { a: found.a.input, b: found.b.input },
    machine: { a: found.a.machine, b: found.b.machine },
    result: resultJson(found),
    warnings: warningsOf(found),
  }),
  csv: () => groupsCsv(found),
  text: () => diffText(found),
});

/** What is said of both is said once. */
function warningsOf({ a, b }: DiffFound): Warning[] {
  const ofA = a.warnings.map(({ message }) => message);
  return [...a.warnings, ...b.warnings.filter(({ message }) => !ofA.includes(message))];
}

const sharesJson = (of: (kind: keyof PathShares) => number): Record<string, number> =>
  Object.fromEntries(SHARES.map((kind) => [`${kind}_ns`, of(kind)]));

function resultJson({ a, b, difference }: DiffFound): Record<string, unknown> {
  const { runtime, kinds, prices, groups } = difference;
  return {
    a: { runtime_ns: runtime.a, ...sharesJson((kind) => kinds[kind].a), ...runJson(a.profile) },
    b: { runtime_ns: runtime.b, ...sharesJson((kind) => kinds[kind].b), ...runJson(b.profile) },
    delta: {
      runtime_ns: runtime.delta,
      pct: finite((100 * runtime.delta) / runtime.a),
      ...sharesJson((kind) => kinds[kind].delta),
    },
    parameters: prices.map(priceJson),
    by: Object.fromEntries(Object.entries(groups).map(([by, list]) => [by, list.map(groupJson)])),
  };
}

const runJson = ({ messages, lambda, rho, tolerance }: RunProfile): Record<string, unknown> => ({
  messages,
  lambda,
  rho_L: rho,
  tolerance: tolerance.map(({ percent, delta }) => ({ pct: percent, delta_ns: finite(delta) })),
});

function priceJson(one: PriceDifference): Record<string, unknown> {
  const unit = one.kind === 'bandwidth' ? 'ns_per_B' : 'ns';
  return {
    parameter: one.name,
    kind: one.kind,
    ...{ paid_a: one.countA, paid_b: one.countB },
    ...{ [`a_${unit}`]: one.priceA, [`b_${unit}`]: one.priceB },
    ...{ program_ns: one.program, machine_ns: one.machine, delta_ns: one.delta },
  };
}

const groupJson = ({ name, a, b, delta, kinds }: GroupDifference): Record<string, unknown> => ({
  ...{ name, a_ns: a, b_ns: b, delta_ns: delta },
  ...sharesJson((kind) => kinds[kind]),
});

/** A row for each group; the last four columns are what its difference is made of. */
function groupsCsv({ by, difference: { groups } }: DiffFound): CsvTable {
  const header = [by, 'a_ns', 'b_ns', 'delta_ns', ...SHARES.map((kind) => `${kind}_ns`)];
  const rows = (groups[by] ?? []).map(({ name, a, b, delta, kinds }) => [
    ...[name, a, b, delta],
    ...SHARES.map((kind) => kinds[kind]),
  ]);
  return csvTable(header, rows);
}

/** As the picture of it wants it. */
export function plottedDifference({
  by,
  difference: { runtime, kinds, groups },
}: DiffFound): PlottedDifference {
  return {
    ...{ a: runtime.a, b: runtime.b },
    kinds: SHARES.map((kind) => ({ name: kind, value: kinds[kind].delta })),
    groups: (groups[by] ?? []).map(({ name, delta }) => ({ name, value: delta })),
  };
}

function headText({ loaded, input, machine }: Side): string {
  if (loaded === null)
    return `${String(input.baseline)}: baseline of ${String(input.source)} on ${String(machine.source)}\n`;
  const { collective } = input;
  return inputText(loaded) + (Array.isArray(collective) ? `collectives ${collective.join(', ')}\n` : '');
}

function diffText({ a, b, by, difference }: DiffFound): string {
  const unit = unitFor(difference);
  return [
    `A  ${headText(a)}`,
    `B  ${headText(b)}`,
    kindsText(difference, unit),
    pricesText(difference, unit),
    groupsText(difference, by, unit),
    answersText(a.profile, b.profile),
  ].join('\n');
}
