/** Row by row: which choice is best by each quantity that people decide by, and by how much against the first. */
import { DIMENSIONS, type Dimension } from '../../study/cells.js';
import type { Contest } from '../../study/winners.js';
import { escapeText } from '../plots/frame.js';
import type { StudyPageData, StudyView } from './data.js';
import { gainText, quantityTitle, shownContests, valueText } from './shown.js';

/** Runtime and tolerances: the others say why. */
const DECIDING = /^T$|^Δ/;

export function bestHtml(data: StudyPageData, view: StudyView): string {
  const deciding = data.quantities.flatMap(({ name }, i) => (DECIDING.test(name) ? [i] : []));
  const columns = deciding.map((quantity) => ({
    quantity,
    found: new Map(
      shownContests(data, { ...view, quantity }).map((contest) => [placeOf(data, contest), contest]),
    ),
  }));
  const rows = new Map(columns.flatMap(({ found }) => [...found]));
  if (rows.size === 0) return '<p class="note">Nothing of this can be compared.</p>';
  const keys = keysOf(data);
  const head = [
    ...keys.map((key) => `<th scope="col">${key}</th>`),
    ...deciding.map((i) => `<th scope="col">best by ${escapeText(quantityTitle(data.quantities[i]))}</th>`),
  ];
  const body = [...rows].map(
    ([place, { cell }]) =>
      `<tr>${keys.map((key) => `<td>${escapeText(data.names[key][cell[key]])}</td>`).join('')}${columns
        .map(({ quantity, found }) => `<td>${contestText(data, quantity, found.get(place))}</td>`)
        .join('')}</tr>`,
  );
  return `<div class="scroll"><table class="best-rows"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

/** Inputs, and what there is more than one choice of. */
const keysOf = ({ names, compared }: StudyPageData): Dimension[] =>
  DIMENSIONS.filter(
    (dimension) => dimension !== compared && (dimension === 'input' || names[dimension].length > 1),
  );

const placeOf = (data: StudyPageData, { cell }: Contest): string =>
  keysOf(data)
    .map((key) => cell[key])
    .join(' ');

function contestText(data: StudyPageData, quantity: number, contest: Contest | undefined): string {
  if (contest === undefined) return '–';
  if (contest.best.length === 0) return 'all alike';
  const names = contest.best.map((choice) => data.names[data.compared][choice]).join(' = ');
  const value = valueText(contest.value, data.quantities[quantity]);
  return escapeText(`${names}: ${value}, ${gainText(contest, data.quantities[quantity])}`);
}
