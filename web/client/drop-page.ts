/** The script of the page without a program: takes dropped files, or a sample. */
import { fromBase64 } from '../../src/report/page/report-columns.js';
import { byId, inputById } from './dom.js';
import { forget, openProgram } from './live.js';

/** A shipped program to try, inserted by the build. */
declare const SAMPLE: readonly { readonly name: string; readonly base64: string }[];

const drop = byId('drop');
const files = inputById('files');

files.addEventListener('change', () => {
  take([...(files.files ?? [])]);
  // Allows the same file to be chosen again.
  files.value = '';
});
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
byId('sample').addEventListener('click', () =>
  take(SAMPLE.map(({ name, base64 }) => new File([Uint8Array.from(fromBase64(base64))], name))),
);

function take(taken: readonly File[]): void {
  if (taken.length === 0) return;
  forget();
  void openProgram(taken, () => undefined);
}
