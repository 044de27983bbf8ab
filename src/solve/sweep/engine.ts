import type { LineSystem } from '../../timing/lines.js';
import type { Paid, TimingSystem } from '../../timing/system.js';
import type { Engine, Evaluation, Interval } from '../engine.js';
import { certify } from './certificate.js';
import { slopeByCounts, sumByRoute } from './paid.js';
import { pass, pathRows, valueAt } from './pass.js';
import { basisRange, largestWithin, rangeOfLambda, tangentsOf } from './search.js';

/** Longest-path passes over the timing system: the same answers as the linear program, with its certificate. */
export class SweepEngine implements Engine {
  readonly name = 'sweep';
  readonly #system: TimingSystem;

  constructor(system: TimingSystem) {
    this.#system = system;
  }

  evaluate(lines: LineSystem, x: number): Promise<Evaluation> {
    const tangents = tangentsOf(lines);
    const { labels } = tangents;
    const line = pass(lines, x, labels);
    tangents.add(x, line);
    const runtime = valueAt(lines, line, x);
    const path = pathRows(lines, labels);
    return Promise.resolve({
      runtime,
      lambda: line.a,
      certificate: certify(lines, labels, x, runtime, path),
      routeLatencies: sumByRoute(this.#system, lines, path, this.#system.latencies),
      routeBytes: sumByRoute(this.#system, lines, path, this.#system.bytes),
    });
  }

  largestWithin(lines: LineSystem, limit: number, from: number): Promise<number> {
    return Promise.resolve(largestWithin(lines, limit, from));
  }

  slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number> {
    return Promise.resolve(slopeByCounts(lines, x, counts));
  }

  rangeOfLambda(lines: LineSystem, x: number): Promise<Interval> {
    return Promise.resolve(rangeOfLambda(lines, x));
  }

  basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return Promise.resolve(basisRange(lines, x));
  }
}
