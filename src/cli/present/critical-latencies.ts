/** The critical values of a curve as JSON, CSV and text. */
import type { CurveMethod } from '../../analysis/exact-curve.js';
import { type CriticalValue, type Curve, criticalValues } from '../../analysis/piecewise.js';
import type { Answer } from '../output/answer.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { criticalCsv, criticalJson, criticalRows, criticalText } from './curve.js';
import { count, inputText, machineText } from './input.js';
import { formatOn } from './solution.js';

export function criticalView(loaded: LoadedModel, method: CurveMethod, curve: Curve): Answer {
  const { axis } = curve;
  const values = criticalValues(curve);
  const warnings = [...loaded.model.warningsAt(`each ${axis.name}`), ...(curve.warnings ?? [])];
  return {
    json: () => envelopeOf(loaded, valuesJson(method, curve, values), warnings),
    csv: () => criticalCsv(axis, values),
    text: () => `${inputText(loaded)}\n${headText(curve, values.length)}\n\n${criticalText(axis, values)}`,
    shared: () => ({ head: machineText(loaded.resolved), ...criticalRows(curve) }),
  };
}

function valuesJson(
  method: CurveMethod,
  { axis, pieces, lambdaAfter }: Curve,
  values: readonly CriticalValue[],
): Record<string, unknown> {
  return {
    method,
    parameter: axis.name,
    critical_latencies: values.map((value) => criticalJson(axis, value)),
    lambda_at_start: pieces[0].lambda,
    lambda_at_end: lambdaAfter,
  };
}

function headText({ axis, low, high, pieces, lambdaAfter }: Curve, found: number): string {
  const span = `${formatOn(axis, low)} to ${formatOn(axis, high)}`;
  return `${count(found, 'critical value')} of ${axis.name} from ${span}; λ from ${pieces[0].lambda} to ${lambdaAfter}`;
}
