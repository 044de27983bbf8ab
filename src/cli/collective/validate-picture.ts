/** The picture of `collective validate`: a panel for every scored cell. */
import { cellOrder, rowsOfCell, type Validation, type ValidationRow } from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import { formatSize } from '../../units/units.js';
import type { Plots } from '../output/plot.js';

/** Panels of a picture that a person can still look at. */
const MOST_PANELS = 150;
/** Space left and right of the panels. */
const MARGIN = 84;

/** Draws small multiples. Throws UsageError for more panels than a person can look at, and for none. */
export function validationPicture(validation: Validation): (plots: Plots) => string {
  const { models, platform } = validation;
  const rows = drawnRows(validation);
  const several = models.length > 1;
  const sizesDrawn = new Set(rows.map(({ bytes }) => bytes)).size;
  if (several && sizesDrawn > 1) {
    throw new UsageError('--plot shows one size or one model', 'choose by --bytes or --model');
  }
  const panels = rows.map((row) => ({
    ...panelOf(validation, row),
    title: `${row.collective} ${row.algorithm} ${row.mapping}${sizesDrawn > 1 ? ` ${formatSize(row.bytes)}` : ''}`,
    note: `${several ? row.model : 'R²'} ${row.rSquared?.toFixed(2) ?? 'unknown'}`,
  }));
  const wide = several || sizesDrawn > 1;
  const size = sizesDrawn === 1 ? `${formatSize(rows[0].bytes)}; ` : '';
  return ({ multiplesPlot }) =>
    multiplesPlot(panels, {
      x: 'processes',
      width: wide ? MARGIN + 2 * 295 : MARGIN + 3 * 262,
      title: `${several ? 'Models' : models[0].name} against measurements`,
      subtitle: `${several ? 'R² behind the model; ' : ''}${size}${platform.name}`,
    });
}

/** Rows with an answer, in the order of their cells. */
function drawnRows({ rows }: Validation): readonly ValidationRow[] {
  const drawn = rows.filter(({ refused }) => refused === undefined);
  if (drawn.length > MOST_PANELS) {
    throw new UsageError(
      `--plot would draw ${drawn.length} panels, more than ${MOST_PANELS}`,
      'choose fewer models, sizes or algorithms',
    );
  }
  if (drawn.length === 0) throw new UsageError('--plot has nothing to draw', 'ask other models');
  return [...drawn].sort((a, b) => cellOrder(a) - cellOrder(b));
}

/** Points of one panel: measured, and predicted at the same numbers of ranks. Times in ns. */
function panelOf({ measured, models }: Validation, row: ValidationRow) {
  const own = rowsOfCell(measured, row);
  const model = models.find(({ name }) => name === row.model);
  const ranks = [...new Set(own.map((one) => one.ranks))].sort((a, b) => a - b);
  return {
    measured: own.map((one) => ({ x: one.ranks, time: one.latencyUs * 1e3 })),
    predicted:
      model === undefined || row.refused !== undefined
        ? []
        : ranks.map((P) => ({
            x: P,
            time: model.predict({ ...row, ranks: P, segments: row.segments }).latencyUs * 1e3,
          })),
  };
}
