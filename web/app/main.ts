/** The page: takes files, lets a worker compute, shows the report. */
import { MACHINE_PRESETS } from '../../src/machine/presets.js';
import { renderReport } from '../../src/report/html/render.js';
import { byId, html, inputById } from '../client/dom.js';
import type { MachineTask, Reply, Task } from './protocol.js';

/** The worker's script, put here by the build: a page of one file works from any folder and any server. */
declare const WORKER_SOURCE: string;

const workerUrl = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' }));
const drop = byId('drop');
const files = inputById('files');
const preset = byId('preset');
let worker: Worker | undefined;
let reportUrl: string | undefined;
let chosen: readonly File[] = [];

for (const name of Object.keys(MACHINE_PRESETS)) preset.append(html('option', { value: name }, name));
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
byId('again').addEventListener('click', () => start());
byId('stop').addEventListener('click', () => {
  finish();
  say('stopped');
});

function take(taken: readonly File[]): void {
  if (taken.length === 0) return;
  chosen = taken;
  clear();
  // The same file chosen again must count as a change.
  files.value = '';
  start();
}

function start(): void {
  finish();
  if (chosen.length === 0) {
    refuse('drop a GOAL file or traces first');
    return;
  }
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
    refuse(`the computation broke off: ${event.message || 'out of memory'}`);
  });
  const task: Task = {
    files: chosen,
    machine: {
      preset: selected(),
      typed: typed(),
    },
    range: inputById('range').value.trim(),
  };
  mine.postMessage(task);
}

/** The fields of the machine say which parameter they are. */
function typed(): MachineTask['typed'] {
  const fields = document.querySelectorAll<HTMLInputElement>('#machine [data-parameter]');
  return Object.fromEntries([...fields].map(({ dataset, value }) => [dataset.parameter ?? '', value]));
}

function selected(): string {
  return preset instanceof HTMLSelectElement ? preset.value : '';
}

function hear(reply: Reply): void {
  if (reply.kind === 'progress') {
    say(`${reply.text} …`);
    return;
  }
  finish();
  if (reply.kind === 'refused') refuse(reply.message);
  else show(renderReport(reply.data), reply.data.title);
}

/** Ends the worker: its memory, and HiGHS' with it, is free again. */
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
  // Names from the input reach this frame: it runs in an origin of its own.
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = page;
  byId('report').replaceChildren(html('p', {}, [save]), frame);
}

/** A report must not stand under words about something else. */
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
