/** R² of models by cell as dots, one panel a size. */

import {
  headingHeight,
  LIGHT,
  label,
  overlay,
  type Panel,
  type PlotLine,
  picture,
  SYMBOLS,
} from '../../src/report/plots/frame.js';
import { key, keyHeight, Plot, plotIn } from '../../src/report/plots/panels.js';
import { formatSize } from '../../src/units.js';

export interface ScoreRow {
  readonly model: string;
  readonly cell: string;
  readonly bytes: number;
  readonly rSquared: number;
}

const LEFT = 160;
const PANEL = 210;
const ROW = 19;
const BOTTOM = 46;
/** What lies at or below 0 stands at the left edge, apart from 0. */
const BELOW = -0.08;

export function scoresPlot(rows: readonly ScoreRow[]): string {
  const models = [...new Set(rows.map(({ model }) => model))];
  const cells = [...new Set(rows.map(({ cell }) => cell))];
  const sizes = [...new Set(rows.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  const lines: PlotLine[] = models.map((name, style) => ({ name, measured: true, style, points: [] }));
  const subtitle = ['R² against the measurements; dots left of 0: worse than the mean of the measurements'];
  const keyTop = headingHeight(subtitle) + 4;
  const top = keyTop + keyHeight(lines.length) + 26;
  const height = cells.length * ROW;
  const title = 'Scores on EPYC-ORFEO';
  const panels = sizes.flatMap((bytes, i): Panel[] => {
    const left = LEFT + i * PANEL;
    return [
      panelOf(
        rows.filter((one) => one.bytes === bytes),
        { models, cells, left, top, height, named: i === 0 },
      ),
      overlay(label(formatSize(bytes), left, top - 8, { 'font-weight': 'bold' })),
    ];
  });
  return picture(
    {
      width: LEFT + sizes.length * PANEL + 10,
      height: top + height + BOTTOM,
      title,
      subtitle,
      description: `R² of ${models.join(', ')} on ${cells.length} cells at ${sizes.map(formatSize).join(', ')}`,
      panels: [key(lines, LEFT, keyTop, LIGHT), ...panels],
    },
    {},
  );
}

interface Frame {
  readonly models: readonly string[];
  readonly cells: readonly string[];
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly named: boolean;
}

function panelOf(rows: readonly ScoreRow[], { models, cells, left, top, height, named }: Frame): Panel {
  return plotIn(
    { left, right: left + PANEL - 21, top, bottom: top + height },
    [BELOW * 1.5, 1],
    [0, 1],
    [
      Plot.gridY(cells, { stroke: LIGHT.faint, strokeOpacity: 0.2 }),
      Plot.ruleX([0], { stroke: LIGHT.faint }),
      Plot.axisX([0, 0.5, 1], { label: 'R²', labelAnchor: 'center', labelArrow: 'none' }),
      ...(named ? [Plot.axisY(cells, { label: null, tickSize: 0 })] : []),
      ...models.map((model, i) =>
        Plot.dot(
          rows.filter((one) => one.model === model),
          {
            x: (one: ScoreRow) => (one.rSquared > 0 ? one.rSquared : BELOW),
            y: 'cell',
            r: 3.6,
            symbol: SYMBOLS[i],
            stroke: LIGHT.series[i],
            fill: LIGHT.paper,
            strokeWidth: 1.5,
          },
        ),
      ),
    ],
    {
      // The axis has its title in this room, and cells have places rather than values.
      height: top + height + BOTTOM,
      marginBottom: BOTTOM,
      y: { type: 'point', domain: [...cells], axis: null, padding: 0.5 },
    },
  );
}
