/** The parts of the page that need no script: they are complete on paper and for a reader without one. */
import { formatTime } from '../../units/units.js';
import { crossoverText, latencyText } from '../crossovers.js';
import { comparePlot, toleranceText as variantToleranceText } from '../plots/compare.js';
import { escapeText } from '../plots/frame.js';
import { percent, plain } from '../plots/numbers.js';
import { PAGE } from '../plots/palette.js';
import { verdictText } from '../verdict.js';
import type { ComparedCrossovers, ComparedVariant, ReportData, ReportTolerance } from './data.js';
import { machineLatency } from './machine-latency.js';
import { table, warningNotes } from './table.js';

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
  return warningNotes(data.warnings.map(({ message }) => message));
}

export function machineSection(data: ReportData): string {
  const rows = data.machine.map(({ name, value, source }) => [name, value, source]);
  return `<section aria-labelledby="h-machine"><h2 id="h-machine">The machine</h2>${table(['parameter', 'value', 'taken from'], rows, 9)}</section>`;
}

/** Lines of source shown before the rest is counted. */
const SITES_SHOWN = 20;

/** λ by line of source; nothing where the input does not tell lines. */
export function sitesSection({ sites, curve }: ReportData): string {
  if (sites.length === 0) return '';
  const rows = sites.slice(0, SITES_SHOWN).map((one) => {
    const place = one.via.length === 0 ? one.place : `${one.place} via ${one.via.join(' < ')}`;
    return [place, one.function, one.call, plain(one.lambda), percent(one.ofLambda), percent(one.ofRuntime)];
  });
  const rest = sites.length - rows.length;
  const more = rest > 0 ? ` ${rest} more have less.` : '';
  const note = `<p class="note">At ${escapeText(machineLatency(curve))}, wherever the cursor stands: messages count where the call stands that sent them.${more}</p>`;
  const head = ['line', 'function', 'call', 'λ', 'of λ', 'of T'];
  return `<section aria-labelledby="h-sites"><h2 id="h-sites">By line of source</h2>${table(head, rows, 3)}${note}</section>`;
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
    verdictOf(one, data.compared),
  ]);
  const head = ['variant', 'T', 'λ', 'ρ', ...percents.map((one) => `ΔL to best + ${plain(one)} %`), ''];
  return `<section aria-labelledby="h-compared"><h2 id="h-compared">Compared</h2>${table(head, rows)}${comparedNotes(data)}${comparedPicture(data)}</section>`;
}

function verdictOf({ fastest, tolerant }: ComparedVariant, all: readonly ComparedVariant[]): string {
  return verdictText([
    ['fastest', fastest === true, all.filter((one) => one.fastest).length],
    ['most tolerant', tolerant === true, all.filter((one) => one.tolerant).length],
  ]);
}

/** What the distances are measured against, and where variants cross. */
function comparedNotes({ compared, crossovers }: ReportData): string {
  const unpriced = compared.filter(({ tolerance }) => tolerance[0]?.without === 'unsupported');
  const notes = ['ΔL: latency that may be added until T exceeds that of the fastest by so much.'];
  if (unpriced.length === compared.length) notes.push('The model can price none of them: nothing is marked.');
  const pairs = (crossovers?.pairs ?? []).filter(({ stretches }) => stretches.length > 1);
  const words = { base: crossovers?.base ?? null };
  const names = compared.map(({ name }) => name);
  if (crossovers !== null && crossovers.pairs.length > 0 && pairs.length === 0)
    notes.push(`No two of them cross ${rangeText(crossovers)}.`);
  const list = pairs.map((one) => `<li>${escapeText(crossoverText(one, names, words))}</li>`).join('');
  const paragraphs = notes.map((note) => `<p class="note">${escapeText(note)}</p>`).join('');
  return `${paragraphs}${list === '' ? '' : `<ul aria-label="crossovers">${list}</ul>`}`;
}

function rangeText({ pairs: [{ low, high }], asked, ...words }: ComparedCrossovers): string {
  if (!asked) return 'before one of the two takes twice as long as at its machine';
  return `from ${latencyText(words, low)} to ${latencyText(words, high)}`;
}

/** The variants at the first tolerance that all of them have. */
function comparedPicture({ compared, tolerance: wanted, crossovers }: ReportData): string {
  const shared = wanted
    .map((one) => one.percent)
    .find((own) => compared.every((one) => one.tolerance.some(({ percent }) => percent === own)));
  if (shared === undefined) return '';
  const rows = compared.map(({ name, runtime, lambda, tolerance, curve }) => {
    const found = tolerance.find((one) => one.percent === shared);
    const without = found?.without ?? null;
    const delta = without === null ? (found?.delta ?? Number.POSITIVE_INFINITY) : null;
    return { name, runtime, lambda, tolerance: delta, without, ...(curve === undefined ? {} : { curve }) };
  });
  const svg = comparePlot(rows, {
    percent: shared,
    palette: PAGE,
    idPrefix: 'compared',
    width: 900,
    title: 'Variants compared',
    fastest: compared.findIndex(({ fastest }) => fastest),
    tolerant: compared.findIndex(({ tolerant }) => tolerant),
    crossovers: crossovers?.pairs ?? [],
    base: crossovers?.base ?? null,
  });
  return `<div class="scroll picture">${svg}</div>`;
}

function variantTolerance(variant: ComparedVariant, wanted: number): string {
  const found = variant.tolerance.find((one) => one.percent === wanted);
  if (found === undefined) return '';
  const { delta, without } = found;
  const tolerance = without === null ? (delta ?? Number.POSITIVE_INFINITY) : null;
  return variantToleranceText({ tolerance, without });
}
