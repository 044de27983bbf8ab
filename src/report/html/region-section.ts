/** λ by function of the program: the tree of its calls, which opens and closes without a script. */
import { escapeText } from '../plots/frame.js';
import { percent, plain } from '../plots/numbers.js';
import type { ReportData, ReportRegion } from './data.js';
import { machineLatency } from './machine-latency.js';

/** Least part of λ that a function of the tree has. */
const SHOWN_SHARE = 0.01;

const HEADS = ['function', 'λ', 'of λ', 'of T', 'own λ', 'of λ', 'mostly in'];

/** Nothing where the input does not tell functions, or no message of theirs is on the critical path. */
export function regionsSection({ regions, curve }: ReportData): string {
  const shown = regions.filter(({ ofLambda }) => ofLambda >= SHOWN_SHARE);
  if (shown.length === 0) return '';
  const head = HEADS.map((text) => `<span>${escapeText(text)}</span>`).join('');
  const left = regions.length - shown.length;
  const more = left > 0 ? ` ${left} more have less than 1 % each.` : '';
  const note = `At ${escapeText(machineLatency(curve))}, wherever the cursor stands: λ counts in every function above a call, own λ adds up.${more}`;
  return `<section aria-labelledby="h-regions"><h2 id="h-regions">By function</h2>
<div class="scroll"><div class="regions"><div class="region-row region-head" aria-hidden="true">${head}</div><ul>${itemsOf(shown)}</ul></div></div>
<p class="note">${note}</p></section>`;
}

/** Lists within lists: rows stand behind those that they lie in. */
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

/** What a row says to those who do not see its columns; its depth indents it. */
function labelOf(row: ReportRegion): string {
  const own = `its own ${plain(row.ownLambda)}, ${percent(row.ownOfLambda)}`;
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
  // Names of C++ break where their parts meet.
  const name = escapeText(row.name).replaceAll(/::|\(/g, '$&<wbr>');
  return `<span class="region-name">${name}${place}${bar}</span>${numbers.join('')}<span>${escapeText(call)}</span>`;
}
