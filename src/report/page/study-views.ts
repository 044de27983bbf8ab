/** The content of a study's page, and its views: the best choice by place, panels with a bar for each cell, rows. */
import { DIMENSIONS, type Dimension, type StudyCell } from '../../study/study-cells.js';
import { type Contest, contests, type StudyQuantity, type StudyValue } from '../../study/study-table.js';
import { formatGapPerByte, formatTime } from '../../units.js';
import { escapeText } from '../plots/frame.js';
import { percent, plain } from '../plots/scales.js';

/** Cells with the same failure. */
export interface FailedGroup {
  readonly exit: number;
  readonly message: string;
  /** Command lines. */
  readonly commands: readonly string[];
}

/** Inputs whose ranks occupy the same part of a network. */
export interface OccupiedGroup {
  readonly network: string;
  /** `packed: 4 ranks on 1 of 80 switches, pod and core wires unused`. */
  readonly text: string;
  readonly inputs: readonly string[];
}

export interface StudyPageData {
  readonly name: string;
  /** Of llamp-ts. */
  readonly version: string;
  /** Names of the choices of each dimension. */
  readonly names: Readonly<Record<Dimension, readonly string[]>>;
  /** The dimension whose choices are compared. */
  readonly compared: Dimension;
  readonly quantities: readonly StudyQuantity[];
  /** [cells][dimensions] choices, in the order of the dimensions; computed cells only. */
  readonly cells: readonly (readonly number[])[];
  /** [cells][quantities] */
  readonly values: readonly (readonly StudyValue[])[];
  /** Empty if no cell has a topology. */
  readonly occupied: readonly OccupiedGroup[];
  readonly missing: number;
  readonly failed: readonly FailedGroup[];
  /** Cells with algorithms that their machine cannot price, which have no values, and the reasons. */
  readonly unpriced: { readonly cells: number; readonly reasons: readonly string[] };
}

/** The selection: a quantity, and in each dimension one choice or all (null). */
export interface StudyView {
  readonly quantity: number;
  readonly only: Readonly<Record<Dimension, number | null>>;
}

/** Everything, by the first quantity. */
export const WHOLE_VIEW: StudyView = {
  quantity: 0,
  only: { input: null, machine: null, collectives: null, network: null, mapping: null, question: null },
};

// Cells of a view, and values as text.

interface ShownCell {
  readonly cell: StudyCell;
  readonly value: StudyValue;
}

const cellOf = ([input, machine, collectives, network, mapping, question]: readonly number[]): StudyCell => ({
  ...{ input, machine, collectives, network, mapping, question },
});

/** Cells of a view, with their values of its quantity; those without one are omitted. */
function shownCells({ cells, values }: StudyPageData, { quantity, only }: StudyView): ShownCell[] {
  return cells.flatMap((choices, i) => {
    const cell = cellOf(choices);
    const value = values[i][quantity] ?? null;
    const shown = DIMENSIONS.every(
      (dimension) => only[dimension] === null || only[dimension] === cell[dimension],
    );
    return shown && value !== null ? [{ cell, value }] : [];
  });
}

/** Contests of a view. The compared dimension is never restricted, because a contest needs all its choices. */
export function shownContests(data: StudyPageData, view: StudyView): Contest[] {
  const { compared, quantities } = data;
  const quantity = quantities[view.quantity];
  if (quantity === undefined) return [];
  const cells = shownCells(data, { ...view, only: { ...view.only, [compared]: null } });
  return contests(
    cells.map(({ cell }) => cell),
    cells.map(({ value }) => value),
    compared,
    quantity.better,
  );
}

function valueText(value: number | 'unlimited', { unit }: StudyQuantity): string {
  if (value === 'unlimited' || value === Number.POSITIVE_INFINITY) return 'unlimited';
  switch (unit) {
    case 'ns':
      return formatTime(value);
    case 'ns/B':
      return formatGapPerByte(value);
    case 'share':
      return percent(value);
    case 'count':
      return plain(value);
  }
}

/** Gain of the best relative to the first, or the loss of the second best if the first is the best. */
function gainText({ best, gain, margin }: Contest, { better }: StudyQuantity): string {
  if (best.length === 0) return 'all equal';
  const worse = better === 'less' ? 'more' : 'less';
  if (gain === 0) return Number.isFinite(margin) ? `next ${shortPercent(margin)} ${worse}` : `next ${worse}`;
  if (!Number.isFinite(gain)) return `${better} than the first`;
  return `${shortPercent(gain)} ${better} than the first`;
}

/** Two digits are enough in a table. */
const shortPercent = (share: number): string =>
  share * 100 < 0.01 ? '< 0.01 %' : `${plain(share * 100, share < 0.1 ? 2 : 3)} %`;

/** A tolerance is relative to the runtime of its own cell, which differs between cells. */
export const quantityTitle = ({ name }: StudyQuantity): string =>
  name.startsWith('Δ') ? `${name} (of its own T)` : name;

// The best choices: rows are inputs, columns are machines, networks and mappings, with a colour for each choice.

/** Colours of the page's series; further choices share the last. */
const COLOURS = 7;
const seriesOf = (choice: number): number => Math.min(choice + 1, COLOURS);

/** Dimensions across: all with more than one choice, except inputs and the compared one. */
const across = ({ names, compared }: StudyPageData): Dimension[] =>
  DIMENSIONS.filter(
    (dimension) => dimension !== 'input' && dimension !== compared && names[dimension].length > 1,
  );

/** HTML of a table; a sentence if there is nothing to compare. */
export function matrixHtml(data: StudyPageData, view: StudyView): string {
  const found = shownContests(data, view);
  if (found.length === 0) return '<p class="note">The selection has nothing to compare.</p>';
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

/** A line for each dimension across. */
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
  if (contest.best.length === 0) return '<td class="alike">all equal</td>';
  const names = contest.best.map((choice) => data.names[data.compared][choice]).join(' = ');
  const title = escapeText(`${names}: ${valueText(contest.value, quantity)}`);
  return `<td class="best series-${seriesOf(contest.best[0])}" title="${title}"><b>${escapeText(shortName(data, contest.best[0]))}</b>${contest.best.length > 1 ? ' =' : ''}<small>${escapeText(gainText(contest, quantity))}</small></td>`;
}

/** Without the common prefix of all choices, such as `allreduce=`. */
function shortName({ names, compared }: StudyPageData, choice: number): string {
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

// Small multiples: a panel for each input and machine, a bar for each cell.

/** The title of a panel. */
const PANEL: readonly Dimension[] = ['input', 'machine'];
/** The longest bar, in percent of the available width. */
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

/** Distance of a value from the best one. */
function behind(value: number, best: number): string {
  if (!Number.isFinite(best) || best === 0) return 'less';
  return value > best ? `+${shortPercent(value / best - 1)}` : `−${shortPercent(1 - value / best)}`;
}

// Row by row: the best choice by the main quantities, and its gain relative to the first.

/** Runtime and tolerances; other quantities explain them. */
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
  if (rows.size === 0) return '<p class="note">The selection has nothing to compare.</p>';
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

/** Inputs, and dimensions with more than one choice. */
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
  if (contest.best.length === 0) return 'all equal';
  const names = contest.best.map((choice) => data.names[data.compared][choice]).join(' = ');
  const value = valueText(contest.value, data.quantities[quantity]);
  return escapeText(`${names}: ${value}, ${gainText(contest, data.quantities[quantity])}`);
}
