/** The page around the report: what can be changed, and the numbers at once. */

import { embedded } from '../../report/html/render.js';
import { STYLE } from '../../report/html/style.js';
import { escapeText } from '../../report/plots/frame.js';
import { DEFAULT_RANGE } from '../flags/report.js';
import { VERSION } from '../output/version.js';
import { PAGE_FIELDS } from './fields.js';
import { SCRIPT } from './script.generated.js';
import type { Names } from './settings.js';
import type { CollectiveChoices, Setup } from './wire.js';

export interface PageFacts {
  readonly title: string;
  readonly setup: Setup;
  readonly names: Names;
  readonly collectives: readonly CollectiveChoices[];
  /** A topology of the command line, which the page cannot change. */
  readonly topology: string | undefined;
}

const LIVE_STYLE = `
#live { max-width: 1060px; margin: 0 auto; padding: 14px 20px 0; }
#live form { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 8px 14px; }
#live label { color: var(--faint); display: block; }
#live input, #live select { display: block; width: 100%; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: 3px; padding: 3px 6px; }
#live :disabled { opacity: .55; }
#live-numbers { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 12px 0 0; padding: 8px 12px; background: var(--panel); border: 1px solid var(--line); border-radius: 4px; list-style: none; font-variant-numeric: tabular-nums; }
#live-numbers b { font-size: 17px; margin-left: 5px; }
#live-status { color: var(--faint); margin: 4px 0 0; min-height: 1.5em; }
#live-problem { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 6px solid var(--zone-3); background: var(--panel); padding: 8px 12px; margin: 8px 0 0; }
#report header { padding-top: 10px; }
section[aria-busy=true] { opacity: .45; }
@media print { #live form, #live-status { display: none; } }
`;

/** The page; `nonce` lets its script run. */
export function livePage(facts: PageFacts, nonce: string): string {
  const title = escapeText(`${facts.title}: latency tolerance, live`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="llamp-ts ${escapeText(VERSION)}">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${STYLE}${LIVE_STYLE}</style>
</head>
<body>
<div id="live">
<form id="live-form" autocomplete="off" aria-label="the machine">
${fields(facts)}
</form>
<ul id="live-numbers" aria-label="at this machine">
${['T', 'λ', 'ρ'].map((name, i) => `<li>${name}<b id="live-${['runtime', 'lambda', 'rho'][i]}">…</b></li>`).join('\n')}
</ul>
<p id="live-status" role="status">reading the program …</p>
<p id="live-problem" role="alert" hidden></p>
</div>
<div id="report"></div>
<footer>T: runtime; λ: how much T grows per added latency, the messages on the critical path, or the wires that they cross where there is a topology; ρ: share of the critical path that is latency. Computed on this computer by llamp-ts ${escapeText(VERSION)}.</footer>
<script type="application/json" id="live-setup" nonce="${nonce}">${embedded(facts.setup)}</script>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

function fields({ setup, names, collectives, topology }: PageFacts): string {
  const { settings } = setup;
  const text = (id: string, label: string, value: string, example: string): string =>
    `<label>${label}<input id="live-${id}" value="${escapeText(value)}" placeholder="${escapeText(example)}" spellcheck="false"></label>`;
  const choice = (id: string, label: string, value: string, options: readonly Option[]): string =>
    `<label>${label}<select id="live-${id}">${options.map((one) => option(one, value)).join('')}</select></label>`;
  const plain = (list: readonly string[]): Option[] => list.map((name) => ({ value: name, name }));
  const site =
    topology === undefined
      ? [
          choice('platform', 'platform', settings.platform, [
            { value: '', name: 'none' },
            ...plain(names.platforms),
          ]),
          choice('mapBy', 'ranks mapped by', settings.mapBy, [{ value: '', name: 'default' }]),
        ]
      : [`<label>topology<input value="${escapeText(topology)}" disabled></label>`];
  return [
    choice('machine', 'machine', settings.machine, plain(names.machines)),
    ...PAGE_FIELDS.map(({ field, label, example, flag: { options } }) =>
      options === undefined
        ? text(field, label, settings[field], example)
        : choice(field, label, settings[field], plain(options)),
    ),
    ...site,
    text('range', 'range of L', settings.range, DEFAULT_RANGE),
    text('pct', 'slowdowns in %', settings.pct, '1,2,5'),
    ...collectives.map(({ collective, choices }) => {
      const chosen =
        settings.collectives.find((one) => one.startsWith(`${collective}=`) && !one.includes('@')) ?? '';
      const all = choices.includes(chosen) ? choices : [chosen, ...choices];
      const options = all.map((value) =>
        option({ value, name: value === '' ? 'default' : value.slice(collective.length + 1) }, chosen),
      );
      return `<label>${escapeText(collective)}<select data-collective="${escapeText(collective)}">${options.join('')}</select></label>`;
    }),
  ].join('\n');
}

interface Option {
  readonly value: string;
  readonly name: string;
}

const option = ({ value, name }: Option, chosen: string): string =>
  `<option value="${escapeText(value)}"${value === chosen ? ' selected' : ''}>${escapeText(name)}</option>`;
