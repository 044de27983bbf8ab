/** The numbers at the machine, shown as soon as they are known. */
import type { LiveAnswer } from '../../src/cli/view/wire.js';
import { percent, plain } from '../../src/report/plots/scales.js';
import { formatTime } from '../../src/units.js';
import { byId, html } from './dom.js';

export function showNumbers(answer: LiveAnswer): void {
  const list = byId('live-numbers');
  for (const old of [...list.querySelectorAll('.live-tolerance')]) old.remove();
  set('live-runtime', answer.runtime, formatTime(answer.runtime));
  set('live-lambda', answer.lambda, plain(answer.lambda));
  set('live-rho', answer.rho, percent(answer.rho));
  for (const { percent: slower, delta } of answer.tolerance) {
    const text = delta === null ? 'unlimited' : `+${formatTime(delta)}`;
    const value = html('b', { 'data-percent': String(slower), 'data-value': String(delta) }, text);
    const item = html('li', { class: 'live-tolerance' }, `${plain(slower)} % slower at`);
    item.append(value);
    list.append(item);
  }
}

function set(id: string, value: number, text: string): void {
  const cell = byId(id);
  cell.dataset.value = String(value);
  cell.textContent = text;
}
