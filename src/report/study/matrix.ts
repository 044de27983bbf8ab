/** Which choice is best where: inputs down, machines, networks and mappings across, a colour for each choice. */
import { DIMENSIONS, type Dimension, type StudyCell } from '../../study/cells.js';
import type { Contest } from '../../study/winners.js';
import { escapeText } from '../plots/frame.js';
import type { StudyPageData, StudyView } from './data.js';
import { gainText, shownContests, valueText } from './shown.js';

/** Colours of the page's series; choices beyond share the last. */
const COLOURS = 7;
export const seriesOf = (choice: number): number => Math.min(choice + 1, COLOURS);

/** What stands across: all but inputs and what is compared, as far as there is more than one choice. */
const across = ({ names, compared }: StudyPageData): Dimension[] =>
  DIMENSIONS.filter(
    (dimension) => dimension !== 'input' && dimension !== compared && names[dimension].length > 1,
  );

/** HTML of a table; a sentence where there is nothing to compare. */
export function matrixHtml(data: StudyPageData, view: StudyView): string {
  const found = shownContests(data, view);
  if (found.length === 0) return '<p class="note">Nothing of this can be compared.</p>';
  const columns = distinct(
    found.map(({ cell }) => cell),
    across(data),
  );
  const rows = distinct(
    found.map(({ cell }) => cell),
    ['input'],
  );
  const at = new Map(found.map((contest) => [spot(contest.cell, ['input', ...across(data)]), contest]));
  const body = rows.map(
    (row) =>
      `<tr><th scope="row">${escapeText(data.names.input[row.input])}</th>${columns
        .map((column) =>
          cellHtml(data, view, at.get(spot({ ...column, input: row.input }, ['input', ...across(data)]))),
        )
        .join('')}</tr>`,
  );
  return `<div class="scroll"><table class="matrix"><thead>${headHtml(data, columns)}</thead><tbody>${body.join('')}</tbody></table></div>`;
}

const spot = (cell: StudyCell, dimensions: readonly Dimension[]): string =>
  dimensions.map((dimension) => cell[dimension]).join(' ');

/** The first cell of each place. */
function distinct(cells: readonly StudyCell[], dimensions: readonly Dimension[]): StudyCell[] {
  const found = new Map<string, StudyCell>();
  for (const cell of cells) {
    const key = spot(cell, dimensions);
    if (!found.has(key)) found.set(key, cell);
  }
  return [...found.values()];
}

/** A line for each dimension that stands across. */
function headHtml(data: StudyPageData, columns: readonly StudyCell[]): string {
  const dimensions = across(data);
  if (dimensions.length === 0) return '<tr><th scope="col">input</th><th scope="col">best</th></tr>';
  return dimensions
    .map((dimension, line) => {
      const runs = runsOf(columns, dimensions.slice(0, line + 1));
      const heads = runs.map(
        ({ cell, length }) =>
          `<th scope="colgroup" colspan="${length}">${escapeText(data.names[dimension][cell[dimension]])}</th>`,
      );
      return `<tr><th scope="col">${line === dimensions.length - 1 ? 'input' : ''}</th>${heads.join('')}</tr>`;
    })
    .join('');
}

function runsOf(
  columns: readonly StudyCell[],
  dimensions: readonly Dimension[],
): { cell: StudyCell; length: number }[] {
  const runs: { cell: StudyCell; length: number }[] = [];
  for (const cell of columns) {
    const last = runs.at(-1);
    if (last !== undefined && spot(last.cell, dimensions) === spot(cell, dimensions)) last.length++;
    else runs.push({ cell, length: 1 });
  }
  return runs;
}

function cellHtml(data: StudyPageData, view: StudyView, contest: Contest | undefined): string {
  if (contest === undefined) return '<td class="none">–</td>';
  const quantity = data.quantities[view.quantity];
  if (contest.best.length === 0) return '<td class="alike">all alike</td>';
  const names = contest.best.map((choice) => data.names[data.compared][choice]).join(' = ');
  const title = escapeText(`${names}: ${valueText(contest.value, quantity)}`);
  return `<td class="best series-${seriesOf(contest.best[0])}" title="${title}"><b>${escapeText(shortName(data, contest.best[0]))}</b>${contest.best.length > 1 ? ' =' : ''}<small>${escapeText(gainText(contest, quantity))}</small></td>`;
}

/** Without what all choices begin with, such as `allreduce=`. */
export function shortName({ names, compared }: StudyPageData, choice: number): string {
  const all = names[compared];
  const [prefix] = /^[^=]*=/.exec(all[choice]) ?? [''];
  const shared =
    prefix !== '' && all.filter((name) => name.startsWith(prefix)).length > 1 && !all[choice].includes(',');
  return shared ? all[choice].slice(prefix.length) : all[choice];
}

/** The colour of each choice. */
export const keyHtml = (data: StudyPageData): string =>
  `<p class="study-key">${data.names[data.compared]
    .map((name, i) => `<span><i class="swatch series-${seriesOf(i)}"></i>${escapeText(name)}</span>`)
    .join(' ')}</p>`;
