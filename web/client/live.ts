/** The script of `llamp-ts view`: sends what is typed, shows the numbers at once, the curve and the paths as they come. */
import type { Answers, LiveAnswer, LivePage, Question, Settings, Setup } from '../../src/cli/view/wire.js';
import { TOKEN_HEADER } from '../../src/cli/view/wire.js';
import type { Timeline } from '../../src/report/html/data.js';
import { percent, plain } from '../../src/report/plots/numbers.js';
import { formatTime } from '../../src/units/units.js';
import { byId, html, inputById } from './dom.js';
import { openReport } from './open.js';
import type { ReportState } from './state.js';

/** While someone types, the text is not yet what they mean. */
const TYPING_MS = 250;
/** Fields of the form have this before their names. */
const PREFIX = 'live-';

const setup: Setup = JSON.parse(byId('live-setup').textContent ?? '');
const token = new URLSearchParams(location.search).get('token') ?? '';
let asked = new AbortController();
let shown = new AbortController();
let state: ReportState | null = null;
let timer = 0;

const form = byId('live-form');
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', (event) => {
  clearTimeout(timer);
  const typed = event.target instanceof HTMLInputElement;
  timer = setTimeout(update, typed ? TYPING_MS : 0);
});
showLevels(setup.settings.mapBy);
update();

function update(): void {
  asked.abort();
  asked = new AbortController();
  delete document.documentElement.dataset.ready;
  const { signal } = asked;
  showLevels(selected('mapBy'));
  computeAll(settings(), signal).catch((error: unknown) => {
    if (signal.aborted) return;
    say('not computed: what is shown is of the settings before');
    refuse(error instanceof Error ? error.message : String(error));
  });
}

async function computeAll(wanted: Settings, signal: AbortSignal): Promise<void> {
  say('computing …');
  const answer = await ask('answer', wanted, signal);
  refuse('');
  showNumbers(answer);
  // Before the first whole page there are no paths to keep beside a new curve.
  if (state !== null) {
    say('drawing the curve …');
    showPage(await ask('curve', wanted, signal), state.data.timeline);
  }
  say('drawing the critical paths …');
  showPage(await ask('report', wanted, signal));
  say(`up to date: ${plain(answer.operations)} operations, the numbers in ${Math.ceil(answer.took)} ms`);
  document.documentElement.dataset.ready = 'true';
}

async function ask<Kind extends Question>(
  question: Kind,
  wanted: Settings,
  signal: AbortSignal,
): Promise<Answers[Kind]> {
  const response = await send(question, wanted, signal);
  const value = await response.json();
  if (response.ok) return value;
  throw new Error(typeof value?.error === 'string' ? value.error : `refused (${response.status})`);
}

async function send(question: Question, wanted: Settings, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/api/${question}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [TOKEN_HEADER]: token },
      body: JSON.stringify(wanted),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error('llamp-ts view has ended: start it again, and open the address that it prints');
  }
}

/** What the form says; a field that a site replaces says nothing. */
function settings(): Settings {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[id^="${PREFIX}"]`);
  const texts = [...fields].map(({ id, disabled, value }) => [
    id.slice(PREFIX.length),
    disabled ? '' : value.trim(),
  ]);
  const collectives = [...document.querySelectorAll<HTMLSelectElement>('select[data-collective]')];
  return {
    ...setup.settings,
    ...Object.fromEntries(texts),
    collectives: [
      ...setup.fixedCollectives,
      ...collectives.map((one) => one.value).filter((value) => value !== ''),
    ],
  };
}

/** What is chosen; '' where the page has no such choice. */
function selected(id: string): string {
  const found = document.getElementById(`live-${id}`);
  return found instanceof HTMLSelectElement ? found.value : '';
}

/** The levels of the platform, and the fields that it replaces. */
function showLevels(chosen: string): void {
  const platform = selected('platform');
  const topology = document.getElementById('live-platform') === null;
  const { replaced } = setup;
  for (const name of replaced.platform)
    inputById(`${PREFIX}${name}`).disabled =
      platform !== '' || (topology && replaced.topology.includes(name));
  const levels = document.getElementById('live-mapBy');
  if (!(levels instanceof HTMLSelectElement)) return;
  levels.disabled = platform === '';
  const names = setup.levels[platform] ?? [];
  levels.replaceChildren(
    html('option', { value: '' }, 'default'),
    ...names.map((name) => html('option', { value: name }, name)),
  );
  levels.value = names.includes(chosen) ? chosen : '';
}

function showNumbers(answer: LiveAnswer): void {
  const list = byId('live-numbers');
  for (const old of [...list.querySelectorAll('.live-tolerance')]) old.remove();
  const set = (id: string, value: number, text: string): void => {
    const cell = byId(id);
    cell.dataset.value = String(value);
    cell.textContent = text;
  };
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
  for (const [name, text] of Object.entries(answer.values)) {
    const field = byId(`${PREFIX}${name}`);
    // What is chosen from a list has no empty field.
    if (field instanceof HTMLInputElement) field.placeholder = text;
  }
}

/** Puts a page in place of the one before; `timeline`: that of the page before, until its own is drawn. */
function showPage(page: LivePage, timeline?: Timeline): void {
  shown.abort();
  shown = new AbortController();
  const data = timeline === undefined ? page.data : { ...page.data, timeline };
  const box = byId('report');
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : undefined;
  const moved = state !== null && state.x !== state.data.curve.base ? state.x : undefined;
  // Made by renderReport, which escapes what comes from the input; the policy lets no script in.
  box.innerHTML = page.body;
  state = openReport(data, shown.signal);
  if (moved !== undefined) state.moveTo(moved);
  if (timeline !== undefined)
    for (const id of ['timeline', 'origin-heat'])
      byId(id).closest('section')?.setAttribute('aria-busy', 'true');
  if (focused !== undefined && focused !== '')
    document.getElementById(focused)?.focus({ preventScroll: true });
}

function say(text: string): void {
  byId('live-status').textContent = text;
}

function refuse(message: string): void {
  const box = byId('live-problem');
  box.textContent = message;
  box.hidden = message === '';
}
