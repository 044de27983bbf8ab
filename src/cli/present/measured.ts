/** What measured runs say of a prediction, in a line and in JSON, beside another answer. */
import type { Validation } from '../../analysis/validation.js';
import { count } from './input.js';
import { formatOn } from './solution.js';

/** Two decimals: `1.41 %`. */
export const hundredths = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** One decimal and a sign: `+1.4 %`; zero has none. */
export function signed(share: number): string {
  const text = (100 * share).toFixed(1);
  return `${share > 0 && Number(text) !== 0 ? '+' : ''}${text.replace(/^-(0\.0)$/, '$1')} %`;
}

export function worstText({ axis, worst }: Validation): string {
  return `${signed(worst.error)} at ${formatOn(axis, worst.x)}`;
}

/** Runs of a file, and what the model says of them. */
export interface MeasuredAnswer {
  readonly file: { readonly source: string };
  readonly found: Validation;
}

export function measuredText({ found, file }: MeasuredAnswer): string {
  const { axis, points, rrmse, rSquared, runs } = found;
  const squared = rSquared === undefined ? '' : `, R² ${rSquared.toFixed(5)}`;
  const values = points.length === 1 ? 'value' : 'values';
  return `${file.source}: ${count(runs, 'run')} at ${points.length} ${values} of ${axis.name}, RRMSE of the medians ${hundredths(rrmse)}${squared}, worst ${worstText(found)}\n`;
}

/** The scores, without the points. */
export function scoresJson({ rrmse, rrmseOfMinimum, rmse, rSquared }: Validation): Record<string, unknown> {
  return {
    rrmse,
    rrmse_of_minimum: rrmseOfMinimum,
    rmse_ns: rmse,
    r_squared: rSquared ?? null,
  };
}

export function measuredJson({ found, file }: MeasuredAnswer): Record<string, unknown> {
  return { source: file.source, runs: found.runs, values: found.points.length, ...scoresJson(found) };
}
