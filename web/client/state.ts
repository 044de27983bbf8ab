/** State of the page: one latency, and its critical path. */
import { type Curve, pieceAt, rhoAt, runtimeAt } from '../../src/analysis/piecewise.js';
import { besideDrawn, curveOf } from '../../src/report/page/report-columns.js';
import type { ReportData, Stop } from '../../src/report/page/report-data.js';

export interface Reading {
  /** Latency, ns (with several classes: what is added to each). */
  readonly x: number;
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  /** T over T at the base, less one. */
  readonly slowdown: number;
}

function readingOf(curve: Curve, x: number, base: number): Reading {
  const runtime = runtimeAt(curve, x);
  const slowdown = base === 0 ? 0 : runtime / base - 1;
  return { x, runtime, lambda: pieceAt(curve, x).lambda, rho: rhoAt(curve, x), slowdown };
}

export class ReportState {
  readonly data: ReportData;
  readonly curve: Curve;
  readonly #beside: { readonly curve: Curve; readonly runtime: number } | null;
  #x: number;
  #stop: Stop;
  readonly #onMove: ((reading: Reading) => void)[] = [];
  readonly #onStop: ((stop: Stop) => void)[] = [];

  constructor(data: ReportData) {
    this.data = data;
    this.curve = curveOf(data.curve);
    const columns = besideDrawn(data);
    this.#beside = columns === null ? null : { curve: curveOf(columns), runtime: data.beside?.runtime ?? 0 };
    this.#x = data.curve.base;
    this.#stop = this.stopFor(this.#x);
  }

  get x(): number {
    return this.#x;
  }

  get stop(): Stop {
    return this.#stop;
  }

  /** The reading of the curve at x. */
  read(x: number): Reading {
    return readingOf(this.curve, x, this.data.runtime);
  }

  /** The reading of the second curve at the same added latency; null without one. */
  readBeside(x: number): Reading | null {
    if (this.#beside === null) return null;
    const { curve, runtime } = this.#beside;
    return readingOf(curve, curve.axis.base + (x - this.data.curve.base), runtime);
  }

  clamp(x: number): number {
    return Math.min(Math.max(x, this.curve.low), this.curve.high);
  }

  /** The stop whose piece contains x, otherwise the nearest one. */
  stopFor(x: number): Stop {
    const { stops } = this.data.timeline;
    const on = stops.findLast((stop) => stop.low <= x && x <= stop.high);
    if (on !== undefined) return on;
    return stops.reduce((best, stop) => (Math.abs(stop.x - x) < Math.abs(best.x - x) ? stop : best));
  }

  /** Moves to a latency; listeners of the stop are called if the critical path changes. */
  moveTo(x: number): void {
    this.#x = this.clamp(x);
    const stop = this.stopFor(this.#x);
    const changed = stop !== this.#stop;
    this.#stop = stop;
    const reading = this.read(this.#x);
    for (const listener of this.#onMove) listener(reading);
    if (changed) for (const listener of this.#onStop) listener(stop);
  }

  onMove(listener: (reading: Reading) => void): void {
    this.#onMove.push(listener);
  }

  /** Called at once with the present stop, and on every change. */
  onStop(listener: (stop: Stop) => void): void {
    this.#onStop.push(listener);
    listener(this.#stop);
  }
}
