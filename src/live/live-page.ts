/** The page that computes by itself: its form, its numbers, and what it carries. */

import { MACHINE_PRESETS } from '../machine/machine.js';
import { NOISE_DEFAULTS } from '../noise/noise-words.js';
import { PLATFORM_PRESETS, platformPreset } from '../platform/platform-presets.js';
import { offeredTopologies } from '../platform/topologies.js';
import { STYLE } from '../report/page/page-style.js';
import type { ReportData } from '../report/page/report-data.js';
import { embedded, footOf, htmlPage, reportBody } from '../report/page/report-page.js';
import { DEFAULT_RANGE } from '../report/page/report-parts.js';
import { escapeText } from '../report/plots/frame.js';
import { PAGE_FIELDS, SITE_TEXTS } from './fields.js';
import { NOISE_TEXTS } from './live-noise.js';
import { packed } from './packed-values.js';
import { type SettingName, settingsOf } from './settings.js';
import type { CarriedPage, Viewed } from './workbench.js';

// The form of the page: a field for each setting. The collectives of a program come with it.

interface Option {
  readonly value: string;
  readonly name: string;
}

const SPECS = 'live-specs';

export function formFields({ machine, platforms }: Pick<Viewed, 'machine' | 'platforms'>): string {
  const machines = new Set([...(machine === null ? [] : [machine.name]), ...Object.keys(MACHINE_PRESETS)]);
  return [
    choice('machine', 'machine', plain([...machines])),
    ...PAGE_FIELDS.map(({ field, label, example, flag: { options } }) =>
      options === undefined
        ? text(field, label, example)
        : choice(field, label, [DEFAULT, ...plain(options)]),
    ),
    choice('platform', 'platform', [{ value: '', name: 'none' }, ...plain(Object.keys(platforms))]),
    choice('map-by', 'ranks mapped by', [DEFAULT]),
    ...SITE_TEXTS.map(({ field, label, example }) =>
      text(field, label, example, field === 'topology' ? ` list="${SPECS}"` : ''),
    ),
    specs(),
    text('latency-range', 'range of L', DEFAULT_RANGE),
    text('pct', 'slowdowns in %', '1,2,5'),
    '<div id="live-collectives"></div>',
    noiseFields(),
  ].join('\n');
}

const text = (id: SettingName, label: string, example: string, more = ''): string =>
  cell(
    `<label>${label}<input id="live-${id}" placeholder="${escapeText(example)}" spellcheck="false"${more}></label>`,
  );

const choice = (id: SettingName, label: string, options: readonly Option[]): string =>
  cell(`<label>${label}<select id="live-${id}">${options.map(option).join('')}</select></label>`);

function noiseFields(): string {
  const sources = NOISE_TEXTS.map(({ field, label, examples }) => {
    const list = `live-${field}-examples`;
    return text(field, label, 'none', ` list="${list}"`) + offered(list, examples);
  });
  const { samples, seed } = NOISE_DEFAULTS;
  const draws = [text('samples', 'runs', String(samples)), text('seed', 'seed', String(seed))];
  return `<fieldset><legend>noise</legend>${[...sources, ...draws].join('\n')}</fieldset>`;
}

const DEFAULT: Option = { value: '', name: 'default' };

const cell = (body: string): string => `<div class="cell">${body}</div>`;

const plain = (list: readonly string[]): Option[] => list.map((name) => ({ value: name, name }));

/** Families of topologies with their keys. */
function specs(): string {
  const options = offeredTopologies().map(
    ({ spec, summary }) => `<option value="${escapeText(spec)}" label="${escapeText(summary)}"></option>`,
  );
  return `<datalist id="${SPECS}">${options.join('')}</datalist>`;
}

function offered(id: string, values: readonly string[]): string {
  const options = values.map((value) => `<option value="${escapeText(value)}"></option>`);
  return `<datalist id="${id}">${options.join('')}</datalist>`;
}

const option = ({ value, name }: Option): string =>
  `<option value="${escapeText(value)}">${escapeText(name)}</option>`;

// The page: the form, the numbers and the report, and what computes them.

/** Scripts that the build makes. */
export interface LiveScripts {
  /** Of the page. */
  readonly page: string;
  /** SHA-256 of that, in base64: the policy lets no other script run. */
  readonly pageHash: string;
  /** Of its worker. */
  readonly engine: string;
}

/** All that the page carries, packed, with gzip, in base64; and the report that is shown first, of a page with a program. */
interface Content {
  readonly packed: string;
  readonly data: ReportData | null;
}

const LIVE_STYLE = `
#live { max-width: 1060px; margin: 0 auto; padding: 14px 20px 0; }
#live form { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 8px 14px; }
#live fieldset { grid-column: 1 / -1; min-width: 0; display: flex; flex-wrap: wrap; gap: 8px 14px; margin: 4px 0 0; padding: 6px 0 0; border: 0; border-top: 1px solid var(--line); }
#live legend { padding: 0 8px 0 0; color: var(--faint); }
#live fieldset .cell { flex: 1 1 110px; }
#live fieldset .cell:has(#live-jitter) { flex-basis: 290px; }
#live fieldset .cell:has(#live-os-noise) { flex-basis: 205px; }
#live fieldset .cell:has(#live-delay) { flex-basis: 140px; }
#live fieldset .cell:has(#live-samples, #live-seed) { flex-basis: 70px; }
#live label { color: var(--faint); display: block; }
#live input, #live select { display: block; width: 100%; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: 3px; padding: 3px 6px; }
#live-collectives { display: contents; }
#live :disabled { opacity: .55; }
#live [aria-invalid=true] { border-color: var(--zone-3); outline: 1px solid var(--zone-3); }
#live-numbers { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 12px 0 0; padding: 8px 12px; background: var(--panel); border: 1px solid var(--line); border-radius: 4px; list-style: none; font-variant-numeric: tabular-nums; }
#live-numbers b { font-size: 17px; margin-left: 5px; }
#live-status { color: var(--faint); margin: 4px 0 0; min-height: 1.5em; }
#live .cell { min-width: 0; }
#live .cell #live-problem { border-left-width: 3px; padding: 4px 8px; margin-top: 4px; font-size: 13px; }
#live .controls { margin-bottom: 0; }
#live-problem { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 6px solid var(--zone-3); background: var(--panel); padding: 8px 12px; margin: 8px 0 0; }
#report header { padding-top: 10px; }
section[aria-busy=true] { opacity: .45; }
@media print { #live form, #live .controls, #live-status { display: none; } }
#drop { border: 2px dashed var(--faint); border-radius: 8px; background: var(--panel); padding: 20px; margin: 0 0 14px; text-align: center; }
#drop.over { border-color: var(--accent); border-style: solid; }
#drop :is(p, input) { margin: 0 0 8px; }
`;

const DROP = `<h1>How much network latency can this MPI program tolerate?</h1>
<p class="note">This page computes everything locally. No file leaves your computer, and the page has no network access.</p>
<div id="drop">
<p><label for="files">Drop or choose a GOAL file (text or binary), or the traces of all ranks of a run (llamp-ts, liballprof, SimGrid, DUMPI or OTF2, also with gzip or zstd):</label></p>
<input type="file" id="files" multiple>
<p>No file? <button type="button" id="sample">try a sample: conjugate gradients on 4 ranks</button></p>
</div>
`;

/** The page of a program; without one, it reads files that are dropped. */
export function livePage(
  viewed: Pick<Viewed, 'machine' | 'platforms' | 'title' | 'version'>,
  { packed: content, data }: Content,
  { page, pageHash, engine }: LiveScripts,
): string {
  const levels = Object.entries(viewed.platforms).map(([name, { platform }]) => [
    name,
    platform.levels.map((level) => level.name),
  ]);
  const body = `<div id="live">
${data === null ? DROP : ''}<form id="live-form" autocomplete="off" aria-label="the machine and its noise">
${formFields(viewed)}
</form>
<ul id="live-numbers" aria-label="at this machine">
${['T', 'λ', 'ρ'].map((name, i) => `<li>${name}<b id="live-${['runtime', 'lambda', 'rho'][i]}">…</b></li>`).join('\n')}
</ul>
<p class="controls"><button type="button" id="live-pin">pin this curve</button><button type="button" id="live-unpin" hidden>unpin</button><button type="button" id="live-link">copy link</button></p>
<p id="live-status" role="status"></p>
<div id="live-problems"><p id="live-problem" role="alert" hidden></p></div>
</div>
<div id="report">${data === null ? '' : reportBody(data)}</div>`;
  const carried = (id: string, type: string, content: string): string =>
    `<script type="${type}" id="${id}">${content}</script>`;
  const end = [
    carried('live-levels', 'application/json', embedded(Object.fromEntries(levels))),
    ...(data === null ? [] : [carried('report-data', 'application/json', embedded(data))]),
    carried('live-program', 'text/plain', content),
    carried('live-engine', 'text/plain', engine),
    `<script>${page}</script>`,
  ];
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${pageHash}' 'wasm-unsafe-eval' blob:; worker-src blob:; img-src data:; form-action 'none'`;
  const head = { ...viewed, style: `${STYLE}${LIVE_STYLE}`, policy };
  return htmlPage(
    head,
    body,
    `${footOf('latencies (with a topology, wires)')} The page computes on this computer alone.`,
    end.join('\n'),
  );
}

/** The page without a program: it reads dropped files. `gzip`: as base64. */
export function emptyPage(
  version: string,
  scripts: LiveScripts,
  gzip: (bytes: Uint8Array) => string,
): string {
  const platforms = Object.keys(PLATFORM_PRESETS).map((name) => [name, platformPreset(name)]);
  const viewed: Viewed = {
    title: '',
    source: '',
    sha256: '',
    version,
    settings: settingsOf({}),
    region: null,
    measured: null,
    noiseFiles: [],
    names: [],
    warnings: [],
    given: {},
    machine: null,
    named: false,
    platforms: Object.fromEntries(platforms),
    topology: null,
    rankfile: null,
    wireClasses: false,
    allocation: null,
  };
  const page: CarriedPage = { viewed, data: null };
  const content = { packed: gzip(packed(page, ({ length }) => length)), data: null };
  return livePage({ ...viewed, title: 'llamp-ts' }, content, scripts);
}
