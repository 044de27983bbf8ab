/** The picture of `collective validate`: a panel for every scored cell. */
import { cellOrder, rowsOfCell, type Validation, type ValidationRow } from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import { formatSize } from '../../units/units.js';
import type { Plots } from '../output/plot.js';

/** Panels of a picture that a person can still look at. */
const MOST_PANELS = 150;
/** Space left and right of the panels; width of one, and what a size or several scores over it take. */
const MARGIN = 84;
const PANEL = 262;
const MORE = 48;
/** One for each mapping. */
const COLUMNS = 3;

/** Draws small multiples. Throws UsageError for more panels than a person can look at, and for none. */
export function validationPicture(validation: Validation): (plots: Plots) => string {
  const { models, platform } = validation;
  const cells = drawnCells(validation);
  const several = models.length > 1;
  const sizesDrawn = new Set(cells.map(([{ bytes }]) => bytes)).size;
  const panels = cells.map((rows) => ({
    ...panelOf(validation, rows),
    title: titleOf(rows[0], sizesDrawn > 1),
    note: `R² ${rows.map(({ rSquared }) => rSquared?.toFixed(2).replace('-', '−') ?? '–').join(', ')}`,
  }));
  const size = sizesDrawn === 1 ? `${formatSize(cells[0][0].bytes)}; ` : '';
  return ({ multiplesPlot }) =>
    multiplesPlot(panels, {
      x: 'processes',
      columns: COLUMNS,
      width: MARGIN + COLUMNS * (PANEL + (several ? MORE : 0) + (sizesDrawn > 1 ? MORE : 0)),
      title: `${several ? 'Models' : models[0].name} against measurements`,
      subtitle: `${size}${platform.name}${several ? '; R² in the order of the key' : ''}`,
    });
}

const titleOf = ({ collective, algorithm, mapping, bytes }: ValidationRow, sized: boolean): string =>
  `${collective} ${algorithm} ${mapping}${sized ? ` ${formatSize(bytes)}` : ''}`;

/** Cells that some model answers, in their order: one row a model, in the order of the models. */
function drawnCells({ rows }: Validation): readonly (readonly ValidationRow[])[] {
  const orders = [...new Set(rows.map(cellOrder))].sort((a, b) => a - b);
  const drawn = orders
    .map((order) => rows.filter((row) => cellOrder(row) === order))
    .filter((own) => own.some(({ refused }) => refused === undefined));
  if (drawn.length > MOST_PANELS) {
    throw new UsageError(
      `--plot would draw ${drawn.length} panels, more than ${MOST_PANELS}`,
      'choose fewer sizes or algorithms',
    );
  }
  if (drawn.length === 0) throw new UsageError('--plot has nothing to draw', 'ask other models');
  return drawn;
}

/** Points of one panel: measured, and predicted by each model at the same numbers of ranks. Times in ns. */
function panelOf({ measured, models }: Validation, rows: readonly ValidationRow[]) {
  const own = rowsOfCell(measured, rows[0]);
  const ranks = [...new Set(own.map((one) => one.ranks))].sort((a, b) => a - b);
  return {
    measured: own.map((one) => ({ x: one.ranks, time: one.latencyUs * 1e3 })),
    predicted: [],
    models: rows.map((row) => ({ name: row.model, predicted: predictedBy(models, row, ranks) })),
  };
}

function predictedBy(models: Validation['models'], row: ValidationRow, ranks: readonly number[]) {
  const model = models.find(({ name }) => name === row.model);
  if (model === undefined || row.refused !== undefined) return [];
  return ranks.map((P) => ({ x: P, time: model.predict({ ...row, ranks: P }).latencyUs * 1e3 }));
}
