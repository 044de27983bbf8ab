/** The script of `llamp-ts view`: sends the form, shows the numbers at once, then the curve and the paths. */
import {
  type Answers,
  isNoisy,
  type LivePage,
  type Query,
  type Question,
  type Refused,
  type SettingName,
  type Settings,
  type Setup,
  TOKEN_HEADER,
  withoutNoise,
} from '../../src/cli/view/wire.js';
import type { Timeline } from '../../src/report/page/report-data.js';
import { plain } from '../../src/report/plots/scales.js';
import { byId } from './dom.js';
import { LiveForm } from './live-form.js';
import { LaterSection } from './live-later.js';
import { LinkedAddress } from './live-link.js';
import { showNumbers } from './live-numbers.js';
import { openReport } from './open.js';
import type { ReportState } from './state.js';

/** Delay after a key, because text is incomplete while someone types. */
const TYPING_MS = 250;

/** An error from the server. */
class Refusal extends Error {
  readonly field: SettingName | undefined;
  constructor({ error, field }: Refused) {
    super(error);
    this.field = field;
  }
}

const setup: Setup = JSON.parse(byId('live-setup').textContent ?? '');
const token = new URLSearchParams(location.search).get('token') ?? '';
const form = new LiveForm(setup);
const silences = new LaterSection('h-silences', 'h-shared', 'h-noise');
const shared = new LaterSection('h-shared', 'h-noise');
const noise = new LaterSection('h-noise');
const address = new LinkedAddress(setup.settings, restore);
let request = new AbortController();
let shown = new AbortController();
let state: ReportState | null = null;
/** Settings of the curve on the page, once there is one. */
let current: Settings | null = null;
let pinned: Settings | null = null;
/** Settings of the page without noise, as text; '' while it is incomplete. */
let whole = '';
let timer = 0;
/** Warning about unknown settings in the address. */
let notice = '';

form.element.addEventListener('input', ({ target }) => {
  clearTimeout(timer);
  const by = target instanceof HTMLElement ? target.id || (target.dataset.collective ?? '') : '';
  const change = (): void => {
    notice = '';
    form.follow();
    remember(by);
    update();
  };
  timer = setTimeout(change, target instanceof HTMLInputElement ? TYPING_MS : 0);
});
byId('live-pin').addEventListener('click', () => pin(current));
byId('live-unpin').addEventListener('click', () => {
  pin(null);
  byId('live-pin').focus();
});
byId('live-link').addEventListener('click', () => void copyLink());
restore();

/** Restores the settings from the address. */
function restore(): void {
  clearTimeout(timer);
  const { settings, pinned: other } = address.read();
  pinned = other;
  const unknown = form.write(settings).join(', ');
  notice = unknown === '' ? '' : `this page ignores unknown settings of the address: ${unknown}`;
  update();
}

function pin(settings: Settings | null): void {
  pinned = settings;
  remember(settings === null ? 'unpin' : 'pin');
  update();
}

function remember(by: string): void {
  address.write({ settings: form.settings(), pinned }, by);
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    say('link copied; it works while this server runs, for anyone on this computer who has it');
  } catch {
    say('the browser does not allow copying; use the address of this page as the link');
  }
}

function update(): void {
  request.abort();
  request = new AbortController();
  delete document.documentElement.dataset.ready;
  byId('live-unpin').hidden = pinned === null;
  const { signal } = request;
  computeAll(form.settings(), signal).catch((error: unknown) => {
    if (signal.aborted) return;
    say('not computed; the page shows the previous settings');
    const field = error instanceof Refusal ? error.field : undefined;
    form.refuse(error instanceof Error ? error.message : String(error), field);
  });
}

async function computeAll(settings: Settings, signal: AbortSignal): Promise<void> {
  say('computing …');
  const wanted: Query = pinned === null ? settings : { ...settings, pinned };
  const answer = await ask('answer', wanted, signal);
  form.refuse(notice);
  showNumbers(answer);
  form.showDefaults(answer.values);
  const own = JSON.stringify(withoutNoise(wanted));
  if (whole !== own) {
    whole = '';
    await drawAll(settings, wanted, signal);
    whole = own;
  }
  current = settings;
  noise.show(await noiseOf(settings, signal));
  say(`up to date; ${plain(answer.operations)} operations, computed in ${Math.ceil(answer.took)} ms`);
  document.documentElement.dataset.ready = 'true';
}

/** The page without its noise. */
async function drawAll(settings: Settings, wanted: Query, signal: AbortSignal): Promise<void> {
  // Before the first complete page there are no paths to show with a new curve.
  if (state !== null) {
    say('drawing the curve …');
    showPage(await ask('curve', wanted, signal), settings, state.data.timeline);
  }
  say('drawing the critical paths …');
  showPage(await ask('report', wanted, signal), settings);
  say('computing the program without single lines …');
  silences.show((await ask('silences', settings, signal)).section);
  say('computing contention …');
  shared.show((await ask('shared', settings, signal)).section);
}

async function noiseOf(settings: Settings, signal: AbortSignal): Promise<string> {
  if (!isNoisy(settings)) return '';
  noise.keep();
  say('simulating noise …');
  return (await ask('noise', settings, signal)).section;
}

async function ask<Kind extends Question>(
  question: Kind,
  wanted: Query,
  signal: AbortSignal,
): Promise<Answers[Kind]> {
  const response = await send(question, wanted, signal);
  const value = await response.json();
  if (response.ok) return value;
  throw new Refusal(typeof value?.error === 'string' ? value : { error: `refused (${response.status})` });
}

async function send(question: Question, wanted: Query, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/api/${question}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [TOKEN_HEADER]: token },
      body: JSON.stringify(wanted),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error('llamp-ts view is not running; restart it, and open the address that it prints');
  }
}

/** Replaces the page; `timeline`: that of the previous page, until the new one is drawn. */
function showPage(page: LivePage, settings: Settings, timeline?: Timeline): void {
  shown.abort();
  shown = new AbortController();
  const data = timeline === undefined ? page.data : { ...page.data, timeline };
  const box = byId('report');
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : undefined;
  const moved = state !== null && state.x !== state.data.curve.base ? state.x : undefined;
  // Made by renderReport, which escapes the input; the policy blocks scripts.
  box.innerHTML = page.body;
  silences.keep();
  shared.keep();
  noise.keep();
  state = openReport(data, shown.signal);
  current = settings;
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
