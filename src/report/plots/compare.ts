/** Variants of one program beside each other: runtime, sensitivity, tolerance (LLAMP, Fig. 10 in numbers). */
import { formatTime } from '../../units/units.js';
import { type Bar, barPanel, barPanelHeight, nameWidth } from './bars.js';
import { heading, headingHeight, type PlotStyle, paletteOf, picture, prefixOf, widthOf } from './frame.js';
import { plain, timeUnit } from './numbers.js';
import { cycle } from './palette.js';
import { hatch } from './patterns.js';

export interface CompareRow {
  readonly name: string;
  /** ns */
  readonly runtime: number;
  readonly lambda: number;
  /** Added latency borne, ns; Infinity: unlimited. */
  readonly tolerance: number;
}

export interface ComparePlotOptions extends PlotStyle {
  readonly title?: string;
  /** Slowdown of `tolerance`, in percent. */
  readonly percent: number;
  /** Name of the best variant: it is marked. */
  readonly best?: string;
}

const GAP = 18;

export function comparePlot(rows: readonly CompareRow[], options: ComparePlotOptions): string {
  const palette = paletteOf(options);
  const prefix = prefixOf(options);
  const width = widthOf(options);
  const name = (row: CompareRow): string => (row.name === options.best ? `★ ${row.name}` : row.name);
  const runtimeUnit = timeUnit(Math.max(...rows.map((row) => row.runtime), 0));
  const deltaUnit = timeUnit(Math.max(...rows.map((row) => row.tolerance).filter(Number.isFinite), 0));
  const column = (
    kind: number,
    value: (row: CompareRow) => number,
    text: (row: CompareRow) => string,
  ): Bar[] =>
    rows.map((row) => ({
      name: name(row),
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
      axis: 'λ (messages)',
      bars: column(
        1,
        (row) => row.lambda,
        (row) => plain(row.lambda),
      ),
    },
    {
      axis: `${plain(options.percent)} % tolerance ΔL (${deltaUnit.name})`,
      bars: column(
        2,
        (row) => row.tolerance / deltaUnit.size,
        (row) => (Number.isFinite(row.tolerance) ? `+${formatTime(row.tolerance)}` : 'unlimited'),
      ),
    },
  ];
  const title = options.title ?? 'Variants compared';
  const subtitle = options.best === undefined ? [] : ['★ bears the most latency'];
  const top = headingHeight(subtitle) + 6;
  const names = nameWidth(rows.map(name));
  const each = (width - names - 8 - GAP * (columns.length - 1)) / columns.length;
  return picture(
    {
      width,
      height: top + barPanelHeight(rows.length),
      title,
      description: rows
        .map(
          (row) =>
            `${row.name}: T ${formatTime(row.runtime)}, λ ${plain(row.lambda)}, tolerance ${formatTime(row.tolerance)}`,
        )
        .join('; '),
      defs: columns.map((_, i) => hatch(`${prefix}-column-${i}`, cycle(palette.series, i), i)).join(''),
      panels: [
        heading(title, subtitle, palette),
        ...columns.flatMap(({ axis, bars }, i) => {
          const left = names + i * (each + GAP);
          return barPanel({ bars, left, right: left + each, top, axis, named: i === 0, palette });
        }),
      ],
    },
    options,
  );
}
