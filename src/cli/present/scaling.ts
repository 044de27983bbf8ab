/** Laws over the number of ranks as JSON, CSV and text. */
import type { ToleranceResult } from '../../analysis/tolerance.js';
import type { Warning } from '../../errors.js';
import type { SitedMachine } from '../../platform/site.js';
import { type FittedLaw, lawAt } from '../../scaling/fit.js';
import type { ScalingLaw, ScalingPrediction } from '../../scaling/law.js';
import type { ScaledQuantity } from '../../scaling/question.js';
import { termText, twins } from '../../scaling/terms.js';
import type { Schedule } from '../../schedule/schedule.js';
import { formatGapPerByte, formatTime } from '../../units/units.js';
import { nodesText } from '../machine/text.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite, type InputInfo, inputJson, machineJson, occupiedJson } from '../output/json.js';
import { regionsText } from '../output/region.js';
import { type ColumnHead, table } from '../output/table.js';
import { machineText } from './input.js';
import { percentText, toleranceJson } from './solution.js';

/** One program, asked. */
export interface AskedProgram {
  readonly ranks: number;
  readonly result: ToleranceResult;
  readonly info: InputInfo;
  readonly resolved: SitedMachine;
  readonly counts: { readonly schedule: Schedule; readonly messages: number };
}

export const scalingView = (
  programs: readonly AskedProgram[],
  quantities: readonly ScaledQuantity[],
  warnings: readonly Warning[],
): Answer => ({
  json: () => ({
    input: { programs: programs.map(({ info, counts }) => inputJson(info, counts)) },
    machine: machineJson(programs[programs.length - 1].resolved),
    result: { programs: programs.map(programJson), laws: quantities.map(quantityJson) },
    warnings,
  }),
  csv: () => scalingCsv(quantities),
  text: () => scalingText(programs, quantities),
});

function programJson({ info, ranks, result, resolved }: AskedProgram): Record<string, unknown> {
  const { runtime, lambda, rho, tolerance, axis } = result;
  return {
    source: info.source,
    ranks,
    ...occupiedJson(resolved),
    runtime_ns: runtime,
    lambda,
    rho_L: rho,
    tolerance: tolerance.map((one) => toleranceJson(axis, one)),
  };
}

/** Suffix of keys that hold a value of the quantity. */
const suffixOf = ({ unit }: ScaledQuantity): string =>
  ({ ns: '_ns', 'ns/B': '_ns_per_B', B: '_B', '1': '' })[unit];

function quantityJson(quantity: ScaledQuantity): Record<string, unknown> {
  const { name, percent, law, points, predictions } = quantity;
  const suffix = suffixOf(quantity);
  return {
    quantity: name,
    ...(percent === null ? {} : { pct: percent }),
    law: law === null ? null : lawJson(law.best, suffix),
    others: law === null ? [] : law.plausible.slice(1).map((one) => lawJson(one, suffix)),
    points: points.map(({ ranks, value }) => ({
      ranks,
      [`value${suffix}`]: finite(value),
      [`law${suffix}`]: law === null ? null : lawAt(law.best, ranks),
    })),
    predictions: predictions.map((one) => predictionJson(one, suffix)),
  };
}

function lawJson(law: FittedLaw, suffix: string): Record<string, unknown> {
  const { term, constant, coefficient, exact, crossError } = law;
  return {
    term: term === null ? null : termText(term),
    p_exponent: term?.i.value ?? 0,
    log2_p_exponent: term?.j ?? 0,
    log2_p_rounded: term?.rounding ?? 'none',
    [`constant${suffix}`]: constant,
    [`coefficient${suffix}`]: coefficient,
    exact,
    cross_validation_error: crossError,
  };
}

function predictionJson(
  { ranks, value, rounded, low, high, beyond }: ScalingPrediction,
  suffix: string,
): Record<string, unknown> {
  return {
    ranks,
    [`value${suffix}`]: value,
    ...(rounded === null ? {} : { [`value_rounded${suffix}`]: rounded }),
    [`interval95${suffix}`]: [low, finite(high)],
    extrapolated: beyond > 1,
    beyond,
  };
}

function scalingCsv(quantities: readonly ScaledQuantity[]): CsvTable {
  const header = [
    'quantity',
    'pct',
    'unit',
    'ranks',
    'read',
    'law',
    'low95',
    'high95',
    'beyond',
    'law_rounded_down',
    'law_rounded_up',
  ];
  const rows = quantities.flatMap(({ name, percent, unit, points, law, predictions }) => [
    ...points.map(({ ranks, value }) => [
      ...[name, percent, unit, ranks, finite(value)],
      ...[law === null ? null : lawAt(law.best, ranks), null, null, 1, null, null],
    ]),
    ...predictions.map(({ ranks, value, rounded, low, high, beyond }) => [
      ...[name, percent, unit, ranks, null],
      ...[value, low, high, beyond, ...(rounded ?? [null, null])],
    ]),
  ]);
  return csvTable(header, rows);
}

function scalingText(programs: readonly AskedProgram[], quantities: readonly ScaledQuantity[]): string {
  const { resolved } = programs[programs.length - 1];
  const others = programs.slice(0, -1).map((one) => nodesText(one.resolved.mapped));
  const parts = [
    `${regionsText(programs)}${machineText(resolved)}${others.join('')}`,
    programsText(programs),
    lawsText(quantities),
  ];
  if (quantities[0].predictions.length > 0) parts.push(predictionsText(quantities));
  return parts.join('\n');
}

const left = (title: string): ColumnHead => ({ title, align: 'left' });
const right = (title: string): ColumnHead => ({ title });

function programsText(programs: readonly AskedProgram[]): string {
  const { axis, tolerance } = programs[0].result;
  const heads = [
    ...['ranks', 'T', 'λ_L', 'ρ_L'].map(right),
    ...tolerance.map(({ percent }) => right(`Δ${axis.name} at ${percent} %`)),
    left('program'),
  ];
  const rows = programs.map(({ ranks, info, result }) => [
    String(ranks),
    formatTime(result.runtime),
    String(result.lambda.L),
    percentText(result.rho),
    ...result.tolerance.map(({ delta }) => (axis.unit === 'ns' ? formatTime : formatGapPerByte)(delta)),
    info.source,
  ]);
  return table(heads, rows);
}

const NAMES: Readonly<Record<ScaledQuantity['name'], string>> = {
  runtime: 'T',
  latency: 'latency in T',
  lambda_L: 'λ_L',
  lambda_G: 'λ_G',
  lambda_o: 'λ_o',
  tolerance: 'tolerance',
};

export const quantityTitle = ({ name, percent }: Pick<ScaledQuantity, 'name' | 'percent'>): string =>
  percent === null ? NAMES[name] : `${NAMES[name]} at ${percent} %`;

const digits = (value: number): string => String(Number(value.toPrecision(4)));

function valueText({ unit }: ScaledQuantity, value: number): string {
  if (unit === 'ns') return formatTime(value);
  if (unit === 'ns/B') return formatGapPerByte(value);
  return unit === 'B' ? `${digits(value)} B` : digits(value);
}

/** Such as `1.2 ms + 3 µs · p`. */
function lawText(quantity: ScaledQuantity, { term, constant, coefficient }: FittedLaw): string {
  if (term === null) return `${valueText(quantity, constant)}, constant`;
  const [first, second] = [constant, coefficient].map((part) => valueText(quantity, Math.abs(part)));
  const grown = `${second} · ${termText(term)}`;
  const least = 1e-9 * Math.max(...quantity.points.map(({ value }) => value));
  if (Math.abs(constant) <= least) return coefficient < 0 ? `−${grown}` : grown;
  return `${constant < 0 ? '−' : ''}${first} ${coefficient < 0 ? '−' : '+'} ${grown}`;
}

/** Relative where no value is 0, else in the quantity's own unit. */
function errorText(quantity: ScaledQuantity, { exact, crossError }: FittedLaw): string {
  if (exact) return 'exact on all points';
  const relative = quantity.points.every(({ value }) => value > 0);
  return relative ? percentText(crossError) : valueText(quantity, crossError);
}

function lawsText(quantities: readonly ScaledQuantity[]): string {
  const heads = [
    left('quantity'),
    left('law over p ranks'),
    left('error at a point left out'),
    left('not told apart'),
  ];
  const rows = quantities.map((quantity) => {
    const { law } = quantity;
    const title = quantityTitle(quantity);
    if (law === null) return [title, `none: unlimited at ${unlimitedAt(quantity)}`, '', ''];
    return [title, lawText(quantity, law.best), errorText(quantity, law.best), othersText(law)];
  });
  return table(heads, rows);
}

function unlimitedAt({ points }: ScaledQuantity): string {
  const ranks = points.filter(({ value }) => !Number.isFinite(value)).map((one) => one.ranks);
  return `${ranks.join(', ')} ${ranks.join() === '1' ? 'rank' : 'ranks'}`;
}

/** Of the other laws that do nearly as well, the first two, and how many more there are. */
function othersText({ best, plausible: [, ...others] }: ScalingLaw): string {
  const isTwin = ({ term }: FittedLaw, of: FittedLaw): boolean =>
    term !== null && of.term !== null && twins(term, of.term);
  const twin = others.filter((one) => isTwin(one, best));
  // Of the others each form once.
  const rest = others.filter(
    (one, k) => !isTwin(one, best) && !others.slice(0, k).some((before) => isTwin(one, before)),
  );
  const names = [...twin, ...rest].map(({ term }) => (term === null ? 'constant' : termText(term)));
  const shown = names.slice(0, 2).join(', ');
  return names.length > 2 ? `${shown}, ${names.length - 2} more` : shown;
}

/** Such as `5, 5.585 or 6`. */
function predictedText(quantity: ScaledQuantity, value: number, rounded: readonly number[] | null): string {
  if (rounded === null) return valueText(quantity, value);
  const [low, middle, high] = [value, ...rounded]
    .sort((a, b) => a - b)
    .map((one) => valueText(quantity, one));
  return `${low}, ${middle} or ${high}`;
}

function predictionsText(quantities: readonly ScaledQuantity[]): string {
  const heads = [left('predicted'), right('ranks'), right('value'), left('95 % interval'), left('')];
  const rows = quantities.flatMap((quantity) =>
    quantity.predictions.map(({ ranks, value, rounded, low, high, beyond }) => [
      quantityTitle(quantity),
      String(ranks),
      predictedText(quantity, value, rounded),
      quantity.law?.best.exact === true && low === high
        ? 'none: the law meets every point'
        : `${valueText(quantity, low)} to ${valueText(quantity, high)}`,
      beyond > 1 ? `extrapolated ${digits(beyond)}×` : 'between the points',
    ]),
  );
  return table(heads, rows);
}
