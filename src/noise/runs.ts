/** Many runs of one program with noise: their T at any value of a parameter, and with any multiple of the noise. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import type { Axis } from '../timing/axis.js';
import { compileNoise } from './compile.js';
import { KernelLanes } from './kernel-lanes.js';
import { LANES, type LanePoint, Lanes } from './lanes.js';
import { type Noise, placesOf } from './sources.js';
import { finished, type Steps } from './steps.js';

/** How many runs, and which. */
export interface Draws {
  readonly samples: number;
  /** A whole number from 0 on. */
  readonly seed: number;
}

/** A program on a machine with noise; the k-th run has the same luck wherever it is asked for. */
export interface NoisyProgram {
  readonly graph: ExecutionGraph;
  readonly machine: Machine;
  readonly noise: Noise;
  readonly axis: Axis;
}

export class Runs {
  readonly #lanes: Pick<Lanes, 'play'>;
  readonly #samples: number;
  /** What was asked first: searches begin there. */
  #known: { readonly at: LanePoint; readonly times: Float64Array } | null = null;

  constructor({ graph, machine, noise, axis }: NoisyProgram, { samples, seed }: Draws) {
    const program = compileNoise(graph, machine, { places: placesOf(machine, noise), axis });
    this.#lanes = KernelLanes.of(program, { noise, seed }) ?? new Lanes(program, { noise, seed });
    this.#samples = samples;
  }

  /** [samples] T of each run, ns. */
  at(point: LanePoint): Float64Array {
    return finished(this.steps(point));
  }

  /** The same with a step behind every sweep. */
  *steps(point: LanePoint): Steps<Float64Array> {
    // Without what is drawn all runs are the same.
    if (point.scale === 0) return new Float64Array(this.#samples).fill(yield* this.quiet(point.x));
    const known = this.#known;
    if (known !== null && known.at.x === point.x && known.at.scale === point.scale)
      return known.times.slice();
    const times = yield* this.#played(point);
    this.#known ??= { at: point, times: times.slice() };
    return times;
  }

  /** T without what is drawn, ns. */
  *quiet(x: number): Steps<number> {
    const [runtime] = this.#lanes.play(0, { x, scale: 0 });
    yield;
    return runtime;
  }

  *#played(point: LanePoint): Steps<Float64Array> {
    const found = new Float64Array(this.#samples);
    for (let first = 0; first < this.#samples; first += LANES) {
      const batch = this.#lanes.play(first, point);
      found.set(batch.subarray(0, Math.min(LANES, this.#samples - first)), first);
      yield;
    }
    return found;
  }
}
