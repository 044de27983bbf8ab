/** The page of a study: one self-contained HTML file. Without scripts it shows the first quantity. */
import { many } from '../../errors.js';
import { DIMENSION_KEYS, DIMENSIONS, type Dimension } from '../../study/study-cells.js';
import { escapeText } from '../plots/frame.js';
import { STUDY_STYLE, STYLE } from './page-style.js';
import { embedded, htmlPage } from './report-page.js';
import { SCRIPT } from './study-script.generated.js';
import {
  bestHtml,
  keyHtml,
  matrixHtml,
  panelsHtml,
  quantityTitle,
  type StudyPageData,
  shownContests,
  WHOLE_VIEW,
} from './study-views.js';

const FOOT =
  "T is the runtime. λ = dT/dL. ρ is the latency's share of the critical path. ΔL is the added latency at which T grows by this percentage of the cell's own T, so a slower choice may tolerate more and still be slower.";

export function renderStudy(data: StudyPageData): string {
  const body = `<header>
<h1>${escapeText(data.name)}</h1>
<p class="headline">${escapeText(studyHeadline(data))}</p>
</header>
<main>
<noscript><p>Without scripts this page shows only the first quantity.</p></noscript>
${comparedSections(data)}
${unpricedNote(data)}
${occupiedSection(data)}
${failedSection(data)}
${sectionQuery(data)}
</main>`;
  const end = `<script type="application/json" id="study-data">${embedded(data)}</script>
<script>${SCRIPT}</script>`;
  return htmlPage(
    { title: `study ${data.name}`, version: data.version, style: `${STYLE}${STUDY_STYLE}` },
    body,
    FOOT,
    end,
  );
}

/** The result of the study in a sentence or two. */
export function studyHeadline(data: StudyPageData): string {
  const failed = data.failed.reduce((sum, { commands }) => sum + commands.length, 0);
  const gaps = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(data.missing > 0 ? [`${data.missing} missing`] : []),
  ];
  const counts = `${data.cells.length} cells computed${gaps.length === 0 ? '' : `, ${gaps.join(', ')}`}.`;
  const [quantity] = data.quantities;
  const found = shownContests(data, WHOLE_VIEW);
  if (quantity === undefined || found.length === 0) return counts;
  const wins = data.names[data.compared]
    .map((name, choice) => ({ name, wins: found.filter(({ best }) => best.includes(choice)).length }))
    .filter(({ wins }) => wins > 0)
    .sort((a, b) => b.wins - a.wins);
  const alike = found.filter(({ best }) => best.length === 0).length;
  const said = wins.map(({ name, wins }) => `${name} in ${wins}`).join(', ');
  const same = alike === 0 ? '' : `${said === '' ? '' : '; '}no difference in ${alike}`;
  return `${counts} Best by ${quantityTitle(quantity)} in ${many(found.length, 'comparison')}: ${said}${same}.`;
}

function comparedSections(data: StudyPageData): string {
  if (data.quantities.length === 0)
    return '<p class="note">No cell has a runtime or a tolerance of the whole program to compare. See the table of the study.</p>';
  const key = DIMENSION_KEYS[data.compared];
  const first = escapeText(data.names[data.compared][0]);
  return `<section aria-labelledby="h-best">
<h2 id="h-best">Best of the ${key}</h2>
${controls(data)}
${keyHtml(data)}
<div id="study-matrix">${matrixHtml(data, WHOLE_VIEW)}</div>
<p class="note">The first of the ${key} is ${first}. “Next” is the second best. “=” marks a tie.</p>
</section>
<section aria-labelledby="h-panels">
<h2 id="h-panels">All cells</h2>
<p class="note" id="panels-note">Bars begin at zero; each panel has its own scale. The number after a bar is its distance from the best of its group.</p>
<div id="study-panels">${panelsHtml(data, WHOLE_VIEW)}</div>
</section>
<section aria-labelledby="h-rows">
<h2 id="h-rows">Best by row</h2>
<div id="study-best">${bestHtml(data, WHOLE_VIEW)}</div>
</section>`;
}

function unpricedNote({ unpriced: { cells, reasons } }: StudyPageData): string {
  if (cells === 0) return '';
  const list = reasons.map((reason) => `<li>${escapeText(reason)}</li>`).join('');
  return `<p class="note">Not compared: ${many(cells, 'cell')} with algorithms that the machine cannot price. Add <code>--cpu ordered --nic ordered</code> to the question.</p><ul class="note">${list}</ul>`;
}

function controls({ names, quantities }: StudyPageData): string {
  const quantity = select(
    'quantity',
    'by',
    quantities.map((one, i): [string, string] => [
      String(i),
      `${quantityTitle(one)} (${one.better} is better)`,
    ]),
  );
  const filters = DIMENSIONS.filter((dimension) => names[dimension].length > 1).map((dimension) =>
    select(`only-${dimension}`, dimension, [
      ['', 'all'],
      ...names[dimension].map((name, i): [string, string] => [String(i), name]),
    ]),
  );
  return `<form class="controls filters" autocomplete="off">${quantity}${filters.join('')}</form>`;
}

const select = (id: string, label: string, options: readonly (readonly [string, string])[]): string =>
  `<label>${escapeText(label)}<select id="${id}">${options
    .map(([value, text]) => `<option value="${value}">${escapeText(text)}</option>`)
    .join('')}</select></label>`;

/** Maximum number of command lines shown per failure. */
const SHOWN = 20;

function failedSection({ failed }: StudyPageData): string {
  if (failed.length === 0) return '';
  const groups = failed.map(({ exit, message, commands }) => {
    const more = commands.length - SHOWN;
    const lines = commands
      .slice(0, SHOWN)
      .map((command) => `<li><code>llamp-ts ${escapeText(command)}</code></li>`);
    const rest = more > 0 ? `<li>and ${more} more</li>` : '';
    return `<details><summary>${commands.length} × exit ${exit}: ${escapeText(message)}</summary><ul>${lines.join('')}${rest}</ul></details>`;
  });
  return `<section class="failures" aria-labelledby="h-failed">
<h2 id="h-failed">Failures</h2>
${groups.join('\n')}
</section>`;
}

function occupiedSection({ occupied }: StudyPageData): string {
  if (occupied.length === 0) return '';
  const rows = occupied.map(
    ({ network, text, inputs }) =>
      `<tr><th scope="row">${escapeText(network)}</th><td>${escapeText(text)}</td><td>${inputs.map(escapeText).join('<br>')}</td></tr>`,
  );
  return `<section aria-labelledby="h-occupied">
<h2 id="h-occupied">Occupied part of each network</h2>
<p class="note">Answers depend only on the switches and wires between the nodes of the ranks. On other nodes, another network may be best.</p>
<table><tbody>${rows.join('')}</tbody></table>
</section>`;
}

function sectionQuery({ names }: StudyPageData): string {
  const row = (dimension: Dimension): string =>
    `<tr><th scope="row">${DIMENSION_KEYS[dimension]}</th><td>${names[dimension].map(escapeText).join('<br>')}</td></tr>`;
  return `<section aria-labelledby="h-dimensions">
<h2 id="h-dimensions">Dimensions of the study</h2>
<table><tbody>${DIMENSIONS.map(row).join('')}</tbody></table>
</section>`;
}
