/** Predictions against measured runs as JSON, CSV and text. */
import { spreadOf } from '../../analysis/measured.js';
import type { Validation, ValidationPoint } from '../../analysis/validation.js';
import type { Warning } from '../../errors.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { facts, table } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { nodesText, type Releases, releasesJson } from '../tracer/releases.js';
import { count, inputText } from './input.js';
import { hundredths, scoresJson, signed, worstText } from './measured.js';
import { formatOn } from './solution.js';

/** A file of runs of one program. */
export interface ValidatedRuns {
  readonly file: {
    readonly source: string;
    readonly ranks: number | null;
    readonly program: string | null;
    readonly mpi: string | null;
  };
  readonly found: Validation;
  /** Of runs that were made for this answer. */
  readonly ran: { readonly releases: Releases; readonly warnings: readonly Warning[] } | null;
}

export const validateView = (loaded: LoadedModel, runs: ValidatedRuns): Answer => ({
  json: () => envelopeOf(loaded, validateJson(loaded, runs), warningsOf(loaded, runs)),
  csv: () => validateCsv(runs.found),
  text: () => [inputText(loaded), runsText(runs) + pointsText(runs.found), scoresText(runs.found)].join('\n'),
});

const warningsOf = ({ model }: LoadedModel, { found, ran }: ValidatedRuns) => [
  ...(ran?.warnings ?? []),
  ...model.warningsAt(`each ${found.axis.name}`),
  ...found.warnings,
];

function validateJson({ model }: LoadedModel, { file, found, ran }: ValidatedRuns): Record<string, unknown> {
  const { axis, points, runs, worst } = found;
  return {
    engine: model.engine.name,
    parameter: axis.name,
    measured: {
      source: file.source,
      runs,
      program: file.program,
      mpi: file.mpi,
      ...(ran === null ? {} : { nodes: releasesJson(ran.releases) }),
    },
    points: points.map((point) => pointJson(axis, point)),
    ...scoresJson(found),
    worst: { [`${axis.name}_ns`]: worst.x, error: worst.error },
  };
}

function pointJson(axis: Axis, point: ValidationPoint): Record<string, unknown> {
  const { x, median, min, max, predicted, error, lambda, lambdaBefore } = point;
  return {
    [`${axis.name}_ns`]: x,
    runs: point.count,
    measured_median_ns: median,
    measured_min_ns: min,
    measured_max_ns: max,
    runtime_ns: predicted,
    error,
    lambda: { [axis.name]: lambda },
    lambda_before: { [axis.name]: lambdaBefore },
    measured_slope_before: point.slopeBefore,
    measured_slope_after: point.slopeAfter,
  };
}

function validateCsv({ axis, points }: Validation): CsvTable {
  const header = [
    `${axis.name}_ns`,
    'runs',
    'measured_median_ns',
    'measured_min_ns',
    'measured_max_ns',
    'runtime_ns',
    'error',
    `lambda_${axis.name}`,
    'lambda_before',
    'measured_slope_after',
    'measured_slope_before',
  ];
  return csvTable(
    header,
    points.map((point) => [
      point.x,
      point.count,
      point.median,
      point.min,
      point.max,
      point.predicted,
      point.error,
      point.lambda,
      point.lambdaBefore,
      point.slopeAfter,
      point.slopeBefore,
    ]),
  );
}

/** Which runs are held against the model. */
function runsText({ file, found, ran }: ValidatedRuns): string {
  const named = [file.program, file.mpi].filter((name) => name !== null);
  const of = named.length === 0 ? '' : ` of ${named.join(', ')}`;
  const values = `${found.points.length} ${found.points.length === 1 ? 'value' : 'values'} of ${found.axis.name}`;
  return `${file.source}: ${count(found.runs, 'run')}${of} at ${values}${ran === null ? '' : nodesText(ran.releases)}\n\n`;
}

function pointsText({ axis, points }: Validation): string {
  const heads = [
    { title: axis.name },
    { title: 'measured' },
    { title: 'min–max' },
    { title: 'spread' },
    { title: 'predicted' },
    { title: 'error' },
    { title: `λ_${axis.name}` },
    { title: 'slope measured' },
  ];
  const rows = points.map((point) => [
    formatOn(axis, point.x),
    formatTime(point.median),
    point.count === 1 ? '1 run' : `${formatTime(point.min)}–${formatTime(point.max)}`,
    point.count === 1 ? '' : signed(spreadOf(point)).replace('+', ''),
    formatTime(point.predicted),
    signed(point.error),
    String(point.lambda),
    point.slopeAfter === null ? '' : point.slopeAfter.toFixed(1),
  ]);
  return table(heads, rows);
}

function scoresText(found: Validation): string {
  const { rrmse, rrmseOfMinimum, rmse, rSquared } = found;
  return facts([
    ['RRMSE of the medians', `${hundredths(rrmse)} (RMSE ${formatTime(rmse)})`],
    ['RRMSE of the fastest', hundredths(rrmseOfMinimum)],
    ...(rSquared === undefined ? [] : [['R²', rSquared.toFixed(5)] as const]),
    ['worst point', worstText(found)],
  ]);
}
