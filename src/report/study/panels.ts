/** Small multiples: a panel for each input and machine, a bar for each cell. */
import { DIMENSIONS, type Dimension, type StudyCell } from '../../study/cells.js';
import type { StudyQuantity } from '../../study/quantities.js';
import { escapeText } from '../plots/frame.js';
import type { StudyPageData, StudyView } from './data.js';
import { seriesOf, shortName } from './matrix.js';
import { type ShownCell, shortPercent, shownCells, valueText } from './shown.js';

/** What names a panel. */
const PANEL: readonly Dimension[] = ['input', 'machine'];
/** The longest bar, in percent of the room that there is. */
const LONGEST = 100;

export function panelsHtml(data: StudyPageData, view: StudyView): string {
  const panels = grouped(shownCells(data, view), PANEL);
  return `<div class="panels">${panels.map((cells) => panelHtml(data, view, cells)).join('')}</div>`;
}

function grouped(cells: readonly ShownCell[], dimensions: readonly Dimension[]): ShownCell[][] {
  const found = new Map<string, ShownCell[]>();
  for (const one of cells) {
    const key = dimensions.map((dimension) => one.cell[dimension]).join(' ');
    const group = found.get(key);
    if (group === undefined) found.set(key, [one]);
    else group.push(one);
  }
  return [...found.values()];
}

const finite = ({ value }: ShownCell): number =>
  typeof value === 'number' ? value : Number.POSITIVE_INFINITY;

function panelHtml(data: StudyPageData, view: StudyView, cells: readonly ShownCell[]): string {
  const [{ cell }] = cells;
  const lines = DIMENSIONS.filter(
    (dimension) =>
      !PANEL.includes(dimension) && dimension !== data.compared && data.names[dimension].length > 1,
  );
  const longest = Math.max(0, ...cells.map(finite).filter(Number.isFinite));
  const title = [
    data.names.input[cell.input],
    ...(data.names.machine.length > 1 ? [data.names.machine[cell.machine]] : []),
  ];
  const groups = grouped(cells, lines).map((group) =>
    groupHtml(data, data.quantities[view.quantity], group, lines, longest),
  );
  return `<figure><figcaption>${escapeText(title.join(' · '))}</figcaption>${groups.join('')}</figure>`;
}

function groupHtml(
  data: StudyPageData,
  quantity: StudyQuantity,
  group: readonly ShownCell[],
  lines: readonly Dimension[],
  longest: number,
): string {
  const label = nameOf(data, group[0].cell, lines);
  const best = quantity.better === 'less' ? Math.min(...group.map(finite)) : Math.max(...group.map(finite));
  const bars = group.map((one) => barHtml(data, quantity, one, best, longest));
  return `${label === '' ? '' : `<p>${escapeText(label)}</p>`}${bars.join('')}`;
}

const nameOf = (data: StudyPageData, cell: StudyCell, dimensions: readonly Dimension[]): string =>
  dimensions.map((dimension) => data.names[dimension][cell[dimension]]).join(' · ');

function barHtml(
  data: StudyPageData,
  quantity: StudyQuantity,
  { cell, value }: ShownCell,
  best: number,
  longest: number,
): string {
  const choice = cell[data.compared];
  const own = value === null ? 'unlimited' : value;
  const number = own === 'unlimited' ? Number.POSITIVE_INFINITY : own;
  const width = Number.isFinite(number) && longest > 0 ? (number / longest) * LONGEST : LONGEST;
  const name = shortName(data, choice);
  const title = `${data.names[data.compared][choice]}: ${valueText(own, quantity)}`;
  const text =
    number === best ? `<b>${escapeText(valueText(own, quantity))}</b>` : escapeText(behind(number, best));
  return `<div class="cell-bar" title="${escapeText(title)}"><span>${escapeText(name)}</span><i class="series-${seriesOf(choice)}" style="--part:${width.toFixed(2)}"></i><span class="number">${text}</span></div>`;
}

/** How far a value is from the best one. */
function behind(value: number, best: number): string {
  if (!Number.isFinite(best) || best === 0) return 'less';
  return value > best ? `+${shortPercent(value / best - 1)}` : `−${shortPercent(1 - value / best)}`;
}
