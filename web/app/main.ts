/** The page: takes files, lets a worker compute, shows the report. */
import { fromBase64 } from '../../src/report/page/report-columns.js';
import { renderReport } from '../../src/report/page/report-page.js';
import { byId, html, inputById } from '../client/dom.js';
import { AppForm } from './form.js';
import type { Reply, Task } from './protocol.js';

/** The worker's script, inserted by the build, so that a page of one file works from any folder and any server. */
declare const WORKER_SOURCE: string;
/** A shipped program to try, also inserted by the build. */
declare const SAMPLE: {
  readonly name: string;
  readonly what: string;
  readonly files: readonly { readonly name: string; readonly base64: string }[];
};

/** Name of the sample in the address. */
const SAMPLE_KEY = 'sample';

const workerUrl = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' }));
const drop = byId('drop');
const files = inputById('files');
const form = new AppForm();
let worker: Worker | undefined;
let reportUrl: string | undefined;
let chosen: Pick<Task, 'files' | 'title'> = { files: [] };

files.addEventListener('change', () => take([...(files.files ?? [])]));
drop.addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
drop.addEventListener('dragleave', () => drop.classList.remove('over'));
// A file dropped beside the zone must not replace the page.
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  take([...(event.dataTransfer?.files ?? [])]);
});
byId('sample').textContent = `try ${SAMPLE.what} (${SAMPLE.name})`;
byId('sample').addEventListener('click', () => {
  form.forget();
  trySample();
});
addEventListener('hashchange', restore);
byId('again').addEventListener('click', () => start());
byId('stop').addEventListener('click', () => {
  finish();
  say('stopped');
});

restore();

function take(taken: readonly File[]): void {
  if (taken.length === 0) return;
  chosen = { files: taken };
  form.forget();
  clear();
  // Allows the same file to be chosen again.
  files.value = '';
  start();
}

function trySample(): void {
  const { name, files: packed } = SAMPLE;
  chosen = { title: name, files: packed.map((one) => new File([unpacked(one.base64)], one.name)) };
  clear();
  start();
}

/** In its own buffer, as a File requires. */
function unpacked(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(fromBase64(base64));
}

/** Restores the form from the address, and loads the sample if it is named there. */
function restore(): void {
  const said = new URLSearchParams(location.hash.replace(/^#/, ''));
  form.write(said);
  if (said.get(SAMPLE_KEY) === SAMPLE.name) trySample();
}

/** The address contains the form and the sample, but not the user's files. */
function remember(): void {
  const said = new URLSearchParams(form.texts());
  if (chosen.title !== undefined) said.append(SAMPLE_KEY, chosen.title);
  history.replaceState(null, '', `#${said}`);
}

function start(): void {
  finish();
  if (chosen.files.length === 0) {
    refuse('drop a GOAL file or traces first, or try the sample');
    return;
  }
  remember();
  refuse('');
  const mine = new Worker(workerUrl);
  worker = mine;
  byId('stop').hidden = false;
  byId('report').setAttribute('aria-busy', 'true');
  mine.addEventListener('message', (event: MessageEvent<Reply>) => {
    if (worker === mine) hear(event.data);
  });
  mine.addEventListener('error', (event) => {
    event.preventDefault();
    if (worker !== mine) return;
    finish();
    refuse(`the computation failed: ${event.message || 'out of memory'}`);
  });
  const task: Task = { ...chosen, ...form.options() };
  mine.postMessage(task);
}

function hear(reply: Reply): void {
  if (reply.kind === 'progress') {
    say(`${reply.text} …`);
    return;
  }
  if (reply.kind === 'calls') {
    form.offer(reply.collectives);
    return;
  }
  finish();
  if (reply.kind === 'refused') refuse(reply.message);
  else show(renderReport(reply.data), reply.data.title);
}

/** Ends the worker, which frees its memory and that of HiGHS. */
function finish(): void {
  worker?.terminate();
  worker = undefined;
  byId('stop').hidden = true;
  byId('report').removeAttribute('aria-busy');
}

function show(page: string, name: string): void {
  say('done');
  if (reportUrl !== undefined) URL.revokeObjectURL(reportUrl);
  reportUrl = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
  const save = html('a', { href: reportUrl, download: `${name}.html` }, 'save the report');
  const frame = document.createElement('iframe');
  frame.title = `report of ${name}`;
  // Names from the input reach this frame, so it runs in its own origin.
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = page;
  byId('report').replaceChildren(html('p', {}, [save]), frame);
}

/** A report must not remain below a message about something else. */
function clear(): void {
  if (reportUrl !== undefined) URL.revokeObjectURL(reportUrl);
  reportUrl = undefined;
  byId('report').replaceChildren();
}

function say(text: string): void {
  byId('status').textContent = text;
}

function refuse(message: string): void {
  const box = byId('problem');
  box.textContent = message;
  box.hidden = message === '';
  if (message === '') return;
  say('');
  clear();
}
