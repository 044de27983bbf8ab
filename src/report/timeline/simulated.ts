/** What every rank does over time in a simulation, reduced to bins: what its CPUs do is heard while it is played. */
import { CALC, type Schedule } from '../../schedule/schedule.js';
import type { Listener } from '../../simulation/simulation.js';
import { Binning } from './binning.js';
import type { Occupancy, OccupancySize } from './occupancy.js';

export class SimulatedOccupancy {
  readonly #binning: Binning;
  readonly #lanes: number;
  readonly #ranksPerLane: number;
  readonly #ranks: number;
  readonly #bins: number;
  /** Told of all that CPUs do. */
  readonly listener: Listener;

  /** On [0, runtime], ns; lanes of ranks beside each other. */
  constructor({ ranks, kind }: Schedule, runtime: number, { lanes, bins }: OccupancySize) {
    const ranksPerLane = Math.ceil(ranks / lanes);
    this.#ranks = ranks;
    this.#ranksPerLane = ranksPerLane;
    this.#lanes = Math.ceil(ranks / ranksPerLane);
    this.#bins = bins;
    const binning = new Binning(this.#lanes, bins, runtime);
    this.#binning = binning;
    this.listener = (op, rank, start, end) => {
      const into = kind[op] === CALC ? binning.computation : binning.overhead;
      binning.add(into, Math.floor(rank / ranksPerLane), start, end);
    };
  }

  /** Of what was heard. `ends`: [ranks] when each is done, ns. */
  of(ends: Float64Array): Occupancy {
    const ranksPerLane = this.#ranksPerLane;
    const end = new Float64Array(this.#lanes);
    for (const [rank, at] of ends.entries()) {
      const lane = Math.floor(rank / ranksPerLane);
      if (at > end[lane]) end[lane] = at;
    }
    const shares = this.#binning.shares(this.#ranks, ranksPerLane);
    return { lanes: this.#lanes, ranksPerLane, bins: this.#bins, end, ...shares };
  }
}
