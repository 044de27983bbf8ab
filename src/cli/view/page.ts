/** The page around the report: what can be changed, and the numbers at once. */

import { embedded } from '../../report/html/render.js';
import { STYLE } from '../../report/html/style.js';
import { escapeText } from '../../report/plots/frame.js';
import { VERSION } from '../output/version.js';
import { formFields } from './form.js';
import type { Names } from './names.js';
import { SCRIPT } from './script.generated.js';
import type { CollectiveChoices, Setup } from './wire.js';

export interface PageFacts {
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
<footer>T: runtime; λ: how much T grows per added latency, the messages on the critical path, or the wires that they cross where there is a topology; ρ: share of the critical path that is latency. Computed on this computer by llamp-ts ${escapeText(VERSION)}.</footer>
<script type="application/json" id="live-setup" nonce="${nonce}">${embedded(facts.setup)}</script>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}
