/**
 * The activity of ranks over time, one lane each or for several neighbours: areas of computing and of messages; the rest is
 * waiting.
 */
import { formatTime } from '../../units.js';
import type { Occupancy } from '../timeline-occupancy.js';
import { chart, Plot } from './chart.js';
import { aligned, areaKey, figure, type PlotStyle, styled } from './frame.js';
import { placesOf, reversed, scaleOf } from './scales.js';

/** Words of the picture. */
interface OccupancyPlotOptions extends PlotStyle {
  readonly ranks: number;
  /** End of the last rank, ns. */
  readonly runtime: number;
}

/** Heights of lanes: as many as fit, but still distinguishable. */
const TALLEST = 28;
const LOWEST = 9;
const HEIGHT = 520;
const GAP = 3;
/** Between the names of lanes. */
const NAMES_APART = 14;
/** A share of a whole bin. */
const WHOLE = 255;

/** Areas are proportional: half a bin of computing is half as high. SVG. */
export function occupancyPlot(occupancy: Occupancy, options: OccupancyPlotOptions): string {
  const { palette, width } = styled(options);
  const { ranks, runtime } = options;
  const { lanes, bins, ranksPerLane, computation, overhead, end } = occupancy;
  const each = ranksPerLane === 1 ? 'one lane per rank' : `one lane per ${ranksPerLane} ranks`;
  const rest = ranksPerLane === 1 ? 'waiting' : 'waiting or done';
  const pitch = Math.min(TALLEST, Math.max(LOWEST, HEIGHT / lanes));
  const high = 1 - GAP / pitch;
  const names = Array.from({ length: lanes }, (_, lane) => laneName(lane, ranksPerLane, ranks));
  const busy = computation.map((share, i) => Math.min(WHOLE, share + overhead[i]));
  const waiting = { fill: palette.faint, fillOpacity: 0.18 };
  const [, messages, computing] = palette.series;
  const keys = [{ fill: computing }, { fill: messages }, { fill: palette.faint, 'fill-opacity': 0.18 }];
  const stepped = (shares: Uint8Array, fill: string) =>
    Plot.line(stepsOf(shares, lanes, bins), {
      x: ({ bin }: Step) => (runtime * bin) / bins,
      y: ({ lane, share }: Step) => lane + high * (1 - share / WHOLE),
      ...{ z: 'lane', curve: 'step-after', fill, stroke: 'none' },
    });
  return figure(
    {
      title: 'Activity of ranks over time',
      subtitle: [`T = ${formatTime(runtime)}; ${each}`],
      description: `Computing, messages and waiting of ${ranks} ranks over ${formatTime(runtime)}`,
      blocks: aligned([
        areaKey(['computing', 'sending and receiving', rest], { of: (i) => keys[i] }, width),
        chart({
          x: scaleOf([0, runtime], 'time', { unit: 'ns', count: 8 }),
          y: reversed(placesOf(names, '', Math.ceil(NAMES_APART / pitch))),
          height: lanes * pitch,
          grid: 'x',
          behind: [
            // Waiting up to the end of the lane, and the activity of its ranks on it: computing below, messages above.
            Plot.rect(end, {
              ...{ x1: 0, x2: (time: number) => time, ...waiting },
              y1: (_: number, lane: number) => lane,
              y2: (_: number, lane: number) => lane + high,
            }),
            stepped(busy, messages),
            stepped(computation, computing),
          ],
        }),
      ]),
    },
    options,
  );
}

/** A share from a bin of a lane on. */
interface Step {
  readonly lane: number;
  readonly bin: number;
  readonly share: number;
}

/** The outline of each lane's shares; consecutive bins of equal share are one step. Empty lanes have none. */
function stepsOf(shares: Uint8Array, lanes: number, bins: number): Step[] {
  return Array.from({ length: lanes }, (_, lane) => {
    const own = shares.subarray(lane * bins, (lane + 1) * bins);
    if (own.every((share) => share === 0)) return [];
    const steps: Step[] = [{ lane, bin: 0, share: 0 }];
    for (const [bin, share] of own.entries())
      if (bin === 0 || share !== own[bin - 1]) steps.push({ lane, bin, share });
    return [...steps, { lane, bin: bins, share: 0 }];
  }).flat();
}

function laneName(lane: number, ranksPerLane: number, ranks: number): string {
  const first = lane * ranksPerLane;
  const last = Math.min(first + ranksPerLane, ranks) - 1;
  return first === last ? `rank ${first}` : `ranks ${first}–${last}`;
}
