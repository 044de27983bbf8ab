/** Predictions held against measured runs: the answer, its picture, and the gate. */
import { exactCurve } from '../../analysis/exact-curve.js';
import type { Model } from '../../analysis/model.js';
import type { Validation } from '../../analysis/validation.js';
import type { ValidateFlags } from '../flags/validate.js';
import { measuredPoints } from '../input/measured.js';
import type { Answer } from '../output/answer.js';
import { GateNotMet } from '../output/gate.js';
import type { Plots } from '../output/plot.js';
import type { LoadedModel } from '../pipeline/pipeline.js';
import { hundredths, worstText } from '../present/measured.js';
import { validateView } from '../present/validate.js';
import { type HeldRuns, heldRuns } from './measured.js';
import type { Ran } from './validate-run.js';

/** `unmet`: what is said where the gate was not met; null: it was, or there is none. */
export interface ValidateAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => Promise<string>;
  readonly unmet: GateNotMet | null;
}

/** What a prediction is held against. */
export interface Held {
  /** File of the runs. */
  readonly measured: string;
  /** Largest RRMSE that passes; null: every one does. */
  readonly gate: number | null;
  /** Where the runs were made for this answer. */
  readonly ran?: Ran;
}

/** Throws InputError of the measured runs. */
export async function validateAnswer(
  loaded: LoadedModel,
  { measured, gate, ran }: Held,
  flags: ValidateFlags,
): Promise<ValidateAnswer> {
  const { model } = loaded;
  const held = await heldRuns(measured, model, model.latency, {
    ...loaded,
    ...flags,
    injected: ran !== undefined,
  });
  return {
    answer: validateView(loaded, { ...held, ran: ran ?? null }),
    picture: (plots) => drawn(plots, model, held),
    unmet: unmetGate(gate, held.found),
  };
}

/** The curve from the lowest to the highest measured latency, with the runs. */
async function drawn({ curvePlot }: Plots, model: Model, { file, found }: HeldRuns): Promise<string> {
  const values = found.points.map(({ x }) => x);
  const curve = await exactCurve(model, values[0], values[values.length - 1]);
  return curvePlot(curve, {
    title: 'Runtime over latency: predicted and measured',
    remark: `RRMSE ${hundredths(found.rrmse)}, worst ${worstText(found)}`,
    percents: [],
    measured: measuredPoints(file),
  });
}

function unmetGate(gate: number | null, { rrmse }: Validation): GateNotMet | null {
  if (gate === null || rrmse <= gate) return null;
  return new GateNotMet(
    `RRMSE of the medians is ${hundredths(rrmse)}, above the gate of ${hundredths(gate)}`,
  );
}
