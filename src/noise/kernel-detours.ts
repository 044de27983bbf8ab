/** Detours and their phases as columns that kernels read. */
import type { Arena } from '../kernels/arena.js';
import { KERNEL_LANES, type LaneDetours, type LaneSteps, placeOfLane } from '../kernels/lanes.js';
import { Cycle, partsOf, type Steps } from './cycle.js';
import type { Detours } from './detours.js';
import { drawPhases, type PhaseSource, phasesDrawn } from './phases.js';

/** Bytes of each of the columns. */
export function detourBytes({ list }: Detours, source: PhaseSource): number[] {
  const steps = 8 * (list.length + 2);
  const guide = 4 * (partsOf(list.length + 1) + 1);
  return [steps, steps, steps, guide, guide, 8 * phasesDrawn(source) * KERNEL_LANES];
}

export class KernelDetours {
  readonly #detours: Detours;
  readonly #source: PhaseSource;
  readonly #lost: Float64Array;
  readonly #begins: Placed;
  readonly #worked: Placed;
  readonly #shifts: Float64Array;

  constructor(arena: Arena, detours: Detours, source: PhaseSource) {
    const steps = detours.list.length + 2;
    const placed = (): Placed => ({ column: arena.f64(steps), guide: arena.u32(partsOf(steps - 1) + 1) });
    this.#detours = detours;
    this.#source = source;
    this.#lost = arena.f64(steps);
    this.#begins = placed();
    this.#worked = placed();
    this.#shifts = arena.f64(phasesDrawn(source) * KERNEL_LANES);
  }

  /** Those of the lanes from `first` on, each `scale` times as long, in 1/`unit` ns. */
  at(first: number, scale: number, unit: number): LaneDetours {
    const cycle = Cycle.of(this.#detours, scale, unit);
    const { period, whole, only } = cycle;
    this.#lost.set(cycle.lost);
    this.#drawShifts(cycle, first);
    return {
      ...{ period, whole, only, lost: this.#lost, shifts: this.#shifts, together: this.#source.together },
      begins: placedAs(this.#begins, cycle.begins),
      worked: placedAs(this.#worked, cycle.worked),
    };
  }

  #drawShifts(cycle: Cycle, first: number): void {
    const drawn = new Float64Array(this.#shifts.length);
    drawPhases(drawn, cycle, this.#source, first);
    for (const [i, shift] of drawn.entries()) {
      const lane = i % KERNEL_LANES;
      this.#shifts[i - lane + placeOfLane(lane)] = shift;
    }
  }
}

/** Room for steps. */
type Placed = Omit<LaneSteps, 'parts'>;

function placedAs({ column, guide }: Placed, steps: Steps): LaneSteps {
  column.set(steps.column);
  guide.set(steps.guide);
  return { column, guide, parts: steps.parts };
}
