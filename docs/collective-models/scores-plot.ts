/** R² of models by cell as dots, one panel a size. */

import { type Chart, chart, lineKey, Plot, type PlotLine } from '../../src/report/plots/chart.js';
import { beside, figure, LIGHT, SYMBOLS } from '../../src/report/plots/frame.js';
import { placesOf, reversed, type Scale, scaleOf, silent } from '../../src/report/plots/scales.js';
import { formatSize } from '../../src/units.js';

export interface ScoreRow {
  readonly model: string;
  readonly cell: string;
  readonly bytes: number;
  readonly rSquared: number;
}

const FIRST = 160;
const PANEL = 210;
const ROW = 19;
/** What lies at or below 0 stands at the left edge, apart from 0. */
const BELOW = -0.08;

export function scoresPlot(rows: readonly ScoreRow[]): string {
  const models = [...new Set(rows.map(({ model }) => model))];
  const cells = [...new Set(rows.map(({ cell }) => cell))];
  const sizes = [...new Set(rows.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  const lines: PlotLine[] = models.map((name, style) => ({ name, measured: true, style, points: [] }));
  const x = { ...scaleOf([BELOW * 1.5, 1], 'R²'), ticks: [0, 0.5, 1], words: ['0', '0.5', '1'] };
  const places = reversed(placesOf(cells));
  const panelOf = (bytes: number, y: Scale): Chart =>
    chart({
      x,
      y,
      height: cells.length * ROW,
      title: formatSize(bytes),
      marks: [
        Plot.ruleX([0], { stroke: LIGHT.faint }),
        ...models.map((model, i) =>
          Plot.dot(
            rows.filter((one) => one.bytes === bytes && one.model === model),
            {
              x: (one: ScoreRow) => (one.rSquared > 0 ? one.rSquared : BELOW),
              y: (one: ScoreRow) => cells.indexOf(one.cell) + 0.5,
              r: 3.6,
              symbol: SYMBOLS[i],
              stroke: LIGHT.series[i],
              fill: LIGHT.paper,
              strokeWidth: 1.5,
            },
          ),
        ),
      ],
    });
  const width = FIRST + sizes.length * PANEL + 10;
  return figure(
    {
      width,
      title: 'Scores on EPYC-ORFEO',
      subtitle: ['R² against the measurements; dots left of 0: worse than the mean of the measurements'],
      description: `R² of ${models.join(', ')} on ${cells.length} cells at ${sizes.map(formatSize).join(', ')}`,
      blocks: [
        lineKey(lines, LIGHT, width),
        beside(sizes.map((bytes, i) => panelOf(bytes, i === 0 ? places : silent(places)))),
      ],
    },
    {},
  );
}
