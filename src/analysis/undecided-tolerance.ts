/** The tolerance of a program if all that may be waiting is waiting. */
import { ModelError } from '../errors.js';
import { dependsOnPrices } from '../graph/execution-graph.js';
import { routeLatencyNs } from '../machine/parameters.js';
import { f64, type Schedule } from '../schedule/schedule.js';
import { type Axis, machineAt, timesPaid } from '../timing/axis.js';
import { criticalPath } from './critical-path-shares.js';
import { Model } from './model.js';
import type { ToleranceResult } from './sensitivity.js';
import { type UndecidedComputation, undecidedComputations } from './time-by-nature.js';

/** Latencies of the call that has most of all that are known, MPI_Win_allocate of MPICH, for each doubling of the ranks. */
const MOST_OF_CALL = 12;
/** Growth of T below this share of λ changes no tolerance that is worth saying. */
const WORTH = 0.01;
/** Relative difference within which T is at its limit. */
const SAME = 1e-9;
const MOST_STEPS = 24;
/** Added latency, ns, at which a tolerance without another end is sought. */
const FAR = 1e6;

/** What is undecided on a program's critical path, and what is tolerated at least. */
export interface UndecidedTolerance {
  /** On the critical path. */
  readonly ns: number;
  readonly calls: number;
  /** [percents] distance that the latency may grow at least. */
  readonly deltas: readonly number[];
}

/**
 * Undecided time consists of latencies alone, as many as have room in it, and for each call of at least as many as the costliest
 * known call has. So T is the same at the machine, and grows faster than that of `model`. Null where that changes no tolerance
 * of `result` by more than a hundredth, and for parameters that are no latency.
 */
export async function undecidedTolerance(
  model: Model,
  result: ToleranceResult,
): Promise<UndecidedTolerance | null> {
  const { schedule } = model;
  const unplaced = (schedule.calls?.ranks ?? []).reduce(
    (most, { parts }) => Math.max(most, parts?.unplaced ?? 0),
    0,
  );
  const undecided = undecidedComputations(schedule);
  if (result.axis.latency === null || (undecided.length === 0 && unplaced === 0)) return null;
  const growth = growthOf(model, result.axis);
  const waiting = new WaitingProgram(model, result.axis, undecided, growth, growth(unplaced, 0));
  if (waiting.mostGrowth < WORTH * result.lambda.L) return null;
  const deltas: number[] = [];
  for (const { percent, value } of result.tolerance)
    deltas.push((await waiting.largest(result.runtime * (1 + percent / 100), value)) - result.axis.base);
  if (result.tolerance.every(({ delta }, i) => !(deltas[i] < delta * (1 - WORTH)))) return null;
  return { ...waiting.onPath, ns: waiting.onPath.ns + unplaced, deltas };
}

/** Growth of T along an axis by undecided time and calls that are not understood. */
function growthOf({ machine, schedule }: Model, axis: Axis): (ns: number, calls: number) => number {
  const { network } = machine;
  const least = MOST_OF_CALL * Math.ceil(Math.log2(schedule.ranks));
  const routes = network.routes.map((one, route) => ({
    ns: routeLatencyNs(network, route),
    per: timesPaid(axis, one),
  }));
  return (ns, calls) => {
    const atLeast = calls > 0 ? calls * least : ns > 0 ? 1 : 0;
    return routes.reduce(
      (most, one) => Math.max(most, one.per * Math.max(atLeast, one.ns > 0 ? ns / one.ns : 0)),
      0,
    );
  };
}

/** A program whose undecided time grows with the latency. */
class WaitingProgram {
  readonly #model: Model;
  readonly #axis: Axis;
  readonly #undecided: readonly UndecidedComputation[];
  /** [undecided computations] per unit of the axis. */
  readonly #growth: Float64Array;
  readonly #byOp: ReadonlyMap<number, number>;
  /** Growth without a place. */
  readonly #anywhere: number;
  readonly onPath: { readonly ns: number; readonly calls: number };
  readonly #first: { readonly runtime: number; readonly slope: number };

  constructor(
    model: Model,
    axis: Axis,
    undecided: readonly UndecidedComputation[],
    growth: (ns: number, calls: number) => number,
    anywhere: number,
  ) {
    this.#model = model;
    this.#axis = axis;
    this.#undecided = undecided;
    this.#growth = Float64Array.from(undecided, ({ ns, calls }) => growth(ns, calls));
    this.#byOp = new Map(undecided.map(({ op }, i) => [op, i]));
    this.#anywhere = anywhere;
    this.#first = this.#tangent(model);
    const met = criticalPath(model).steps.flatMap(({ op }) => this.#byOp.get(op) ?? []);
    const sum = (of: (one: UndecidedComputation) => number): number =>
      met.reduce((all, i) => all + of(undecided[i]), 0);
    this.onPath = { ns: sum(({ ns }) => ns), calls: sum(({ calls }) => calls) };
  }

  /** On no path T grows faster by undecided time. */
  get mostGrowth(): number {
    return this.#growth.reduce((sum, one) => sum + one, this.#anywhere);
  }

  /** T there, ns, and its slope. */
  #tangent(model: Model): { readonly runtime: number; readonly slope: number } {
    const path = criticalPath(model);
    const { routes } = model.machine.network;
    let slope = this.#anywhere;
    for (const { op, route, latencies } of path.steps) {
      const i = this.#byOp.get(op);
      if (i !== undefined) slope += this.#growth[i];
      if (route >= 0) slope += latencies * timesPaid(this.#axis, routes[route]);
    }
    return { runtime: path.runtime, slope };
  }

  async #at(x: number): Promise<{ readonly runtime: number; readonly slope: number }> {
    const { base } = this.#axis;
    const machine = machineAt(this.#model.machine, this.#axis, x);
    const schedule = this.#grown(x - base);
    const model = this.#model.forMany();
    const found = this.#tangent(
      dependsOnPrices(model.graph)
        ? await Model.of(schedule, machine, { engine: 'sweep' })
        : await model.on(machine, schedule),
    );
    return { ...found, runtime: found.runtime + this.#anywhere * (x - base) };
  }

  #grown(by: number): Schedule {
    const { schedule } = this.#model;
    const value = f64(schedule.value.length);
    value.set(schedule.value);
    this.#undecided.forEach(({ op }, i) => {
      value[op] += Math.round(this.#growth[i] * by);
    });
    return { ...schedule, value };
  }

  /**
   * The largest x with T(x) ≤ `limit`, ns, at most `most`. Newton's method from the right: T is convex, so no tangent crosses
   * the limit before T.
   */
  async largest(limit: number, most: number): Promise<number> {
    const { base } = this.#axis;
    const { runtime, slope } = this.#first;
    let x = Math.min(most, slope > 0 ? base + Math.max(0, limit - runtime) / slope : base + FAR);
    try {
      for (let step = 0; step < MOST_STEPS && x > base; step++) {
        const there = await this.#at(x);
        if (there.runtime <= limit * (1 + SAME)) return x;
        x = Math.max(base, x - (there.runtime - limit) / there.slope);
      }
    } catch (error) {
      // In the order of messages found there the program cannot run: the tolerance of the model says so.
      if (!(error instanceof ModelError)) throw error;
    }
    return x;
  }
}
