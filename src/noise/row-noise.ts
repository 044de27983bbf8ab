/** The noise of a row in all lanes, made anew whenever it is asked for: of what is drawn, only phases are kept. */
import { Cycle } from './cycle.js';
import { DRAW, drawWords } from './draws.js';
import { latenciesOf } from './latencies.js';
import { drawPhases, type PhaseSource, phaseSource, phasesDrawn } from './phases.js';
import { ITEM, type NoiseProgram } from './program.js';
import type { Adder } from './sampler.js';
import { jitterOf, type Noise } from './sources.js';

/** In what parts factors of computations are rounded: below what a double tells of 1, above what a computation feels. */
export const FACTOR_PARTS = 2 ** 40;

/** Phases of all ranks in the lanes from `first` on. */
interface Interruptions {
  readonly cycle: Cycle;
  readonly source: PhaseSource;
  readonly shifts: Float64Array;
  first: number;
}

export class RowNoise {
  readonly #program: NoiseProgram;
  readonly #seed: number;
  readonly #scale: number;
  /** [latency classes] draws in 1/unit ns; null: none. */
  readonly #jitter: readonly (Adder | null)[];
  readonly #factor: Adder | null;
  readonly #detours: Interruptions | null;
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
    this.#detours = interruptionsOf(program, noise, { seed, lanes, scale });
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
    const work = workOf(this.#program, op);
    const longer = this.#factors.fill(0);
    if (this.#factor !== null) {
      drawWords(this.#words, first, this.#seed, DRAW.computation, op);
      this.#factor(longer, this.#words);
      for (let k = 0; k < longer.length; k++)
        longer[k] = work * Math.max(this.#scale * (longer[k] / FACTOR_PARTS - 1), -1);
    }
    if (this.#detours !== null) this.#interrupt(this.#detours, ends, { op, work, first });
    for (let k = 0; k < ends.length; k++) ends[k] += Math.floor(longer[k] + 0.5);
  }

  /** `#factors` has what the computation takes longer without detours, 1/unit ns, and gets what it does with them. */
  #interrupt(
    detours: Interruptions,
    ends: Float64Array,
    { op, work, first }: { readonly op: number; readonly work: number; readonly first: number },
  ): void {
    const { cycle, source, shifts } = detours;
    if (detours.first !== first) drawPhases(shifts, cycle, source, first);
    detours.first = first;
    const longer = this.#factors;
    const at = source.together ? 0 : this.#program.costs.rank[op] * ends.length;
    for (let k = 0; k < ends.length; k++)
      longer[k] += cycle.added(ends[k] - work + shifts[at + k], work + longer[k]);
  }
}

/** What a computation takes without noise, 1/unit ns. */
export function workOf({ costs, places, unit }: NoiseProgram, op: number): number {
  return costs.schedule.value[op] * (places.factors.get(costs.rank[op]) ?? 1) * unit;
}

function interruptionsOf(
  program: NoiseProgram,
  { detours }: Noise,
  { seed, lanes, scale }: { readonly seed: number; readonly lanes: number; readonly scale: number },
): Interruptions | null {
  if (detours === null) return null;
  const source = phaseSource(program, detours, seed);
  const shifts = new Float64Array(phasesDrawn(source) * lanes);
  return { cycle: Cycle.of(detours.list, scale, program.unit), source, shifts, first: Number.NaN };
}
