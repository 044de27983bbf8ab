/**
 * Sources of noise: jitter of latencies, noise of computations, and certain delays; and the noise of a row in all lanes,
 * recomputed on demand.
 */
import type { Machine } from '../machine/machine.js';
import { Cycle, type Detours, drawPhases, type PhaseSource, phaseSource, phasesDrawn } from './detours.js';
import { ITEM, latenciesOf, type NoisePlaces, type NoiseProgram } from './noise-program.js';
import { type Adder, DRAW, drawWords, type Sampler } from './sampling.js';

/** A rank with a certain delay: `ns` at its beginning, and a share of all its computation. */
export interface Delay {
  readonly rank: number;
  readonly ns: number;
  readonly share: number;
}

/** Noise of a program. */
export interface Noise {
  /** By name of a latency class: ns added to each latency, drawn independently. */
  readonly jitter: ReadonlyMap<string, Sampler>;
  /** The factor of each computation, of mean 1; null: none. */
  readonly computation: Sampler | null;
  /** Interruptions of computations, with a random phase per rank; `together`: the same for all. */
  readonly detours: { readonly list: Detours; readonly together: boolean } | null;
  readonly delays: readonly Delay[];
}

/** [latency classes of the machine] jitter of each; null: none. */
export const jitterOf = ({ network }: Machine, { jitter }: Noise): (Sampler | null)[] =>
  network.latencies.map(({ name }) => jitter.get(name) ?? null);

/** The parts of a program with noise. */
export function placesOf(machine: Machine, noise: Noise): NoisePlaces {
  const begins = new Map<number, number>();
  const factors = new Map<number, number>();
  for (const { rank, ns, share } of noise.delays) {
    begins.set(rank, (begins.get(rank) ?? 0) + ns);
    factors.set(rank, (factors.get(rank) ?? 1) * (1 + share));
  }
  return {
    computation: noise.computation !== null || noise.detours !== null,
    latency: jitterOf(machine, noise).map((one) => one !== null),
    begins,
    factors,
  };
}

/** Whether anything is random. */
export const isDrawn = ({ jitter, computation, detours }: Noise): boolean =>
  jitter.size > 0 || computation !== null || detours !== null;

/** Resolution of computation factors: finer than the effect on a computation, coarser than the precision of a double at 1. */
export const FACTOR_PARTS = 2 ** 40;

/** Phases of all ranks in the lanes from `first` on. */
interface Interruptions {
  readonly cycle: Cycle;
  readonly source: PhaseSource;
  readonly shifts: Float64Array;
  first: number;
}

/** The noise of a row in all lanes, recomputed on demand; only phases are stored. */
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

  /** `lanes`: how many at once, a multiple of 4. `scale`: factor of all deviations. */
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

  /** Adds the noise of row `r` to `ends`, its ends without noise in the lanes from `first` on; 1/unit ns. */
  addTo(ends: Float64Array, r: number, first: number): void {
    const { item, op } = this.#program;
    if (item[r] === ITEM.computation) this.#compute(ends, op[r], first);
    else this.#pay(ends, r, first);
  }

  /** The latencies of a message, each drawn independently. */
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

  /** `#factors` holds the noise of the computation without detours, 1/unit ns, and receives it with detours. */
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

/** Duration of a computation without noise, 1/unit ns. */
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
