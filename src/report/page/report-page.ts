/** The report page of a program, and of several programs. */

import type { Curve } from '../../analysis/piecewise.js';
import type { MixedSensitivity, MixedTolerance } from '../../analysis/workload-mix.js';
import { formatTime } from '../../units.js';
import { escapeText, PAGE } from '../plots/frame.js';
import { overlayPlot } from '../plots/overlay-plot.js';
import { percent, plain } from '../plots/scales.js';
import { STYLE } from './page-style.js';
import type { ReportData } from './report-data.js';
import { SCRIPT } from './report-script.generated.js';
import {
  noteOf,
  numberRow,
  pictureOf,
  reportMain,
  sectionOf,
  tableOf,
  toleranceCards,
  toleranceText,
} from './report-sections.js';

/** The page loads nothing, and can load nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/** Title, generator and style of a page. */
interface PageHead {
  readonly title: string;
  /** Of llamp-ts; '' if unknown. */
  readonly version: string;
  readonly style: string;
  /** By default a page of inline scripts, which can load nothing. */
  readonly policy?: string;
}

/** The displayed title. */
const pageTitle = (title: string): string => escapeText(`${title}: latency tolerance`);

/** A self-contained HTML page. `foot`: the definitions of its figures, after the generator; `end`: its scripts. */
export function htmlPage(
  { title, version, style, policy = POLICY }: PageHead,
  body: string,
  foot: string,
  end: string,
): string {
  const maker = escapeText(`llamp-ts ${version}`.trim());
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="generator" content="${maker}">
<title>${pageTitle(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<footer>Made by ${maker}. ${foot}</footer>
${end}
</body>
</html>
`;
}

/** Definitions of the figures. `counted`: what λ counts. */
export const footOf = (counted: string): string =>
  `T is the runtime. λ = dT/dL is the number of ${counted} on the critical path. ρ is the latency's share of the critical path.`;

/** The report as a self-contained HTML page. */
export function renderReport(data: ReportData): string {
  const foot = footOf(data.curve.wires ? 'wires' : 'latencies');
  const end = `<script type="application/json" id="report-data">${embedded(data)}</script>
<script>${SCRIPT}</script>`;
  return htmlPage({ ...data, style: STYLE }, reportBody(data), foot, end);
}

/** The body of the page; the script adds interaction once it has its data. */
export function reportBody(data: ReportData): string {
  return `<header>
<h1>${pageTitle(data.title)}</h1>
<p class="headline">${escapeText(data.headline)}${bestPlace(data)}</p>
${toleranceCards(data)}
</header>
${reportMain(data)}`;
}

/** The place whose removal leaves the largest tolerance. */
const bestPlace = ({ silences }: ReportData): string =>
  silences === undefined || silences.best === '' ? '' : ` ${escapeText(silences.best)}`;

/** JSON that cannot end its script element. */
export const embedded = (data: unknown): string =>
  JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

// The least and the most tolerant of several programs, in one sentence.

/** A program by its name. */
interface NamedReport {
  readonly name: string;
  readonly data: Pick<ReportData, 'tolerance' | 'curve'>;
}

/** At the first slowdown; `programs`: two or more. */
export function severalHeadline(programs: readonly NamedReport[]): string {
  const [{ data: one }] = programs;
  const [query] = one.tolerance;
  if (query === undefined) return `Runtime of ${programs.length} programs over network latency.`;
  const limits = programs
    .map(({ name, data }) => ({ name, delta: data.tolerance[0]?.delta ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => (a.delta === b.delta ? 0 : a.delta - b.delta));
  const [least] = limits;
  const most = limits[limits.length - 1];
  if (!Number.isFinite(least.delta))
    return `Each of ${programs.length} programs tolerates any network latency.`;
  const per = one.curve.wires ? ' per wire' : '';
  const much = Number.isFinite(most.delta) ? formatTime(most.delta) : 'any latency';
  return `Of ${programs.length} programs, ${least.name} tolerates the least added network latency${per} before it runs ${plain(query.percent)} % slower (${formatTime(least.delta)}); ${most.name} tolerates the most (${much}).`;
}

// Reports of several programs as one page: a table and their curves on top, then the page of each in its own frame.

/** A program of the page. */
export interface ReportedProgram {
  /** Its name in the comparison. */
  readonly name: string;
  /** Its weight in the mix; null without a mix. */
  readonly weight: number | null;
  readonly data: ReportData;
  /** T over the latency, as on its own page. */
  readonly curve: Curve;
}

/** All programs together. */
export interface ReportedMix extends MixedSensitivity {
  readonly tolerance: readonly MixedTolerance[];
}

/** Title of the page. */
interface ReportedPrograms {
  readonly title: string;
  readonly version: string;
  /** Name of the common machine; null if machines differ. */
  readonly machine: string | null;
  /** Two or more, all with the same slowdowns. */
  readonly programs: readonly ReportedProgram[];
  readonly mix: ReportedMix | null;
}

const FRAMES = `
.program { margin: 28px 0; border-top: 1px solid var(--line); }
.program iframe { display: block; width: 100%; height: 90vh; border: 0; }
.program p { max-width: 1060px; margin: 0 auto; padding: 8px 20px 0; }
.screen-note { display: none; }
@media print { .program { display: none; } .screen-note { display: block; } }
`;

/** Frames are as high as their content, so that only the page scrolls. */
const FIT = `for (const frame of document.querySelectorAll('iframe')) {
  const fit = () => {
    const root = frame.contentDocument.documentElement;
    const height = Math.ceil(root.getBoundingClientRect().height) + 'px';
    if (root.querySelector('main') !== null && frame.style.height !== height) frame.style.height = height;
  };
  const watch = () => { fit(); new ResizeObserver(fit).observe(frame.contentDocument.documentElement); };
  frame.addEventListener('load', watch);
  if (frame.contentDocument.readyState === 'complete') watch();
}`;

const FOOT = "T is the runtime. λ = dT/dL. ρ is the latency's share of the critical path.";

/** The self-contained page. Each program's part is its own report. */
export function renderSeveral(page: ReportedPrograms): string {
  const body = `<header>
<h1>${pageTitle(page.title)}</h1>
<p class="headline">${escapeText(severalHeadline(page.programs))}</p>
</header>
<main>
${tableSection(page)}
${curvesSection(page)}
<p class="note screen-note">The print shows the comparison only. Print the report of each program separately.</p>
</main>
${page.programs.map(frame).join('\n')}`;
  return htmlPage({ ...page, style: `${STYLE}${FRAMES}` }, body, FOOT, `<script>${FIT}</script>`);
}

function tableSection({ programs, mix, machine }: ReportedPrograms): string {
  const [{ data: first }] = programs;
  const slower = first.tolerance.map((one) => `ΔL at ${plain(one.percent)} %`);
  const heads = [...(mix === null ? [] : ['runs']), 'ranks', 'T', 'λ', 'ρ', ...slower];
  const rows = programs.map(programRow);
  if (mix !== null) rows.push(mixRow(mix));
  const on =
    machine === null
      ? 'The programs run on different machines.'
      : `All programs run on the machine ${machine}.`;
  const wires = first.curve.wires ? ' ΔL is added to each wire.' : '';
  const sums = mix === null ? '' : ' T and λ of the mix are sums over all runs, one after the other.';
  const table = tableOf(['program', ...heads], rows);
  return sectionOf('programs', 'Comparison', `${table}${noteOf(`${on}${wires}${sums}`)}`);
}

function programRow({ name, weight, data }: ReportedProgram, i: number): string {
  const { runtime, lambda, rho, tolerance, input, curve } = data;
  const limits = tolerance.map((one) => toleranceText(one, curve.high - curve.base));
  const runs = weight === null ? [] : [plain(weight)];
  const cells = [...runs, String(input.ranks), formatTime(runtime), plain(lambda), percent(rho), ...limits];
  return numberRow(`<a href="#program-${i + 1}">${escapeText(name)}</a>`, cells);
}

function mixRow({ runtime, lambda, rho, tolerance }: ReportedMix): string {
  const limits = tolerance.map(({ delta }) => (Number.isFinite(delta) ? formatTime(delta) : 'unlimited'));
  return numberRow('mix', ['', '', formatTime(runtime), plain(lambda.L), percent(rho), ...limits]);
}

function curvesSection({ programs, machine }: ReportedPrograms): string {
  const svg = overlayPlot(programs, { palette: PAGE, ...(machine === null ? {} : { machine }) });
  return sectionOf('curves', 'Slowdown over latency', pictureOf(svg));
}

/** A frame has its own document, so element ids cannot collide. */
function frame({ name, data }: ReportedProgram, i: number): string {
  const inner = renderReport(data).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  const label = escapeText(`Report of ${name}`);
  return `<section class="program" id="program-${i + 1}" aria-label="${label}">
<p><a href="#h-programs">back to all programs</a></p>
<iframe title="${label}" srcdoc='${inner}'></iframe>
</section>`;
}
