/** The noise of a row in all lanes, made anew whenever it is asked for: nothing is stored. */
import { NONE } from '../schedule/columns.js';
import type { Detours } from './detours.js';
import { DRAW, drawWords } from './draws.js';
import { latenciesOf } from './latencies.js';
import { ITEM, type NoiseProgram } from './program.js';
import type { Adder } from './sampler.js';
import { jitterOf, type Noise } from './sources.js';

/** Words of 32 bits, to make numbers of [0, 1) of them. */
const WORDS = 2 ** 32;
/** In what parts factors of computations are rounded: below what a double tells of 1, above what a computation feels. */
const FACTOR_PARTS = 2 ** 40;

export class RowNoise {
  readonly #program: NoiseProgram;
  readonly #seed: number;
  readonly #scale: number;
  /** [latency classes] draws in 1/unit ns; null: none. */
  readonly #jitter: readonly (Adder | null)[];
  readonly #factor: Adder | null;
  readonly #detours: Detours | null;
  readonly #together: boolean;
  readonly #words: Int32Array;
  readonly #factors: Float64Array;

  /** `lanes`: how many at once, a multiple of 4. `scale`: what all deviations are multiplied by. */
  constructor(program: NoiseProgram, noise: Noise, seed: number, lanes: number, scale: number) {
    this.#program = program;
    this.#seed = seed;
    this.#scale = scale;
    const { machine } = program.costs;
    this.#jitter = jitterOf(machine, noise).map((one) => one?.times(scale * program.unit) ?? null);
    this.#factor = noise.computation?.times(FACTOR_PARTS) ?? null;
    this.#detours = noise.detours?.list.scaled(scale) ?? null;
    this.#together = noise.detours?.together ?? false;
    this.#words = new Int32Array(lanes);
    this.#factors = new Float64Array(lanes);
  }

  /** Adds to `ends`, when row `r` ends without noise in the lanes from `first` on, what it takes longer; 1/unit ns. */
  addTo(ends: Float64Array, r: number, first: number): void {
    const { item, op } = this.#program;
    if (item[r] === ITEM.computation) this.#compute(ends, op[r], first);
    else this.#pay(ends, r, first);
  }

  /** The latencies of a message, each drawn for itself. */
  #pay(ends: Float64Array, r: number, first: number): void {
    const { costs } = this.#program;
    const { send, before, own } = latenciesOf(this.#program, r);
    const { counts } = costs.machine.network.routes[costs.route(send)];
    for (let group = 0; group < counts.length; group++) {
      const add = this.#jitter[group];
      if (add === null) continue;
      for (let index = before * counts[group]; index < (before + own) * counts[group]; index++) {
        drawWords(this.#words, first, this.#seed, DRAW.latency, send, group, index);
        add(ends, this.#words);
      }
    }
  }

  #compute(ends: Float64Array, op: number, first: number): void {
    const { costs, places, unit } = this.#program;
    const rank = costs.rank[op];
    const work = costs.schedule.value[op] * (places.factors.get(rank) ?? 1);
    const add = this.#factor;
    const factors = this.#factors.fill(add === null ? FACTOR_PARTS : 0);
    if (add !== null) {
      drawWords(this.#words, first, this.#seed, DRAW.computation, op);
      add(factors, this.#words);
    }
    for (let k = 0; k < ends.length; k++)
      factors[k] = work * Math.max(this.#scale * (factors[k] / FACTOR_PARTS - 1), -1);
    if (this.#detours !== null) this.#interrupt(this.#detours, ends, { rank, work, first });
    for (let k = 0; k < ends.length; k++) ends[k] += Math.floor(factors[k] * unit + 0.5);
  }

  /** `#factors` has what the computation takes longer without detours, ns, and gets what it does with them. */
  #interrupt(
    detours: Detours,
    ends: Float64Array,
    { rank, work, first }: { readonly rank: number; readonly work: number; readonly first: number },
  ): void {
    const { unit } = this.#program;
    const longer = this.#factors;
    drawWords(this.#words, first, this.#seed, DRAW.phase, this.#together ? NONE : rank);
    for (let k = 0; k < ends.length; k++) {
      const phase = ((this.#words[k] >>> 0) / WORDS) * detours.period;
      longer[k] += detours.added(ends[k] / unit - work, work + longer[k], phase);
    }
  }
}
