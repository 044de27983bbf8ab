/** The noise of a row in all lanes, made anew whenever it is asked for: nothing is stored. */
import { NONE } from '../schedule/columns.js';
import { DRAW, drawWords } from './draws.js';
import type { Detours } from './detours.js';
import { ITEM, type NoiseProgram } from './program.js';
import type { Sampler } from './sampler.js';
import { jitterOf, type Noise } from './sources.js';

/** Uniform numbers of 32 bits as numbers of [0, 1). */
const WORDS = 2 ** 32;

export class RowNoise {
  readonly #program: NoiseProgram;
  readonly #seed: number;
  readonly #scale: number;
  readonly #jitter: readonly (Sampler | null)[];
  readonly #computation: Sampler | null;
  readonly #detours: Detours | null;
  readonly #together: boolean;
  readonly #words: Int32Array;

  /** `lanes`: how many at once, a multiple of 4. `scale`: what all deviations are multiplied by. */
  constructor(program: NoiseProgram, noise: Noise, seed: number, lanes: number, scale: number) {
    this.#program = program;
    this.#seed = seed;
    this.#scale = scale;
    this.#jitter = jitterOf(program.costs.machine, noise);
    this.#computation = noise.computation;
    this.#detours = noise.detours?.list.scaled(scale) ?? null;
    this.#together = noise.detours?.together ?? false;
    this.#words = new Int32Array(lanes);
  }

  /**
   * What row `r` takes longer in the lanes from `first` on, into `out`, whole numbers of 1/unit ns. `starts`: when a
   * computation of it starts in each lane, in the same unit.
   */
  fill(out: Float64Array, r: number, first: number, starts: Float64Array): void {
    const { item, op, unit } = this.#program;
    out.fill(0);
    if (item[r] === ITEM.computation) this.#compute(out, op[r], first, starts);
    else this.#pay(out, op[r], item[r] === ITEM.toMeeting, first);
    for (let k = 0; k < out.length; k++) out[k] = Math.floor(out[k] * unit + 0.5);
  }

  /** The latencies of a message, each drawn for itself; those behind the meeting come after those before it. */
  #pay(out: Float64Array, send: number, toMeeting: boolean, first: number): void {
    const { costs } = this.#program;
    const { sendToMeet, data, sendEnd } = costs.of(send);
    const before = toMeeting ? 0 : sendToMeet.latencies;
    const own = toMeeting ? sendToMeet.latencies : data.latencies || (sendEnd?.latencies ?? 0);
    const { counts } = costs.machine.network.routes[costs.route(send)];
    for (let group = 0; group < counts.length; group++) {
      const sampler = this.#jitter[group];
      if (sampler === null) continue;
      for (let index = before * counts[group]; index < (before + own) * counts[group]; index++) {
        drawWords(this.#words, this.#seed, { kind: DRAW.latency, of: send, group, index }, first);
        sampler.addTo(out, this.#words, this.#scale);
      }
    }
  }

  #compute(out: Float64Array, op: number, first: number, starts: Float64Array): void {
    const work = this.workOf(op);
    if (this.#computation !== null) {
      drawWords(this.#words, this.#seed, { kind: DRAW.computation, of: op, group: 0, index: 0 }, first);
      this.#computation.addTo(out, this.#words, 1);
      for (let k = 0; k < out.length; k++) out[k] = work * Math.max(this.#scale * (out[k] - 1), -1);
    }
    if (this.#detours !== null) this.#interrupt(this.#detours, out, op, first, starts);
  }

  #interrupt(detours: Detours, out: Float64Array, op: number, first: number, starts: Float64Array): void {
    const { costs, unit } = this.#program;
    const work = this.workOf(op);
    const of = this.#together ? NONE : costs.rank[op];
    drawWords(this.#words, this.#seed, { kind: DRAW.phase, of, group: 0, index: 0 }, first);
    for (let k = 0; k < out.length; k++) {
      const phase = ((this.#words[k] >>> 0) / WORDS) * detours.period;
      out[k] += detours.added(starts[k] / unit, work + out[k], phase);
    }
  }

  /** Of a computation without noise, ns; a delay of its rank is in it, as in the row. */
  workOf(op: number): number {
    const { costs, places } = this.#program;
    return costs.schedule.value[op] * (places.factors.get(costs.rank[op]) ?? 1);
  }
}
