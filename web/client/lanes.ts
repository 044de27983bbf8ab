/** Draws ranks over time on a canvas: shares of each bin, and the critical path on top. */
import type { Stop, Timeline } from '../../src/report/page/report-data.js';
import { plain, ticks, timeUnit } from '../../src/report/plots/scales.js';
import { colour } from './dom.js';

/** The visible part of the run, ns. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Positions on the canvas, in CSS pixels. */
export interface LaneLayout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly laneHeight: number;
}

/** Shares of a stop's bins, 0 … 255, [lanes · bins]. */
export interface Shares {
  readonly computation: Uint8Array;
  readonly overhead: Uint8Array;
}

const LEFT = 64;
const TOP = 22;
const RIGHT = 8;
const MOST_HEIGHT = 560;

export function layoutOf(timeline: Timeline, width: number): LaneLayout {
  const laneHeight = Math.max(2, Math.min(34, Math.floor(MOST_HEIGHT / timeline.lanes)));
  return { width, height: TOP + laneHeight * timeline.lanes + 4, left: LEFT, top: TOP, laneHeight };
}

const COLOURS = [
  'ink',
  'faint',
  'paper',
  'waiting',
  'computation',
  'overhead',
  'latency',
  'bandwidth',
] as const;
type Colours = Record<(typeof COLOURS)[number], string>;

function colours(): Colours {
  return Object.fromEntries(COLOURS.map((name) => [name, colour(`--${name}`)])) as Colours;
}

export class LaneDrawing {
  readonly #context: CanvasRenderingContext2D;
  readonly #timeline: Timeline;
  readonly #layout: LaneLayout;
  readonly #stop: Stop;
  readonly #window: Window;
  readonly #colours = colours();

  constructor(
    context: CanvasRenderingContext2D,
    timeline: Timeline,
    layout: LaneLayout,
    stop: Stop,
    window: Window,
  ) {
    this.#context = context;
    this.#timeline = timeline;
    this.#layout = layout;
    this.#stop = stop;
    this.#window = window;
  }

  draw(shares: Shares, marked: number): void {
    const { width, height } = this.#layout;
    this.#context.clearRect(0, 0, width, height);
    // Pale, so that the path is visible.
    this.#context.globalAlpha = 0.45;
    this.#lanes(shares);
    this.#context.globalAlpha = 1;
    this.#axis();
    this.#path(marked);
  }

  #x(time: number): number {
    const { left, width } = this.#layout;
    const { from, to } = this.#window;
    return left + ((time - from) / (to - from)) * (width - left - RIGHT);
  }

  #y(lane: number): number {
    return this.#layout.top + lane * this.#layout.laneHeight;
  }

  /** A column of one pixel shows the mean of its bins, so that no bin is lost. */
  #lanes(shares: Shares): void {
    const { left, width, laneHeight } = this.#layout;
    const { lanes, bins } = this.#timeline;
    const { from, to } = this.#window;
    const perNs = this.#stop.runtime > 0 ? bins / this.#stop.runtime : 0;
    const bar = laneHeight > 4 ? laneHeight - 2 : laneHeight;
    const columns = Math.floor(width - left - RIGHT);
    const context = this.#context;
    for (let lane = 0; lane < lanes; lane++) {
      const end = Math.min(this.#x(this.#stop.laneEnd[lane]), width - RIGHT);
      context.fillStyle = this.#colours.waiting;
      if (end > left) context.fillRect(left, this.#y(lane), end - left, bar);
      // Equal neighbouring columns are one rectangle, for speed and to avoid seams on paper.
      let begin = 0;
      let [computation, overhead] = [0, 0];
      for (let column = 0; column <= columns; column++) {
        const a = (from + ((to - from) * column) / columns) * perNs;
        const b = (from + ((to - from) * (column + 1)) / columns) * perNs;
        const nextComputation =
          column < columns ? mean(shares.computation, lane * bins, bins, a, b) : Number.NaN;
        const nextOverhead = column < columns ? mean(shares.overhead, lane * bins, bins, a, b) : Number.NaN;
        if (nextComputation === computation && nextOverhead === overhead) continue;
        this.#block(left + begin, column - begin, this.#y(lane) + bar, computation * bar, overhead * bar);
        begin = column;
        [computation, overhead] = [nextComputation, nextOverhead];
      }
    }
  }

  /** Computation at the bottom, overhead on it. */
  #block(x: number, width: number, bottom: number, computation: number, overhead: number): void {
    const context = this.#context;
    if (computation > 0) {
      context.fillStyle = this.#colours.computation;
      context.fillRect(x, bottom - computation, width, computation);
    }
    if (overhead > 0) {
      context.fillStyle = this.#colours.overhead;
      context.fillRect(x, bottom - computation - overhead, width, overhead);
    }
  }

  #axis(): void {
    const { left, width, top, height, laneHeight } = this.#layout;
    const { from, to } = this.#window;
    const { lanes, ranksPerLane } = this.#timeline;
    const context = this.#context;
    const unit = timeUnit(to);
    context.fillStyle = this.#colours.ink;
    context.strokeStyle = this.#colours.faint;
    context.font = '11px system-ui, sans-serif';
    context.lineWidth = 0.5;
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    for (const value of ticks(from / unit.size, to / unit.size, Math.max(2, Math.floor(width / 120)))) {
      const x = this.#x(value * unit.size);
      context.beginPath();
      context.moveTo(x, top - 4);
      context.lineTo(x, height);
      context.stroke();
      // At high zoom, neighbouring ticks differ in late digits.
      if (x < width - 30) context.fillText(`${plain(value, 9)} ${unit.name}`, Math.max(x, left), top - 8);
    }
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    const every = Math.max(1, Math.ceil(13 / laneHeight));
    for (let lane = 0; lane < lanes; lane += every) {
      const text = ranksPerLane === 1 ? `rank ${lane}` : `ranks ${lane * ranksPerLane}+`;
      context.fillText(text, left - 6, this.#y(lane) + laneHeight / 2);
    }
  }

  #laneOf(rank: number): number {
    return Math.floor(rank / this.#timeline.ranksPerLane);
  }

  #path(marked: number): void {
    const { path } = this.#stop;
    const { left, top, width, height, laneHeight } = this.#layout;
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(left, 0, width - left - RIGHT, top + height);
    context.clip();
    const thick = Math.max(2, Math.min(12, laneHeight * 0.42));
    const { from, to } = this.#window;
    const strength = this.#strength();
    for (let i = 0; i < path.rank.length; i++) {
      const start = path.start[i];
      const end = start + path.computation[i] + path.overhead[i] + path.latency[i] + path.bandwidth[i];
      if (end < from || start > to) continue;
      const lane = this.#laneOf(path.rank[i]);
      const y = this.#y(lane) + laneHeight / 2;
      this.#segment(i, start, end - path.wire[i], y, thick, i === marked);
      if (i + 1 < path.rank.length) {
        const next = this.#y(this.#laneOf(path.rank[i + 1])) + laneHeight / 2;
        context.globalAlpha = i === marked ? 1 : strength;
        this.#message(this.#x(end - path.wire[i]), y, this.#x(end), next, i === marked);
        context.globalAlpha = 1;
      }
    }
    context.restore();
  }

  /** Opacity of messages, lower if more of them share a pixel. */
  #strength(): number {
    const { start } = this.#stop.path;
    const { from, to } = this.#window;
    let visible = 0;
    for (const time of start) if (time >= from && time <= to) visible++;
    return Math.min(1, Math.max(0.15, this.#layout.width / 2 / Math.max(visible, 1)));
  }

  /** A bar divided by kind of time. */
  #segment(i: number, start: number, end: number, y: number, thick: number, marked: boolean): void {
    const { path } = this.#stop;
    const context = this.#context;
    const x = this.#x(start);
    const width = Math.max(this.#x(end) - x, 1);
    const wire = path.wire[i];
    const onRank = path.latency[i] + path.bandwidth[i] - wire;
    const parts: readonly (readonly [number, string])[] = [
      [path.computation[i], this.#colours.computation],
      [path.overhead[i], this.#colours.overhead],
      [Math.max(onRank, 0), this.#colours.latency],
    ];
    const sum = parts.reduce((a, [part]) => a + part, 0);
    let top = y - thick / 2;
    for (const [part, fill] of parts) {
      if (part <= 0) continue;
      const high = (thick * part) / sum;
      context.fillStyle = fill;
      context.fillRect(x, top, width, high);
      top += high;
    }
    if (width > 2 || marked) {
      context.strokeStyle = this.#colours.ink;
      context.lineWidth = marked ? 2.5 : 1;
      context.strokeRect(x, y - thick / 2, width, thick);
    }
  }

  #message(x1: number, y1: number, x2: number, y2: number, marked: boolean): void {
    const context = this.#context;
    context.strokeStyle = this.#colours.latency;
    context.lineWidth = marked ? 3 : 1.4;
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }
}

/** Mean share of the bins in [a, b), which may be parts of bins; 0 … 1. */
function mean(column: Uint8Array, row: number, bins: number, a: number, b: number): number {
  const first = Math.floor(a);
  const last = Math.min(Math.ceil(b), bins);
  if (last - first <= 1) return first >= bins ? 0 : column[row + first] / 255;
  let sum = 0;
  for (let bin = first; bin < last; bin++) {
    sum += column[row + bin] * (Math.min(bin + 1, b) - Math.max(bin, a));
  }
  return sum / (255 * (b - a));
}
