/** What ranks do over time, a lane each or for some neighbours: areas of computing and of messages, whose rest is waiting. */
import { formatTime } from '../../units.js';
import type { Occupancy } from '../timeline-occupancy.js';
import {
  element,
  headingHeight,
  label,
  overlay,
  type Palette,
  type PlotStyle,
  picture,
  styled,
  timeMarks,
} from './frame.js';

/** Words of the picture. */
export interface OccupancyPlotOptions extends PlotStyle {
  readonly ranks: number;
  /** End of the last rank, ns. */
  readonly runtime: number;
}

const LEFT = 96;
const RIGHT = 24;
const AXIS = 30;
const KEY = 24;
/** Heights of lanes: as many as fit, but no lower than can be told apart. */
const TALLEST = 28;
const LOWEST = 9;
const HEIGHT = 520;
const GAP = 3;
/** A share of a whole bin. */
const WHOLE = 255;
const COMPUTING = 2;
const MESSAGES = 1;

/** Where a lane lies. */
interface Lane {
  readonly top: number;
  readonly height: number;
  readonly bins: number;
  readonly x: (bin: number) => number;
}

/** Areas are true: half a bin of computing is half as high. SVG. */
export function occupancyPlot(occupancy: Occupancy, options: OccupancyPlotOptions): string {
  const { palette, width } = styled(options);
  const { ranks, runtime } = options;
  const { lanes, bins, ranksPerLane } = occupancy;
  const title = options.title ?? 'What ranks do over time';
  const each = ranksPerLane === 1 ? 'a lane a rank' : `a lane for ${ranksPerLane} neighbouring ranks`;
  const subtitle = [`T = ${formatTime(runtime)}; ${each}`];
  const top = headingHeight(subtitle) + KEY + 10;
  const pitch = Math.min(TALLEST, Math.max(LOWEST, HEIGHT / lanes));
  const perBin = (width - LEFT - RIGHT) / bins;
  const x = (bin: number): number => LEFT + bin * perBin;
  const laneAt = (lane: number): Lane => ({ top: top + lane * pitch, height: pitch - GAP, bins, x });
  const bottom = top + lanes * pitch;
  const atTime = (time: number): number => LEFT + (runtime === 0 ? 0 : time / runtime) * bins * perBin;
  const body = [
    ...Array.from({ length: lanes }, (_, lane) => drawnLane(occupancy, lane, laneAt(lane), atTime, palette)),
    timeMarks(runtime, atTime, { top, bottom, palette }),
    ...names(occupancy, ranks, laneAt, pitch),
  ];
  return picture(
    {
      height: bottom + AXIS,
      title,
      subtitle,
      description: `Computing, messages and waiting of ${ranks} ranks over ${formatTime(runtime)}`,
      panels: [
        {
          x: LEFT,
          y: headingHeight(subtitle),
          body: key(palette, ranksPerLane === 1 ? 'waiting' : 'waiting, or done'),
        },
        overlay(body.join('\n')),
      ],
    },
    options,
  );
}

/** Waiting up to the end of the lane, and on it what its ranks do: computing below, messages above. */
function drawnLane(
  { computation, overhead, end, bins }: Occupancy,
  lane: number,
  place: Lane,
  atTime: (time: number) => number,
  palette: Palette,
): string {
  const from = lane * bins;
  const computing = computation.subarray(from, from + bins);
  const busy = computing.map((share, i) => Math.min(WHOLE, share + overhead[from + i]));
  const { top, height } = place;
  const box = { x: LEFT, y: top, width: atTime(end[lane]) - LEFT, height };
  return [
    element('rect', { ...box, fill: palette.faint, 'fill-opacity': 0.18 }),
    area(busy, place, palette.series[MESSAGES]),
    area(computing, place, palette.series[COMPUTING]),
  ].join('');
}

/** Shares as steps from the bottom of a lane; bins of the same share are one step. */
function area(shares: Uint8Array, { top, height, bins, x }: Lane, fill: string): string {
  if (shares.every((share) => share === 0)) return '';
  const bottom = top + height;
  const y = (share: number): string => short(bottom - (height * share) / WHOLE);
  const steps: string[] = [];
  for (let bin = 0; bin < bins; bin++) {
    if (bin > 0 && shares[bin] === shares[bin - 1]) continue;
    steps.push(`H${short(x(bin))}V${y(shares[bin])}`);
  }
  return element('path', {
    d: `M${LEFT} ${short(bottom)}${steps.join('')}H${short(x(bins))}V${short(bottom)}Z`,
    fill,
  });
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** As many names as have room. */
function names(
  { lanes, ranksPerLane }: Occupancy,
  ranks: number,
  laneAt: (lane: number) => Lane,
  pitch: number,
): string[] {
  const every = Math.ceil(12 / pitch);
  return Array.from({ length: lanes }, (_, lane) => {
    if (lane % every > 0) return '';
    const { top, height } = laneAt(lane);
    const first = lane * ranksPerLane;
    const last = Math.min(first + ranksPerLane, ranks) - 1;
    const name = first === last ? `rank ${first}` : `ranks ${first}–${last}`;
    return label(name, LEFT - 8, top + height / 2 + 4, { 'text-anchor': 'end', 'font-size': 11 });
  });
}

function key({ series, faint }: Palette, rest: string): string {
  const entries = [
    { name: 'computing', fill: series[COMPUTING], opacity: 1 },
    { name: 'sending and taking messages', fill: series[MESSAGES], opacity: 1 },
    { name: rest, fill: faint, opacity: 0.18 },
  ];
  return entries
    .map(({ name, fill, opacity }, i) => {
      const at = [0, 96, 300][i];
      const swatch = element('rect', { x: at, y: 2, width: 12, height: 12, fill, 'fill-opacity': opacity });
      return swatch + label(name, at + 17, 12, { 'font-size': 11 });
    })
    .join('');
}
