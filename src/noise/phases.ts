/** Where in the cycle of its detours a rank is when a run begins: drawn once for each rank and run. */
import { NONE } from '../schedule/columns.js';
import type { Cycle } from './cycle.js';
import { DRAW, drawWords } from './draws.js';
import type { NoiseProgram } from './program.js';

/** Words of 32 bits, to make numbers of [0, 1) of them. */
const WORDS = 2 ** 32;

/** Which cycles there are, each with a phase of its own, and with what seed they are drawn. */
export interface PhaseSource {
  /** One for each rank, or, `together`, one for all. */
  readonly ranks: number;
  readonly together: boolean;
  readonly seed: number;
}

export const phaseSource = (
  { costs }: NoiseProgram,
  { together }: { readonly together: boolean },
  seed: number,
): PhaseSource => ({ ranks: costs.schedule.ranks, together, seed });

/** How many phases a run draws. */
export const phasesDrawn = ({ ranks, together }: PhaseSource): number => (together ? 1 : ranks);

/** Fills `out`, [phases × lanes], with the shifts of times in the lanes from `first` on, a multiple of 4. */
export function drawPhases(out: Float64Array, cycle: Cycle, source: PhaseSource, first: number): void {
  const phases = phasesDrawn(source);
  const words = new Int32Array(out.length / phases);
  for (let i = 0; i < phases; i++) {
    drawWords(words, first, source.seed, DRAW.phase, source.together ? NONE : i);
    for (const [k, word] of words.entries())
      out[i * words.length + k] = cycle.shift(((word >>> 0) / WORDS) * cycle.period);
  }
}
