/** Sections of the report page. */

import { type SharedRow, type SharedWay, spreadOf } from '../../analysis/shared-rows.js';
import { formatTime } from '../../units.js';
import { crossoverText, latencyText, variantToleranceText, verdictText } from '../crossover-text.js';
import { type NoiseTable, noiseTables, quantileText } from '../noise-tables.js';
import { type CompareRow, comparePlot } from '../plots/compare-plot.js';
import { curvePicture } from '../plots/curve-plot.js';
import { noisePlot } from '../plots/distribution-plot.js';
import { escapeText, PAGE } from '../plots/frame.js';
import { percent, plain } from '../plots/scales.js';
import { besideDrawn, curveOf, type LatencyShown, latencyName, machineLatency } from './report-columns.js';
import type {
  BesideCurve,
  ComparedCrossovers,
  ComparedTolerance,
  ComparedVariant,
  ReportData,
  ReportNoise,
  ReportRegion,
  ReportTolerance,
} from './report-data.js';

// Tables and notes of the page.

const NUMBER = ' class="number"';

/** Rows of cells as a table; the first cell of each row names it. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbersFrom = 1,
  numbersTo = Number.POSITIVE_INFINITY,
): string {
  const kind = (i: number): string => (i >= numbersFrom && i < numbersTo ? NUMBER : '');
  const body = rows.map(([name, ...cells]) => {
    const data = cells.map((text, i) => `<td${kind(i + 1)}>${escapeText(text)}</td>`).join('');
    return `<tr><th scope="row">${escapeText(name)}</th>${data}</tr>`;
  });
  return tableOf(head, body, kind);
}

const numbersBehind = (i: number): string => (i > 0 ? NUMBER : '');

/**
 * A table with markup in its cells. `kind`: attributes of the cells of a column; by default, columns after the first are
 * numbers.
 */
export function tableOf(
  head: readonly string[],
  rows: readonly string[],
  kind = numbersBehind,
  attributes = '',
): string {
  const heads = head.map((text, i) => `<th scope="col"${kind(i)}>${escapeText(text)}</th>`).join('');
  return `<div class="scroll"><table${attributes}><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** A row of numbers; its head is markup. */
export const numberRow = (head: string, cells: readonly string[]): string =>
  `<tr><th scope="row">${head}</th>${cells.map((text) => `<td${NUMBER}>${escapeText(text)}</td>`).join('')}</tr>`;

export const sectionOf = (id: string, title: string, body: string): string =>
  `<section aria-labelledby="h-${id}"><h2 id="h-${id}">${title}</h2>${body}</section>`;

export const pictureOf = (svg: string): string => `<div class="scroll picture">${svg}</div>`;

export const noteOf = (text: string): string => `<p class="note">${escapeText(text)}</p>`;

/** One paragraph per warning. */
const warningNotes = (texts: readonly string[]): string =>
  texts.map((text) => `<p class="warning" role="note">${escapeText(text)}</p>`).join('');

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

function inputSection(data: ReportData): string {
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
  return sectionOf('input', 'Input', `${table(['', ''], rows, 9)}${warnings(data)}`);
}

function warnings(data: ReportData): string {
  if (data.warnings.length === 0) return noteOf('No warnings.');
  return warningNotes(data.warnings.map(({ message }) => message));
}

function machineSection(data: ReportData): string {
  const rows = data.machine.map(({ name, value, source }) => [name, value, source]);
  return sectionOf('machine', 'Machine', table(['parameter', 'value', 'source'], rows, 9));
}

/** Number of source lines shown. */
const SITES_SHOWN = 20;

/** λ by source line; nothing if lines are unknown. */
function sitesSection({ sites, curve }: ReportData): string {
  if (sites.length === 0) return '';
  const rows = sites.slice(0, SITES_SHOWN).map((one) => {
    const place = one.via.length === 0 ? one.place : `${one.place} via ${one.via.join(' < ')}`;
    return [place, one.function, one.call, plain(one.lambda), percent(one.ofLambda), percent(one.ofRuntime)];
  });
  const rest = sites.length - rows.length;
  const more = rest > 0 ? ` ${rest} more lines have less.` : '';
  const note = `At ${machineLatency(curve)}; independent of the cursor. A message counts at the call that sent it.${more}`;
  const head = ['line', 'function', 'call', 'λ', 'of λ', 'of T'];
  return sectionOf('sites', 'By source line', `${table(head, rows, 3)}${noteOf(note)}`);
}

/** The required part of a report. */
interface SilencesShown extends Pick<ReportData, 'silences' | 'runtime' | 'lambda' | 'tolerance'> {
  readonly curve: LatencyShown;
}

/** The program without the messages of one place. */
export function silencesSection({ silences, runtime, lambda, tolerance, curve }: SilencesShown): string {
  if (silences === undefined || silences.rows.length === 0) return '';
  const { percent: slower, rows } = silences;
  const room = (ns: number | null): string => (ns === null ? 'unlimited' : `+${formatTime(ns)}`);
  const now = tolerance.find((one) => one.percent === slower);
  const lines = rows.map(({ place, ofLambda, without }) =>
    without === null
      ? [place, percent(ofLambda), 'cannot run', '', '']
      : [
          ...[place, percent(ofLambda), formatTime(without.runtime), plain(without.lambda)],
          room(without.tolerance),
        ],
  );
  const first = ['unchanged', '', formatTime(runtime), plain(lambda), room(now?.delta ?? null)];
  const note = `At ${machineLatency(curve)}. Each row removes the messages and collectives of one place, at sender and receiver. The largest tolerance comes first. Use the command what-if for other changes.`;
  const head = ['without', 'of λ', 'T', 'λ', `${slower} % slower at`];
  return sectionOf(
    'silences',
    'Without the messages of one line',
    `${table(head, [first, ...lines], 1)}${noteOf(note)}`,
  );
}

function comparedSection(data: ReportData): string {
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
  const body = `${table(head, rows)}${comparedNotes(data)}${comparedPicture(data)}`;
  return sectionOf('compared', 'Comparison', body);
}

function verdictOf({ fastest, tolerant }: ComparedVariant, all: readonly ComparedVariant[]): string {
  return verdictText([
    ['fastest', fastest === true, all.filter((one) => one.fastest).length],
    ['most tolerant', tolerant === true, all.filter((one) => one.tolerant).length],
  ]);
}

/** The reference of the distances, and the crossovers of variants. */
function comparedNotes({ compared, crossovers }: ReportData): string {
  const unpriced = compared.filter(({ tolerance }) => tolerance[0]?.without === 'unsupported');
  const notes = [
    'ΔL is the added latency at which T exceeds that of the fastest variant by this percentage.',
  ];
  if (unpriced.length === compared.length)
    notes.push('The model cannot price these variants, so none is marked.');
  const pairs = (crossovers?.pairs ?? []).filter(({ stretches }) => stretches.length > 1);
  const words = { base: crossovers?.base ?? null };
  const names = compared.map(({ name }) => name);
  if (crossovers !== null && crossovers.pairs.length > 0 && pairs.length === 0)
    notes.push(`No two variants cross ${rangeText(crossovers)}.`);
  const list = pairs.map((one) => `<li>${escapeText(crossoverText(one, names, words))}</li>`).join('');
  return `${notes.map(noteOf).join('')}${list === '' ? '' : `<ul aria-label="crossovers">${list}</ul>`}`;
}

function rangeText({ pairs: [{ low, high }], asked: query, ...words }: ComparedCrossovers): string {
  if (!query) return 'before one of them runs twice as long as on its machine';
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
    return {
      ...{ name, runtime, lambda, ...boundOf(found) },
      ...(curve === undefined ? {} : { curve }),
    };
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
  return pictureOf(svg);
}

function variantTolerance(variant: ComparedVariant, wanted: number): string {
  const found = variant.tolerance.find((one) => one.percent === wanted);
  return found === undefined ? '' : variantToleranceText(boundOf(found));
}

/** For plots, where unlimited is a number. */
function boundOf(found: ComparedTolerance | undefined): Pick<CompareRow, 'tolerance' | 'without'> {
  const without = found?.without ?? null;
  return { tolerance: without === null ? (found?.delta ?? Number.POSITIVE_INFINITY) : null, without };
}

// The curve with its cursor, and a second curve if there is one.

const CURVE_WIDTH = 760;

/** The exact curve, the readings at the cursor, and its controls. */
function curveSection(data: ReportData): string {
  const { svg, geometry } = curvePictureOf(data);
  const note =
    data.measuredNote === undefined ? '' : `<p class="note">Measured: ${escapeText(data.measuredNote)}</p>\n`;
  return `<section aria-labelledby="h-curve">
<h2 id="h-curve">Runtime over latency</h2>
${data.beside === undefined ? '' : besideTable(data, data.beside)}
<div class="curve-row">
<div id="curve" role="slider" tabindex="0" aria-label="latency on the curve" data-geometry="${escapeText(JSON.stringify(geometry))}">${svg}</div>
${readout(data)}
</div>
${note}${controls(data)}
</section>`;
}

function curvePictureOf(data: ReportData): ReturnType<typeof curvePicture> {
  const other = besideDrawn(data);
  return curvePicture(curveOf(data.curve), {
    palette: PAGE,
    idPrefix: 'curve',
    width: CURVE_WIDTH,
    bare: true,
    percents: data.tolerance.map((one) => one.percent),
    measured: data.measured,
    ...(other === null ? {} : { beside: curveOf(other) }),
    title: `Runtime over added latency${data.curve.wires ? ' per wire' : ''} of ${data.title}`,
  });
}

function readout(data: ReportData): string {
  const other = besideDrawn(data) !== null;
  const row = (id: string, name: string, read = false): string => {
    const pinned = other ? `<td class="number"${read ? ` id="${id}-beside"` : ''}></td>` : '';
    return `<tr><th scope="row">${name}</th><td class="number" id="${id}"></td>${pinned}</tr>`;
  };
  const rows = [
    row('read-L', escapeText(latencyName(data.curve)), true),
    row('read-delta', 'added'),
    row('read-T', 'T', true),
    row('read-slowdown', 'slower by', true),
    row('read-lambda', 'λ', true),
    row('read-rho', 'ρ', true),
  ];
  const head = other
    ? '<thead><tr><td></td><th scope="col" class="number">this</th><th scope="col" class="number">dotted</th></tr></thead>'
    : '';
  return `<div class="readout${other ? ' two' : ''}" role="group" aria-label="reading at the cursor">
<table>${head}<tbody>${rows.join('')}</tbody></table>
<p class="note">Point at the curve to read it. Click, drag or use the arrow keys to update the critical path below.</p>
</div>`;
}

function controls(data: ReportData): string {
  const jumps = data.tolerance
    .filter((one) => one.value !== null)
    .map((one) => `<button type="button" data-latency="${one.value}">${one.percent} %</button>`);
  return `<div class="controls">
<label for="latency-slider">${data.curve.wires ? 'latency per wire' : 'latency'}</label>
<input type="range" id="latency-slider">
<input type="number" id="latency-field" step="any" aria-label="latency in µs"> µs
<button type="button" id="latency-base">base${data.curve.relative ? '' : ` ${escapeText(formatTime(data.curve.base))}`}</button>
${jumps.join('\n')}
</div>`;
}

/** Key of the lines, with T, λ, ρ and the tolerances of both. */
function besideTable(data: ReportData, beside: BesideCurve): string {
  const percents = data.tolerance.map((one) => `${plain(one.percent)} % slower at`);
  const head = ['curve', 'L', 'T', 'λ', 'ρ', ...percents];
  const drawn = besideDrawn(data) !== null;
  const rows = [besideRow('own', beside.own, data), besideRow(drawn ? 'beside' : '', beside.name, beside)];
  const note = drawn
    ? 'Both curves start at their own latency. Zones and percentages on the right refer to the first.'
    : 'One curve is over latency per wire, the other over latency per message, so only the first is drawn.';
  const other = beside.note === '' ? [] : [beside.note];
  const named = ' id="beside" aria-label="two curves compared"';
  return `${tableOf(head, rows, numbersBehind, named)}${noteOf(note)}${warningNotes(other)}`;
}

type Summary = Pick<BesideCurve, 'curve' | 'runtime' | 'lambda' | 'rho' | 'tolerance'>;

function besideRow(line: string, name: string, { curve, runtime, lambda, rho, tolerance }: Summary): string {
  const limit = (one: ReportTolerance): string => `+${toleranceText(one, curve.high - curve.base)}`;
  const cells = [
    curve.relative ? 'several' : `${formatTime(curve.base)}${curve.wires ? ' per wire' : ''}`,
    formatTime(runtime),
    plain(lambda),
    percent(rho),
    ...tolerance.map((one) =>
      one.delta === null && !one.beyond ? 'unlimited' : `${limit(one)}${curve.wires ? ' per wire' : ''}`,
    ),
  ];
  const key = line === '' ? '' : `<span class="line-key ${line}"></span>`;
  return numberRow(`${key}${escapeText(name)}`, cells);
}

// λ by function of the program: the tree of its calls, collapsible without a script.

/** Least share of λ of a function in the tree. */
const SHOWN_SHARE = 0.01;

const HEADS = ['function', 'λ', 'of λ', 'of T', 'own λ', 'of λ', 'mostly in'];

/** Nothing if functions are unknown, or no message of theirs is on the critical path. */
function regionsSection({ regions, curve }: ReportData): string {
  const shown = regions.filter(({ ofLambda }) => ofLambda >= SHOWN_SHARE);
  if (shown.length === 0) return '';
  const head = HEADS.map((text) => `<span>${escapeText(text)}</span>`).join('');
  const left = regions.length - shown.length;
  const more = left > 0 ? ` ${left} more functions have less than 1 % each.` : '';
  const note = `At ${machineLatency(curve)}; independent of the cursor. λ includes called functions; own λ does not, and adds up to the total.${more}`;
  const body = `
<div class="scroll"><div class="regions"><div class="region-row region-head" aria-hidden="true">${head}</div><ul>${itemsOf(shown)}</ul></div></div>
${noteOf(note)}`;
  return sectionOf('regions', 'By function', body);
}

/** Nested lists: rows follow those that contain them. */
function itemsOf(rows: readonly ReportRegion[]): string {
  return rows
    .map((row, i) => {
      const next = rows[i + 1]?.depth ?? 0;
      if (next > row.depth)
        return `<li><details open><summary class="region-row" ${labelOf(row)}>${cellsOf(row)}</summary><ul>`;
      const item = `<li><div class="region-row" role="group" ${labelOf(row)}>${cellsOf(row)}</div></li>`;
      return `${item}${'</ul></details></li>'.repeat(row.depth - next)}`;
    })
    .join('');
}

/** The row as text for screen readers; its depth indents it. */
function labelOf(row: ReportRegion): string {
  const own = `own λ ${plain(row.ownLambda)}, ${percent(row.ownOfLambda)}`;
  const text = `${row.name}: λ ${plain(row.lambda)}, ${percent(row.ofLambda)} of λ, ${percent(row.ofRuntime)} of T; ${own}`;
  return `aria-label="${escapeText(text)}" style="--depth:${row.depth}"`;
}

function cellsOf(row: ReportRegion): string {
  const place = row.place === '' ? '' : ` <small>${escapeText(row.place)}</small>`;
  const bar = `<span class="bar latency" style="--share:${plain(row.ofLambda, 4)}"></span>`;
  const numbers = [
    ...[plain(row.lambda), percent(row.ofLambda), percent(row.ofRuntime)],
    ...[plain(row.ownLambda), percent(row.ownOfLambda)],
  ].map((text) => `<span class="number">${escapeText(text)}</span>`);
  const call = row.call === '' ? '' : `${row.call} ${percent(row.callOfLambda).replace(' ', '\u00a0')}`;
  // C++ names break between their parts.
  const name = escapeText(row.name).replaceAll(/::|\(/g, '$&<wbr>');
  return `<span class="region-name">${name}${place}${bar}</span>${numbers.join('')}<span>${escapeText(call)}</span>`;
}

// Noise: the runtimes of random runs, the tolerance with noise, and the parts on the longest paths.

const AMPLIFICATION =
  'Amplification is the increase of the mean T divided by the noise expected on the critical path without noise. It exceeds 1 where other paths become critical, because a rank that waits for several waits for the slowest. If less than 100 % of the noise of the noisiest rank reaches T, the program absorbs the rest in waits.';
const CRITICAL =
  'Criticality is the share of runs whose critical path includes a part, with the average number of its operations (for pairs, messages) on the path.';

/** The required part of a report. */
interface NoiseSectionShown extends Pick<ReportData, 'noise'> {
  readonly curve: LatencyShown;
}

/** Nothing if not requested. `warnings`: those of this section. */
export function noiseSection({ noise, curve }: NoiseSectionShown, warnings: readonly string[] = []): string {
  if (noise === undefined) return '';
  const { facts, quantiles, tolerances, critical } = noiseTables(noise, {
    share: percent,
    value: formatTime,
  });
  const drawn = noise.summary.samples > 1;
  const parts = [
    `<p>${escapeText(drawn ? drawnText(noise) : lateText(noise))}</p>`,
    drawn ? noisePicture(noise) : '',
    table(['', ''], facts),
    noise.amplification === null ? '' : noteOf(AMPLIFICATION),
    quantiles === null ? '' : part('Quantiles of T', quantiles),
    tolerances === null ? '' : part('Tolerance', tolerances),
    critical === null ? '' : `${part('Criticality', critical)}${noteOf(CRITICAL)}`,
    noteOf(
      `At ${machineLatency(curve)}. “Without noise” is T of this page.${curve.wires ? ' ΔL is added to each wire.' : ''}`,
    ),
    warningNotes(warnings),
  ];
  return sectionOf('noise', 'Noise', parts.join(''));
}

const part = (name: string, { heads, rows }: NoiseTable): string => `<h3>${name}</h3>${table(heads, rows)}`;

function drawnText({ words, seed, runtime, summary }: ReportNoise): string {
  const runs = `${summary.samples.toLocaleString('en-US')} random runs (seed ${seed})`;
  const more = runtime === 0 ? 0 : summary.mean / runtime - 1;
  const later = `${percent(Math.abs(more))} ${more < 0 ? 'below' : 'above'} T without noise`;
  return `${words}. ${runs}. T is ${formatTime(summary.mean)} on average, ${later}; 95 % of the runs take at most ${quantileText(summary, 0.95)}.`;
}

const lateText = ({ words, delayed }: ReportNoise): string =>
  `${words}. Nothing is random; T is ${formatTime(delayed)}.`;

function noisePicture({ words, runtime, summary, times }: ReportNoise): string {
  const runs = { runtime, summary, times: Float64Array.from(times) };
  const title = `T of ${summary.samples.toLocaleString('en-US')} runs with noise`;
  const svg = noisePlot(runs, { palette: PAGE, idPrefix: 'noise', width: 900, title, subtitle: words });
  return pictureOf(svg);
}

// Contention: T and λ by assumption on CPUs and NICs, and when each is valid.

/** Name and validity of each assumption. */
const WORDS: Readonly<Record<SharedWay, readonly [name: string, trust: string]>> = {
  plain: [
    'no contention',
    'the library progresses during computation, or ranks already wait when messages arrive',
  ],
  ordered: [
    'CPUs and NICs in program order',
    'messages are sent and received in the order of their calls; exact at every latency',
  ],
  serial: [
    'CPUs and NICs in order of arrival',
    'near this latency; at others, the order of arrival may differ',
  ],
  bounds: [
    'CPUs and NICs in any order (bounds)',
    'each CPU and NIC serves one operation at a time; no order is faster than the lower bound',
  ],
  replay: [
    'event-by-event replay',
    'the library does not progress during computation; messages wait until their rank calls MPI',
  ],
};

/** The required part of a report. */
interface SharedShown extends Pick<ReportData, 'shared'> {
  readonly curve: LatencyShown;
}

/** A smaller share is rounding, or not worth a figure. */
const SAME = 5e-6;
/** A smaller share counts as no difference. */
const LITTLE = 0.02;

/** Nothing if not requested. */
export function sharedSection({ shared, curve }: SharedShown): string {
  if (shared === undefined || shared.length === 0) return '';
  const [{ runtime: least }] = shared;
  const rows = shared.map((row) => {
    const [name, trust] = WORDS[row.way];
    return [name, timesOf(row), distanceOf(row, least), lambdaOf(row), trust];
  });
  const head = ['assumption', 'T', 'relative to no contention', 'λ', 'valid if'];
  const own = shared.find((row) => row.own);
  const notes = [spreadText(shared), ownText(own), `At ${machineLatency(curve)}.`];
  return sharedOf(`${table(head, rows, 1, 4)}${noteOf(notes.join(' '))}`);
}

/** The section without its rows, with the reason. */
export const unsharedSection = (why: string): string => sharedOf(noteOf(why));

const sharedOf = (body: string): string => sectionOf('shared', 'Contention', body);

const timesOf = ({ runtime, upper }: SharedRow): string =>
  upper === null || upper === runtime
    ? formatTime(runtime)
    : `${formatTime(runtime)} to ${formatTime(upper)}`;

function distanceOf({ way, runtime, upper }: SharedRow, least: number): string {
  if (least === 0 || way === 'plain') return '';
  const signed = (ns: number): string => {
    const share = ns / least - 1;
    return Math.abs(share) < SAME ? '±0' : `${share > 0 ? '+' : '−'}${percent(Math.abs(share))}`;
  };
  return upper === null || upper === runtime ? signed(runtime) : `${signed(runtime)} to ${signed(upper)}`;
}

function lambdaOf({ lambda, upper }: SharedRow): string {
  if (lambda === null) return 'T jumps';
  return upper === null ? plain(lambda, 4) : `${plain(lambda, 4)} (lower bound)`;
}

function spreadText(rows: readonly SharedRow[]): string {
  const spread = spreadOf(rows);
  return spread <= LITTLE
    ? `All are within ${percent(spread)}, so contention matters little here.`
    : `They differ by up to ${percent(spread)} from no contention, so the order on CPUs and NICs matters here.`;
}

function ownText(own: SharedRow | undefined): string {
  if (own === undefined) return '';
  return `Curve, tolerance and critical path of this page assume “${WORDS[own.way][0]}”.`;
}

// The sections of the page in order.

export const reportMain = (data: ReportData): string => `<main>
<noscript><p>Without scripts this page has no cursor and no timeline.</p></noscript>
${curveSection(data)}
${timelineSection(data)}
${originSection()}
${regionsSection(data)}
${sitesSection(data)}
${silencesSection(data)}
${comparedSection(data)}
${sharedSection(data)}
${noiseSection(data)}
${machineSection(data)}
${inputSection(data)}
</main>`;

function timelineSection(data: ReportData): string {
  const { lanes, ranksPerLane, bins, stops, pieces } = data.timeline;
  const grouped = ranksPerLane > 1 ? ` Each of the ${lanes} lanes is the mean of ${ranksPerLane} ranks.` : '';
  const some =
    stops.length < pieces
      ? ` The curve has ${pieces} pieces, each with its own critical path. ${stops.length} paths are drawn; the page shows the one nearest to the cursor.`
      : '';
  const key = (kind: string, text: string): string => `<span class="key ${kind}"></span>${text}`;
  return `<section aria-labelledby="h-timeline">
<h2 id="h-timeline">Critical path</h2>
<p class="note" id="timeline-note" aria-live="polite"></p>
<p>${key('computation', 'computation')}${key('overhead', 'overhead')}${key('latency', 'message: latency and bandwidth')}${key('waiting', 'waiting')}</p>
<div class="controls">
<button type="button" id="zoom-in">zoom in</button>
<button type="button" id="zoom-out">zoom out</button>
<button type="button" id="zoom-all">whole run</button>
<button type="button" id="segment-previous">previous segment</button>
<button type="button" id="segment-next">next segment</button>
</div>
<div class="lanes"><canvas id="timeline" role="img" tabindex="0" aria-label="Ranks over time with the critical path"></canvas></div>
<p id="timeline-segment" aria-live="polite"></p>
<p class="note timeline-keys">Keys: ← → move, + − zoom, 0 whole run, n and p next and previous segment. Ctrl or Shift with the wheel zooms.</p>
<p class="note">Each lane shows a rank's time in ${bins} bins; heights are shares.${grouped}${some}</p>
<table><thead><tr><th scope="col">on the critical path</th><th scope="col" class="number">time</th><th scope="col" class="number">share</th><td></td></tr></thead><tbody id="path-shares"></tbody></table>
</section>`;
}

function originSection(): string {
  return `<section aria-labelledby="h-origin">
<h2 id="h-origin">Where λ comes from</h2>
<div class="columns">
<div><h3>By pair of ranks</h3><div id="origin-heat"></div><p class="note" id="origin-heat-note"></p>
<h3>By call</h3><table><thead><tr><th scope="col">call</th><th scope="col" class="number">λ</th><th scope="col" class="number">time</th><td></td></tr></thead><tbody id="origin-calls"></tbody></table></div>
<div><h3>Largest pairs</h3><table><thead><tr><th scope="col">from → to</th><th scope="col" class="number">λ</th><td></td></tr></thead><tbody id="origin-pairs"></tbody></table><p class="note" id="origin-pairs-note"></p>
<h3>By message size</h3><table><thead><tr><th scope="col">size</th><th scope="col" class="number">λ</th><td></td></tr></thead><tbody id="origin-sizes"></tbody></table></div>
</div>
</section>`;
}
