/** A program behind a server: its threads, its page, its first settings. */

import { DEFAULT_MACHINE } from '../../machine/machine.js';
import { offeredTopologies } from '../../platform/topologies.js';
import { STYLE } from '../../report/page/page-style.js';
import { embedded } from '../../report/page/report-page.js';
import { escapeText } from '../../report/plots/frame.js';
import { NOISE_DEFAULTS, type NoiseDrawFlags, type NoiseSourceFlags } from '../input/noise-input.js';
import { loadPlatform } from '../pipeline/site-of-flags.js';
import { DEFAULT_RANGE } from '../present/report-data.js';
import { packageVersion } from '../process/package-files.js';
import { algorithmChoices, PAGE_FIELDS, REPLACED_FIELDS, SITE_TEXTS } from './fields.js';
import { SCRIPT } from './script.generated.js';
import { computeInThreads, type RunningServer, startServer } from './server.js';
import {
  allowedNames,
  machineSettings,
  type Names,
  NOISE_TEXTS,
  noiseSettings,
  readSettings,
} from './settings.js';
import type { CollectiveChoices, SettingName, Settings, Setup } from './wire.js';
import type { ViewedProgram } from './workbench.js';

// The form of the page: a field for each setting.

interface Option {
  readonly value: string;
  readonly name: string;
}

/** Fields of the form, and their first values. */
interface FormFacts {
  readonly settings: Settings;
  readonly names: Names;
  readonly collectives: readonly CollectiveChoices[];
}

const SPECS = 'live-specs';

export function formFields({ settings, names, collectives }: FormFacts): string {
  const text: TextField = (id, label, example, more = '') =>
    cell(
      `<label>${label}<input id="live-${id}" value="${escapeText(settings[id])}" placeholder="${escapeText(example)}" spellcheck="false"${more}></label>`,
    );
  const choice = (id: SettingName, label: string, options: readonly Option[]): string =>
    cell(
      `<label>${label}<select id="live-${id}">${options.map((one) => option(one, settings[id])).join('')}</select></label>`,
    );
  return [
    choice('machine', 'machine', plain(names.machines)),
    ...PAGE_FIELDS.map(({ field, label, example, flag: { options } }) =>
      options === undefined
        ? text(field, label, example)
        : choice(field, label, [DEFAULT, ...plain(options)]),
    ),
    choice('platform', 'platform', [{ value: '', name: 'none' }, ...plain(names.platforms)]),
    choice('mapBy', 'ranks mapped by', [DEFAULT]),
    ...SITE_TEXTS.map(({ field, label, example }) =>
      text(field, label, example, field === 'topology' ? ` list="${SPECS}"` : ''),
    ),
    specs(),
    text('range', 'range of L', DEFAULT_RANGE),
    text('pct', 'slowdowns in %', '1,2,5'),
    ...collectives.map((one) => cell(algorithms(one, settings))),
    noiseFields(text),
  ].join('\n');
}

type TextField = (id: SettingName, label: string, example: string, more?: string) => string;

function noiseFields(text: TextField): string {
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

function algorithms({ collective, choices }: CollectiveChoices, settings: Settings): string {
  const chosen =
    settings.collectives.find((one) => one.startsWith(`${collective}=`) && !one.includes('@')) ?? '';
  const all = choices.includes(chosen) ? choices : [chosen, ...choices];
  const options = all.map((value) =>
    option({ value, name: value === '' ? 'default' : value.slice(collective.length + 1) }, chosen),
  );
  return `<label>${escapeText(collective)}<select data-collective="${escapeText(collective)}">${options.join('')}</select></label>`;
}

const option = ({ value, name }: Option, chosen: string): string =>
  `<option value="${escapeText(value)}"${value === chosen ? ' selected' : ''}>${escapeText(name)}</option>`;

// The page around the report: the form, and the numbers.

interface PageFacts {
  readonly title: string;
  readonly setup: Setup;
  readonly names: Names;
  readonly collectives: readonly CollectiveChoices[];
}

const LIVE_STYLE = `
#live { max-width: 1060px; margin: 0 auto; padding: 14px 20px 0; }
#live form { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 8px 14px; }
#live fieldset { grid-column: 1 / -1; min-width: 0; display: flex; flex-wrap: wrap; gap: 8px 14px; margin: 4px 0 0; padding: 6px 0 0; border: 0; border-top: 1px solid var(--line); }
#live legend { padding: 0 8px 0 0; color: var(--faint); }
#live fieldset .cell { flex: 1 1 110px; }
#live fieldset .cell:has(#live-jitter) { flex-basis: 290px; }
#live fieldset .cell:has(#live-osNoise) { flex-basis: 205px; }
#live fieldset .cell:has(#live-delay) { flex-basis: 140px; }
#live fieldset .cell:has(#live-samples, #live-seed) { flex-basis: 70px; }
#live label { color: var(--faint); display: block; }
#live input, #live select { display: block; width: 100%; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: 3px; padding: 3px 6px; }
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
`;

/** The page; `nonce` lets its script run. */
function livePage(facts: PageFacts, nonce: string): string {
  const title = escapeText(`${facts.title}: latency tolerance, live`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="llamp-ts ${escapeText(packageVersion())}">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${STYLE}${LIVE_STYLE}</style>
</head>
<body>
<div id="live">
<form id="live-form" autocomplete="off" aria-label="the machine and its noise">
${formFields({ ...facts, settings: facts.setup.settings })}
</form>
<ul id="live-numbers" aria-label="at this machine">
${['T', 'λ', 'ρ'].map((name, i) => `<li>${name}<b id="live-${['runtime', 'lambda', 'rho'][i]}">…</b></li>`).join('\n')}
</ul>
<p class="controls"><button type="button" id="live-pin">pin this curve</button><button type="button" id="live-unpin" hidden>unpin</button><button type="button" id="live-link">copy link</button></p>
<p id="live-status" role="status">reading the program …</p>
<div id="live-problems"><p id="live-problem" role="alert" hidden></p></div>
</div>
<div id="report"></div>
<footer>T: runtime; λ: growth of T per added latency, which is the number of messages (with a topology, wires) on the critical path; ρ: share of the critical path that is latency. Computed on this computer by llamp-ts ${escapeText(packageVersion())}.</footer>
<script type="application/json" id="live-setup" nonce="${nonce}">${embedded(facts.setup)}</script>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

interface Beginning {
  readonly port: number;
  readonly range: string;
  readonly pct: string;
  readonly noise: NoiseSourceFlags & NoiseDrawFlags;
  /** As on the command line, such as `allreduce=ring`. */
  readonly collectives: readonly string[];
}

/** Serves until it is closed. `tell` receives bugs. Throws UsageError, and InputError for collectives that do not fit. */
export async function serveProgram(
  viewed: ViewedProgram,
  begin: Beginning,
  tell: (message: string) => void,
): Promise<RunningServer> {
  const names = allowedNames(viewed.machine);
  const collectives = algorithmChoices(viewed.program);
  const settings = readSettings(firstSettings(viewed, begin), names);
  const setup: Setup = {
    settings,
    levels: Object.fromEntries(names.platforms.map((name) => [name, levelsOf(name)])),
    replaced: REPLACED_FIELDS,
    fixedCollectives: begin.collectives.filter((one) => !isChoice(collectives, one)),
  };
  const { title } = viewed;
  const compute = computeInThreads(viewed);
  try {
    const server = await startServer({
      port: begin.port,
      names,
      compute,
      page: (nonce) => livePage({ title, setup, names, collectives }, nonce),
      onBug: (error) => tell(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    });
    return {
      ...server,
      close: async () => {
        await server.close();
        await compute.close();
      },
    };
  } catch (error) {
    await compute.close();
    throw error;
  }
}

function firstSettings({ machine }: ViewedProgram, { range, pct, noise, collectives }: Beginning): Settings {
  return {
    ...machineSettings({ ...machine, machine: machine.machine ?? DEFAULT_MACHINE }),
    range,
    pct,
    ...noiseSettings(noise),
    collectives,
  };
}

const levelsOf = (platform: string): string[] =>
  loadPlatform(platform).platform.levels.map(({ name }) => name);

/** Whether a choice of the command line holds for all sizes of one collective, as those of the page do; others are kept. */
const isChoice = (collectives: readonly CollectiveChoices[], spec: string): boolean =>
  !spec.includes('@') && collectives.some(({ collective }) => spec.startsWith(`${collective}=`));
