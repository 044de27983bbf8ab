/** A noise program played in many lanes at once: each lane is one run, y_v[k] = max(y_u[k] + cost + X[k]). */
import { NONE } from '../schedule/columns.js';
import { ITEM, type NoiseProgram } from './program.js';
import { RowNoise } from './row-noise.js';
import type { Noise } from './sources.js';

/** Runs of one sweep. */
export const LANES = 64;

/** What is played besides the program. */
export interface LaneOptions {
  readonly noise: Noise;
  /** A whole number from 0 on. */
  readonly seed: number;
  /** A multiple of 4. */
  readonly lanes?: number;
}

/** At which parameter, and with how much of the noise. */
export interface LanePoint {
  /** On the program's axis. */
  readonly x: number;
  /** What all deviations are multiplied by. */
  readonly scale: number;
}

/** Which row decided, of the vertices that several rows lead to. */
export interface Choices {
  /** [vertices] which of those vertices it is; NONE: none. */
  readonly of: Uint32Array;
  /** [those vertices × lanes] number of the row among the vertex's. */
  readonly choices: Uint16Array;
}

/** Room for the choices of `lanes` lanes. */
export function choicesFor({ vertices, rowStart }: NoiseProgram, lanes: number): Choices {
  let several = 0;
  const of = new Uint32Array(vertices).map((_, v) => (rowStart[v + 1] - rowStart[v] > 1 ? several++ : NONE));
  return { of, choices: new Uint16Array(several * lanes) };
}

export class Lanes {
  readonly #program: NoiseProgram;
  readonly #options: LaneOptions;
  readonly #lanes: number;
  /** [slots × lanes] */
  readonly #values: Float64Array;
  readonly #cost: Float64Array;
  readonly #extra: Float64Array;
  readonly #starts: Float64Array;
  #row: RowNoise | null = null;
  #at: LanePoint = { x: Number.NaN, scale: Number.NaN };

  constructor(program: NoiseProgram, options: LaneOptions) {
    this.#program = program;
    this.#options = options;
    this.#lanes = options.lanes ?? LANES;
    this.#values = new Float64Array(program.slots * this.#lanes);
    this.#cost = new Float64Array(program.rows);
    this.#extra = new Float64Array(this.#lanes);
    this.#starts = new Float64Array(this.#lanes);
  }

  /**
   * T of the lanes from `first` on, a multiple of 4, in ns. `choices`: gets which rows decided; left out: nobody asks.
   */
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

  /** The first row of a vertex, whose values nothing is compared with. */
  #first(noise: RowNoise, r: number, to: number, first: number): void {
    const { item, from, slot } = this.#program;
    const values = this.#values;
    const lanes = this.#lanes;
    const cost = this.#cost[r];
    const at = slot[from[r]] * lanes;
    if (item[r] === ITEM.none) {
      for (let k = 0; k < lanes; k++) values[to + k] = values[at + k] + cost;
      return;
    }
    const extra = this.#extraOf(noise, r, first);
    for (let k = 0; k < lanes; k++) values[to + k] = values[at + k] + cost + extra[k];
  }

  #further(noise: RowNoise, r: number, to: number, first: number): void {
    const { item, from, slot } = this.#program;
    const values = this.#values;
    const lanes = this.#lanes;
    const cost = this.#cost[r];
    const at = slot[from[r]] * lanes;
    if (item[r] === ITEM.none) {
      for (let k = 0; k < lanes; k++) {
        const next = values[at + k] + cost;
        if (next > values[to + k]) values[to + k] = next;
      }
      return;
    }
    const extra = this.#extraOf(noise, r, first);
    for (let k = 0; k < lanes; k++) {
      const next = values[at + k] + cost + extra[k];
      if (next > values[to + k]) values[to + k] = next;
    }
  }

  /** The same of all rows of a vertex but the first, and which row it was. */
  #choose(noise: RowNoise, v: number, first: number, { of, choices }: Choices): void {
    const { item, from, slot, rowStart } = this.#program;
    if (of[v] === NONE) return;
    const values = this.#values;
    const lanes = this.#lanes;
    const to = slot[v] * lanes;
    const chosen = of[v] * lanes;
    choices.fill(0, chosen, chosen + lanes);
    for (let r = rowStart[v] + 1; r < rowStart[v + 1]; r++) {
      const at = slot[from[r]] * lanes;
      const extra = item[r] === ITEM.none ? this.#extra.fill(0) : this.#extraOf(noise, r, first);
      for (let k = 0; k < lanes; k++) {
        const next = values[at + k] + this.#cost[r] + extra[k];
        if (next <= values[to + k]) continue;
        values[to + k] = next;
        choices[chosen + k] = r - rowStart[v];
      }
    }
  }

  #extraOf(noise: RowNoise, r: number, first: number): Float64Array {
    const { item, op, from, slot, unit } = this.#program;
    if (item[r] === ITEM.computation) {
      // A computation is all that its row is for: the rest of the cost comes before it.
      const at = slot[from[r]] * this.#lanes;
      const before = this.#cost[r] - noise.workOf(op[r]) * unit;
      for (let k = 0; k < this.#lanes; k++) this.#starts[k] = this.#values[at + k] + before;
    }
    noise.fill(this.#extra, r, first, this.#starts);
    return this.#extra;
  }
}
