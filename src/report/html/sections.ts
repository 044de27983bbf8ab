/** The parts of the page that need no script: they are complete on paper and for a reader without one. */
import { formatTime } from '../../units/units.js';
import { comparePlot } from '../plots/compare.js';
import { escapeText } from '../plots/frame.js';
import { percent, plain } from '../plots/numbers.js';
import { PAGE } from '../plots/palette.js';
import type { ComparedVariant, ReportData, ReportTolerance } from './data.js';

/** Rows of cells as a table; the first cell of each row names it. */
function table(head: readonly string[], rows: readonly (readonly string[])[], numbersFrom = 1): string {
  const kind = (i: number): string => (i >= numbersFrom ? ' class="number"' : '');
  const headCells = head.map((text, i) => `<th scope="col"${kind(i)}>${escapeText(text)}</th>`).join('');
  const body = rows.map(([name, ...cells]) => {
    const data = cells.map((text, i) => `<td${kind(i + 1)}>${escapeText(text)}</td>`).join('');
    return `<tr><th scope="row">${escapeText(name)}</th>${data}</tr>`;
  });
  return `<div class="scroll"><table><thead><tr>${headCells}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

export function toleranceText({ delta, beyond }: ReportTolerance, reach: number): string {
  if (beyond) return `more than ${formatTime(reach)}`;
  return delta === null ? 'unlimited' : formatTime(delta);
}

/** The tolerances as cards, each a button that moves the page there. */
export function toleranceCards(data: ReportData): string {
  const reach = data.curve.high - data.curve.base;
  const cards = data.tolerance.map(
    (one, i) =>
      `<li class="zone-${Math.min(i, 2) + 1}">${escapeText(plain(one.percent))} % slower at<b>+${escapeText(toleranceText(one, reach))}${data.curve.wires ? ' per wire' : ''}</b></li>`,
  );
  return `<ul class="cards" aria-label="latency tolerance">${cards.join('')}</ul>`;
}

export function inputSection(data: ReportData): string {
  const { input } = data;
  const rows: [string, string][] = [
    ['input', input.source],
    ['ranks', String(input.ranks)],
    ['operations', String(input.operations)],
    ['computations', String(input.calcs)],
    ['sends, receives', `${input.sends}, ${input.recvs}`],
    ['messages', String(input.messages)],
    ['dependencies', String(input.dependencies)],
    ['engine', data.engine],
  ];
  if (input.sha256 !== null) rows.push(['SHA-256', input.sha256]);
  return `<section aria-labelledby="h-input"><h2 id="h-input">What was read</h2>${table(['', ''], rows, 9)}${warnings(data)}</section>`;
}

function warnings(data: ReportData): string {
  if (data.warnings.length === 0) return '<p class="note">No warnings.</p>';
  return data.warnings.map((one) => `<p class="warning" role="note">${escapeText(one.message)}</p>`).join('');
}

export function machineSection(data: ReportData): string {
  const rows = data.machine.map(({ name, value, source }) => [name, value, source]);
  return `<section aria-labelledby="h-machine"><h2 id="h-machine">The machine</h2>${table(['parameter', 'value', 'taken from'], rows, 9)}</section>`;
}

export function comparedSection(data: ReportData): string {
  if (data.compared.length === 0) return '';
  const percents = data.tolerance.map((one) => one.percent);
  const rows = data.compared.map((one) => [
    one.name,
    formatTime(one.runtime),
    plain(one.lambda),
    percent(one.rho),
    ...percents.map((wanted) => variantTolerance(one, wanted)),
  ]);
  const head = ['variant', 'T', 'λ', 'ρ', ...percents.map((one) => `${plain(one)} % slower at`)];
  return `<section aria-labelledby="h-compared"><h2 id="h-compared">Compared</h2>${table(head, rows)}${comparedPicture(data)}</section>`;
}

/** The variants at the first tolerance that all of them have. */
function comparedPicture(data: ReportData): string {
  const shared = data.tolerance
    .map((one) => one.percent)
    .find((wanted) => data.compared.every((one) => one.tolerance.some(({ percent }) => percent === wanted)));
  if (shared === undefined) return '';
  const rows = data.compared.map(({ name, runtime, lambda, tolerance }) => ({
    name,
    runtime,
    lambda,
    tolerance: tolerance.find((one) => one.percent === shared)?.delta ?? Number.POSITIVE_INFINITY,
  }));
  const title = 'Variants compared';
  const svg = comparePlot(rows, { percent: shared, palette: PAGE, idPrefix: 'compared', width: 900, title });
  return `<div class="scroll picture">${svg}</div>`;
}

function variantTolerance(variant: ComparedVariant, wanted: number): string {
  const found = variant.tolerance.find((one) => one.percent === wanted);
  if (found === undefined) return '';
  return found.delta === null ? 'unlimited' : `+${formatTime(found.delta)}`;
}
