/** The script of the page that computes by itself: reads the form, shows the numbers at once, then the curve and the paths. */
import { isNoisy, type Query, type Settings, type Setup, withoutNoise } from '../../src/live/settings.js';
import type { ReportData, Timeline } from '../../src/report/page/report-data.js';
import { reportBody } from '../../src/report/page/report-page.js';
import {
  noiseSection,
  sharedSection,
  silencesSection,
  unsharedSection,
} from '../../src/report/page/report-sections.js';
import { plain } from '../../src/report/plots/scales.js';
import { byId } from './dom.js';
import { Engine, Refusal } from './live-engine.js';
import { LiveForm } from './live-form.js';
import { LaterSection, LinkedAddress, showNumbers } from './live-parts.js';
import { openReport } from './open.js';
import type { ReportState } from './state.js';

/** Delay after a key, because text is incomplete while someone types. */
const TYPING_MS = 250;

const form = new LiveForm();
const silences = new LaterSection('h-silences', 'h-shared', 'h-noise');
const shared = new LaterSection('h-shared', 'h-noise');
const noise = new LaterSection('h-noise');
let engine: Engine | null = null;
let address: LinkedAddress | null = null;
let request = new AbortController();
let shown = new AbortController();
let state: ReportState | null = null;
/** Settings of the curve on the page, once there is one. */
let current: Settings | null = null;
let pinned: Settings | null = null;
/** Settings of the page without noise, as text; '' while it is incomplete. */
let whole = '';
/** Whether all critical paths of the curve are drawn: a written page has the first alone. */
let drawn = false;
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

/** Opens the page's own program. */
export function openCarried(): void {
  const data: ReportData = JSON.parse(byId('report-data').textContent ?? '');
  state = openReport(data, shown.signal);
  void openProgram([], (setup) => {
    whole = JSON.stringify(withoutNoise(setup.settings));
    current = setup.settings;
  });
}

/** Opens the program of `files`, or the page's own. `begin`: called before anything is computed. */
export async function openProgram(files: readonly File[], begin: (setup: Setup) => void): Promise<void> {
  request.abort();
  engine?.close();
  engine = null;
  say('reading the program …');
  let opening: Engine | null = null;
  try {
    opening = new Engine();
    const setup = await opening.open(files);
    engine = opening;
    form.open(setup);
    begin(setup);
    address ??= new LinkedAddress(setup.settings, restore);
    restore();
  } catch (error) {
    opening?.close();
    say(files.length === 0 ? 'the report below is that of the written settings' : '');
    form.refuse(textOf(error));
    document.documentElement.dataset.ready = 'refused';
  }
}

/** Empties the page for another program. */
export function forget(): void {
  shown.abort();
  state = null;
  whole = '';
  byId('report').replaceChildren();
  for (const section of [silences, shared, noise]) section.forget();
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Restores the settings from the address. */
function restore(): void {
  clearTimeout(timer);
  if (address === null) return;
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
  address?.write({ settings: form.settings(), pinned }, by);
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    say('link copied; it works for anyone who has this file at the same address');
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
  if (engine === null) return;
  computeAll(engine, form.settings(), signal).catch((error: unknown) => {
    if (signal.aborted) return;
    say('not computed; the page shows the previous settings');
    form.refuse(textOf(error), error instanceof Refusal ? error.field : undefined);
  });
}

async function computeAll(engine: Engine, settings: Settings, signal: AbortSignal): Promise<void> {
  say('computing …');
  const wanted: Query = pinned === null ? settings : { ...settings, pinned };
  const answer = await engine.ask('answer', wanted, signal);
  form.refuse(notice);
  showNumbers(answer);
  form.showDefaults(answer.values);
  const own = JSON.stringify(withoutNoise(wanted));
  if (whole !== own) {
    whole = '';
    await drawAll(engine, settings, wanted, signal);
    whole = own;
  } else if (!drawn && state !== null) {
    say('drawing the critical paths …');
    const { timeline } = await engine.ask('report', wanted, signal);
    showPage({ ...state.data, timeline }, settings);
    drawn = true;
  }
  current = settings;
  await showNoise(engine, settings, signal);
  say(`up to date; ${plain(answer.operations)} operations, computed in ${Math.ceil(answer.took)} ms`);
  document.documentElement.dataset.ready = 'true';
}

/** The page without its noise. */
async function drawAll(
  engine: Engine,
  settings: Settings,
  wanted: Query,
  signal: AbortSignal,
): Promise<void> {
  // Before the first complete page there are no paths to show with a new curve.
  if (state !== null) {
    say('drawing the curve …');
    showPage(await engine.ask('curve', wanted, signal), settings, state.data.timeline);
  }
  say('drawing the critical paths …');
  showPage(await engine.ask('report', wanted, signal), settings);
  drawn = true;
  say('computing the program without single lines …');
  const without = await engine.ask('silences', settings, signal);
  silences.show(without === null ? '' : silencesSection(without));
  say('computing contention …');
  const contention = await engine.ask('shared', settings, signal);
  shared.show(contention.why === '' ? sharedSection(contention) : unsharedSection(contention.why));
}

async function showNoise(engine: Engine, settings: Settings, signal: AbortSignal): Promise<void> {
  if (!isNoisy(settings)) {
    noise.show('');
    return;
  }
  noise.keep();
  say('simulating noise …');
  const found = await engine.ask('noise', settings, signal);
  noise.show(found === null ? '' : noiseSection(found, found.warnings));
}

/** Replaces the page; `timeline`: that of the previous page, until the new one is drawn. */
function showPage(page: ReportData, settings: Settings, timeline?: Timeline): void {
  shown.abort();
  shown = new AbortController();
  const data = timeline === undefined ? page : { ...page, timeline };
  const box = byId('report');
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : undefined;
  const moved = state !== null && state.x !== state.data.curve.base ? state.x : undefined;
  // Escapes the input; the policy blocks scripts.
  box.innerHTML = reportBody(data);
  // The page as it was written has these sections; of other settings they arrive later.
  if (whole === '') for (const section of [silences, shared, noise]) section.keep();
  state = openReport(data, shown.signal);
  current = settings;
  if (moved !== undefined) state.moveTo(moved);
  if (timeline !== undefined)
    for (const id of ['timeline', 'origin-heat'])
      byId(id).closest('section')?.setAttribute('aria-busy', 'true');
  if (focused !== undefined && focused !== '')
    document.getElementById(focused)?.focus({ preventScroll: true });
}

export function say(text: string): void {
  byId('live-status').textContent = text;
}
