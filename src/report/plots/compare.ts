/** Variants of one program beside each other: runtime, sensitivity, tolerance (LLAMP, Fig. 10 in numbers). */
import type { Crossover, Followed } from '../../analysis/crossovers.js';
import { formatTime } from '../../units/units.js';
import { crossoverText } from '../crossovers.js';
import { type Bar, barPanel, barPanelHeight, nameWidth } from './bars.js';
import { crossoverPanels, crossoverPanelsHeight } from './crossovers.js';
import { heading, headingHeight, type PlotStyle, paletteOf, picture, prefixOf, widthOf } from './frame.js';
import { plain, timeUnit } from './numbers.js';
import { cycle } from './palette.js';
import { hatch } from './patterns.js';
import { variantCurves, variantCurvesHeight } from './variant-curves.js';

/** One variant: T in ns, λ and tolerances. */
export interface CompareRow {
  readonly name: string;
  /** ns */
  readonly runtime: number;
  readonly lambda: number;
  /** Latency that may be added on the budget of all, ns; Infinity: unlimited; null: see `without`. */
  readonly tolerance: number | null;
  /** Why there is no tolerance. */
  readonly without?: 'over-budget' | 'unsupported' | null;
  /** T over added latency, for the crossovers. */
  readonly curve?: Followed;
}

/** Words and style of the picture. */
export interface ComparePlotOptions extends PlotStyle {
  readonly title?: string;
  /** Slowdown of `tolerance`, in percent. */
  readonly percent: number;
  /** Rows that are marked, by index; -1 or none: nothing is. */
  readonly fastest?: number;
  readonly tolerant?: number;
  /** Of rows, which need their curves for them. */
  readonly crossovers?: readonly Crossover[];
  /** Latency of all machines, ns; null where they differ. */
  readonly base?: number | null;
  /** Draws T, λ and ρ of all rows over the range that their curves were followed in, whether they cross or not. */
  readonly curves?: boolean;
}

const GAP = 18;
const TOLERANT = '★';
const FASTEST = '▸';

/** Variants side by side: runtime, sensitivity, tolerance. SVG. */
export function comparePlot(rows: readonly CompareRow[], options: ComparePlotOptions): string {
  const palette = paletteOf(options);
  const prefix = prefixOf(options);
  const width = widthOf(options);
  const marked = rows.map((row, i) => ({ ...row, name: `${markOf(i, options)}${row.name}` }));
  const runtimeUnit = timeUnit(Math.max(...rows.map((row) => row.runtime), 0));
  const deltas = rows.map((row) => row.tolerance ?? 0).filter(Number.isFinite);
  const deltaUnit = timeUnit(Math.max(...deltas, 0));
  const column = (
    kind: number,
    value: (row: CompareRow) => number,
    text: (row: CompareRow) => string,
  ): Bar[] =>
    marked.map((row) => ({
      name: row.name,
      value: value(row),
      fill: `url(#${prefix}-column-${kind})`,
      stroke: cycle(palette.series, kind),
      text: text(row),
    }));
  const columns = [
    {
      axis: `runtime T (${runtimeUnit.name})`,
      bars: column(
        0,
        (row) => row.runtime / runtimeUnit.size,
        (row) => formatTime(row.runtime),
      ),
    },
    {
      axis: 'λ (latencies)',
      bars: column(
        1,
        (row) => row.lambda,
        (row) => plain(row.lambda),
      ),
    },
    {
      axis: `ΔL to best + ${plain(options.percent)} % (${deltaUnit.name})`,
      bars: column(2, (row) => (row.tolerance ?? 0) / deltaUnit.size, toleranceText),
    },
  ];
  const title = options.title ?? 'Variants compared';
  const names = rows.map(({ name }) => name);
  const words = { base: options.base ?? null };
  const crossing = (options.crossovers ?? []).filter(({ stretches }) => stretches.length > 1);
  const subtitle = subtitleOf(rows, options);
  const top = headingHeight(subtitle) + 6;
  const left = nameWidth(marked.map(({ name }) => name));
  const each = (width - left - 8 - GAP * (columns.length - 1)) / columns.length;
  const bottom = top + barPanelHeight(rows.length);
  const curves = rows.map(({ curve, without }) => (without === 'unsupported' ? null : (curve ?? null)));
  const under = { names, curves, crossovers: crossing, words, palette, width, top: bottom };
  return picture(
    {
      width,
      height: bottom + (options.curves === true ? variantCurvesHeight(under) : crossoverPanelsHeight(under)),
      title,
      description: [
        ...rows.map(
          (row) =>
            `${row.name}: T ${formatTime(row.runtime)}, λ ${plain(row.lambda)}, tolerance ${toleranceText(row)}`,
        ),
        ...crossing.map((one) => crossoverText(one, names, words)),
      ].join('; '),
      defs: columns.map((_, i) => hatch(`${prefix}-column-${i}`, cycle(palette.series, i), i)).join(''),
      panels: [
        heading(title, subtitle, palette),
        ...columns.flatMap(({ axis, bars }, i) => {
          const from = left + i * (each + GAP);
          return barPanel({ bars, left: from, right: from + each, top, axis, named: i === 0, palette });
        }),
        ...(options.curves === true ? variantCurves(under) : crossoverPanels(under)),
      ],
    },
    options,
  );
}

function markOf(i: number, { fastest, tolerant }: ComparePlotOptions): string {
  const marks = `${i === fastest ? FASTEST : ''}${i === tolerant ? TOLERANT : ''}`;
  return marks === '' ? '' : `${marks} `;
}

function subtitleOf(
  rows: readonly CompareRow[],
  { fastest = -1, tolerant = -1 }: ComparePlotOptions,
): string[] {
  if (fastest < 0 && tolerant < 0)
    return rows.some(({ without }) => without === 'unsupported')
      ? ['nothing is marked: the model cannot price these variants']
      : [];
  const marks = [
    ...(fastest < 0 ? [] : [`${FASTEST} least runtime`]),
    ...(tolerant < 0 ? [] : [`${TOLERANT} bears the most latency on one budget`]),
  ];
  return [marks.join(', ')];
}

export function toleranceText({ tolerance, without }: Pick<CompareRow, 'tolerance' | 'without'>): string {
  if (tolerance === null) return without === 'unsupported' ? 'not priced' : 'over budget';
  return Number.isFinite(tolerance) ? `+${formatTime(tolerance)}` : 'unlimited';
}
