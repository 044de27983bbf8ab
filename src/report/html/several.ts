/** Reports of several programs as one page: a table and their curves on top, then the page of each in a frame of its own. */
import type { MixedSensitivity, MixedTolerance } from '../../analysis/mix.js';
import type { Curve } from '../../analysis/piecewise.js';
import { formatTime } from '../../units/units.js';
import { escapeText } from '../plots/frame.js';
import { percent, plain } from '../plots/numbers.js';
import { overlayPlot } from '../plots/overlay.js';
import { PAGE } from '../plots/palette.js';
import type { ReportData } from './data.js';
import { htmlPage, pageTitle, renderReport } from './render.js';
import { toleranceText } from './sections.js';
import { severalHeadline } from './several-headline.js';
import { STYLE } from './style.js';

/** A program of the page. */
export interface ReportedProgram {
  /** As it is called beside the others. */
  readonly name: string;
  /** How often it runs in the mix; null where there is none. */
  readonly weight: number | null;
  readonly data: ReportData;
  /** T over the latency, as its own page shows it. */
  readonly curve: Curve;
}

/** All programs together. */
export interface ReportedMix extends MixedSensitivity {
  readonly tolerance: readonly MixedTolerance[];
}

/** What the page is about. */
export interface ReportedPrograms {
  readonly title: string;
  readonly version: string;
  /** Name of the machine that all run on; null where they run on different ones. */
  readonly machine: string | null;
  /** Two or more, all asked about the same slowdowns. */
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

/** Frames are as high as what is in them: one page scrolls, not pages within a page. */
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

const FOOT =
  'T: runtime; λ: how much T grows per added latency; ρ: share of the critical path that is latency.';

/** The page, which needs nothing else. Each program's part is its own report, as it is alone. */
export function renderSeveral(page: ReportedPrograms): string {
  const body = `<header>
<h1>${pageTitle(page.title)}</h1>
<p class="headline">${escapeText(severalHeadline(page.programs))}</p>
</header>
<main>
${tableSection(page)}
${curvesSection(page)}
<p class="note screen-note">On paper: the programs side by side. Each has a report of its own to print.</p>
</main>
${page.programs.map(frame).join('\n')}`;
  return htmlPage({ ...page, style: `${STYLE}${FRAMES}` }, body, FOOT, `<script>${FIT}</script>`);
}

function tableSection({ programs, mix, machine }: ReportedPrograms): string {
  const [{ data: first }] = programs;
  const slower = first.tolerance.map((one) => `ΔL at ${plain(one.percent)} %`);
  const heads = [...(mix === null ? [] : ['runs']), 'ranks', 'T', 'λ', 'ρ', ...slower];
  const head = ['program', ...heads].map(
    (text, i) => `<th scope="col"${i === 0 ? '' : ' class="number"'}>${escapeText(text)}</th>`,
  );
  const rows = programs.map(programRow);
  if (mix !== null) rows.push(mixRow(mix));
  const on = machine === null ? 'They run on different machines.' : `All run on the machine ${machine}.`;
  const wires = first.curve.wires ? ' ΔL is added to each wire.' : '';
  const sums =
    mix === null ? '' : ' T and λ of the mix are the sums over all these runs, one after the other.';
  return `<section aria-labelledby="h-programs">
<h2 id="h-programs">Side by side</h2>
<div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>
<p class="note">${escapeText(`${on}${wires}${sums}`)}</p>
</section>`;
}

function programRow({ name, weight, data }: ReportedProgram, i: number): string {
  const { runtime, lambda, rho, tolerance, input, curve } = data;
  const limits = tolerance.map((one) => toleranceText(one, curve.high - curve.base));
  const runs = weight === null ? [] : [plain(weight)];
  const cells = [...runs, String(input.ranks), formatTime(runtime), plain(lambda), percent(rho), ...limits];
  return row(`<a href="#program-${i + 1}">${escapeText(name)}</a>`, cells);
}

function mixRow({ runtime, lambda, rho, tolerance }: ReportedMix): string {
  const limits = tolerance.map(({ delta }) => (Number.isFinite(delta) ? formatTime(delta) : 'unlimited'));
  return row('mix', ['', '', formatTime(runtime), plain(lambda.L), percent(rho), ...limits]);
}

const row = (head: string, cells: readonly string[]): string =>
  `<tr><th scope="row">${head}</th>${cells.map((text) => `<td class="number">${escapeText(text)}</td>`).join('')}</tr>`;

function curvesSection({ programs, machine }: ReportedPrograms): string {
  const svg = overlayPlot(programs, { palette: PAGE, ...(machine === null ? {} : { machine }) });
  return `<section aria-labelledby="h-curves">
<h2 id="h-curves">Slowdown over latency</h2>
<div class="scroll picture">${svg}</div>
</section>`;
}

/** Elements of a frame are its own: no page's names meet those of another. */
function frame({ name, data }: ReportedProgram, i: number): string {
  const inner = renderReport(data).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  const label = escapeText(`${name}: its report`);
  return `<section class="program" id="program-${i + 1}" aria-label="${label}">
<p><a href="#h-programs">back to all programs</a></p>
<iframe title="${label}" srcdoc='${inner}'></iframe>
</section>`;
}
