/** A noise program in many lanes at once: each lane is one run, y_v[k] = max(y_u[k] + cost + X[k]). */
import { NONE } from '../schedule/schedule.js';
import { type Noise, RowNoise } from './noise-model.js';
import { ITEM, type NoiseProgram } from './noise-program.js';

/** Runs of one sweep. */
export const LANES = 64;

/** Options of the lanes. */
export interface LaneOptions {
  readonly noise: Noise;
  /** A whole number from 0 on. */
  readonly seed: number;
  /** A multiple of 4. */
  readonly lanes?: number;
}

/** The parameter's value, and the amount of noise. */
export interface LanePoint {
  /** On the program's axis. */
  readonly x: number;
  /** Factor of all deviations. */
  readonly scale: number;
}

/** The deciding row of each vertex with several rows. */
export interface Choices {
  /** [vertices] index among those vertices; NONE: none. */
  readonly of: Uint32Array;
  /** [those vertices × lanes] number of the deciding row within the vertex. */
  readonly choices: Uint16Array | Uint32Array;
}

/** Memory for the choices of `lanes` lanes. */
export function choicesFor(program: NoiseProgram, lanes: number): Choices {
  let found = 0;
  const of = new Uint32Array(program.vertices).map((_, v) => (isChoice(program, v) ? found++ : NONE));
  return { of, choices: new (choiceType(program))(found * lanes) };
}

/** Bytes of them for each lane. */
export function choiceBytes(program: NoiseProgram): number {
  let found = 0;
  for (let v = 0; v < program.vertices; v++) if (isChoice(program, v)) found++;
  return found * choiceType(program).BYTES_PER_ELEMENT;
}

/** Columns with room for any row number within its vertex. */
function choiceType({ rowStart, vertices }: NoiseProgram): Uint16ArrayConstructor | Uint32ArrayConstructor {
  for (let v = 0; v < vertices; v++) if (rowStart[v + 1] - rowStart[v] > MOST_SHORT) return Uint32Array;
  return Uint16Array;
}

/** Maximum number of rows with 16 bits. */
const MOST_SHORT = 2 ** 16;

const isChoice = ({ rowStart }: NoiseProgram, v: number): boolean => rowStart[v + 1] - rowStart[v] > 1;

export class Lanes {
  readonly #program: NoiseProgram;
  readonly #options: LaneOptions;
  readonly #lanes: number;
  /** [slots × lanes] */
  readonly #values: Float64Array;
  readonly #cost: Float64Array;
  readonly #ends: Float64Array;
  #row: RowNoise | null = null;
  #at: LanePoint = { x: Number.NaN, scale: Number.NaN };

  constructor(program: NoiseProgram, options: LaneOptions) {
    this.#program = program;
    this.#options = options;
    this.#lanes = options.lanes ?? LANES;
    this.#values = new Float64Array(program.slots * this.#lanes);
    this.#cost = new Float64Array(program.rows);
    this.#ends = new Float64Array(this.#lanes);
  }

  /** T of the lanes from `first` on, a multiple of 4, in ns. `choices`: receives the deciding rows; optional. */
  play(first: number, at: LanePoint, choices?: Choices): Float64Array {
    const { rowStart, vertices, slot, unit } = this.#program;
    const noise = this.#noiseAt(at);
    const lanes = this.#lanes;
    this.#values.fill(0, 0, lanes);
    for (let v = 1; v < vertices; v++) {
      const to = slot[v] * lanes;
      this.#first(noise, rowStart[v], to, first);
      if (choices !== undefined) this.#choose(noise, v, first, choices);
      else for (let r = rowStart[v] + 1; r < rowStart[v + 1]; r++) this.#further(noise, r, to, first);
    }
    const last = slot[vertices - 1] * lanes;
    return this.#values.slice(last, last + lanes).map((value) => value / unit);
  }

  #noiseAt(at: LanePoint): RowNoise {
    const program = this.#program;
    const { base, slope, unit } = program;
    if (this.#row !== null && at.x === this.#at.x && at.scale === this.#at.scale) return this.#row;
    const x = at.x * unit;
    for (let r = 0; r < base.length; r++) this.#cost[r] = base[r] + slope[r] * x;
    const { noise, seed } = this.#options;
    this.#at = at;
    this.#row = new RowNoise(program, noise, seed, this.#lanes, at.scale);
    return this.#row;
  }

  /** End of row `r` in each lane, into `#ends`. */
  #endsOf(noise: RowNoise, r: number, first: number): Float64Array {
    const { item, from, slot } = this.#program;
    const values = this.#values;
    const ends = this.#ends;
    const cost = this.#cost[r];
    const at = slot[from[r]] * ends.length;
    for (let k = 0; k < ends.length; k++) ends[k] = values[at + k] + cost;
    if (item[r] !== ITEM.none) noise.addTo(ends, r, first);
    return ends;
  }

  /** The first row of a vertex, whose values need no comparison. */
  #first(noise: RowNoise, r: number, to: number, first: number): void {
    const { item, from, slot } = this.#program;
    const values = this.#values;
    if (item[r] !== ITEM.none) {
      values.set(this.#endsOf(noise, r, first), to);
      return;
    }
    const lanes = this.#lanes;
    const cost = this.#cost[r];
    const at = slot[from[r]] * lanes;
    for (let k = 0; k < lanes; k++) values[to + k] = values[at + k] + cost;
  }

  #further(noise: RowNoise, r: number, to: number, first: number): void {
    const { item, from, slot } = this.#program;
    const values = this.#values;
    const lanes = this.#lanes;
    const plain = item[r] === ITEM.none;
    const ends = plain ? values : this.#endsOf(noise, r, first);
    const at = plain ? slot[from[r]] * lanes : 0;
    const cost = plain ? this.#cost[r] : 0;
    for (let k = 0; k < lanes; k++) {
      const end = ends[at + k] + cost;
      if (end > values[to + k]) values[to + k] = end;
    }
  }

  /** The same for all rows of a vertex but the first, with their numbers. */
  #choose(noise: RowNoise, v: number, first: number, { of, choices }: Choices): void {
    const { slot, rowStart } = this.#program;
    if (of[v] === NONE) return;
    const values = this.#values;
    const lanes = this.#lanes;
    const to = slot[v] * lanes;
    const chosen = of[v] * lanes;
    choices.fill(0, chosen, chosen + lanes);
    for (let r = rowStart[v] + 1; r < rowStart[v + 1]; r++) {
      const ends = this.#endsOf(noise, r, first);
      for (let k = 0; k < lanes; k++) {
        if (ends[k] <= values[to + k]) continue;
        values[to + k] = ends[k];
        choices[chosen + k] = r - rowStart[v];
      }
    }
  }
}

/** Work in parts, so that the caller can do something else in between, or cancel it; yields nothing, and returns the value. */
export type Steps<Value> = Generator<void, Value, void>;

/** The value, without interruption. */
export function finished<Value>(steps: Steps<Value>, onStep?: () => void): Value {
  let step = steps.next();
  while (step.done !== true) {
    onStep?.();
    step = steps.next();
  }
  return step.value;
}
