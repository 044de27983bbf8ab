/** The report as one HTML file that asks for nothing else. */
import { escapeText } from '../plots/frame.js';
import { curveSection } from './curve-section.js';
import type { ReportData } from './data.js';
import { noiseSection } from './noise-section.js';
import { regionsSection } from './region-section.js';
import { SCRIPT } from './script.generated.js';
import { comparedSection, inputSection, machineSection, sitesSection, toleranceCards } from './sections.js';
import { sharedSection } from './shared-section.js';
import { STYLE } from './style.js';

/** Nothing is loaded, and nothing can be. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/** What a page is called, who made it, and how it looks. */
export interface PageHead {
  readonly title: string;
  /** Of llamp-ts; '' where nobody says. */
  readonly version: string;
  readonly style: string;
}

/** The title that a page is shown by. */
export const pageTitle = (title: string): string => escapeText(`${title}: latency tolerance`);

/** An HTML page that needs nothing else. `foot`: what its figures are, behind who made it; `end`: its scripts. */
export function htmlPage(
  { title, version, style }: PageHead,
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
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
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

/** The report as one HTML page that needs nothing else. */
export function renderReport(data: ReportData): string {
  const counted = data.curve.wires ? 'wires' : 'messages';
  const foot = `T: runtime; λ: how much T grows per added latency, the ${counted} on the critical path; ρ: share of the critical path that is latency.`;
  const end = `<script type="application/json" id="report-data">${embedded(data)}</script>
<script>${SCRIPT}</script>`;
  return htmlPage({ ...data, style: STYLE }, reportBody(data), foot, end);
}

/** What the page shows, without the page around it: the script brings it to life once it has its data. */
export function reportBody(data: ReportData): string {
  return `<header>
<h1>${pageTitle(data.title)}</h1>
<p class="headline">${escapeText(data.headline)}</p>
${toleranceCards(data)}
</header>
<main>
<noscript><p>Without scripts this page shows the curve and the tables, but no cursor and no timeline.</p></noscript>
${curveSection(data)}
${timelineSection(data)}
${originSection()}
${regionsSection(data)}
${sitesSection(data)}
${comparedSection(data)}
${sharedSection(data)}
${noiseSection(data)}
${machineSection(data)}
${inputSection(data)}
</main>`;
}

/** JSON that cannot end its script element. */
export const embedded = (data: unknown): string =>
  JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

function timelineSection(data: ReportData): string {
  const { lanes, ranksPerLane, bins, stops, pieces } = data.timeline;
  const grouped = ranksPerLane > 1 ? ` Each of the ${lanes} lanes is the mean of ${ranksPerLane} ranks.` : '';
  const some =
    stops.length < pieces
      ? ` The curve has ${pieces} pieces, each with a critical path of its own; ${stops.length} of them are drawn, the nearest to the latency is shown.`
      : '';
  const key = (kind: string, text: string): string => `<span class="key ${kind}"></span>${text}`;
  return `<section aria-labelledby="h-timeline">
<h2 id="h-timeline">The critical path</h2>
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
<p class="note timeline-keys">Keys: ← → move, + − zoom, 0 whole run, n and p walk along the path; the wheel zooms with Ctrl or Shift.</p>
<p class="note">Lanes show each rank's time in ${bins} bins as shares, by height.${grouped}${some}</p>
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
