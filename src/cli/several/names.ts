/** What programs are called beside each other: as short as tells them apart. */
import { basename, dirname, resolve } from 'node:path';

/** Endings that say how a file is written, not what is in it. */
const ENDING = /(\.(goal|bin|txt|otf2|trace|ti))?(\.(gz|zst))?$/i;

/** [programs] a name for each, all different; `programs` as `programsNamed` gives them. */
export function programNames(programs: readonly (readonly string[])[]): string[] {
  const paths = programs.map(pathOf);
  const short = paths.map((path) => (path === '-' ? 'stdin' : lastOf(path)));
  const known = distinct(short, (i) => (paths[i] === '-' ? 'stdin' : basename(paths[i])));
  const most = Math.max(...paths.map((path) => path.split('/').length));
  let names = known;
  for (let parts = 2; parts <= most; parts++)
    names = distinct(names, (i) => paths[i].split('/').slice(-parts).join('/'));
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before === 0 ? name : `${name}#${before + 1}`;
  });
}

/** Names that occur once stay; the others are spelled `longer`. */
const distinct = (names: readonly string[], longer: (i: number) => string): string[] =>
  names.map((name, i) => (names.filter((other) => other === name).length === 1 ? name : longer(i)));

/** Files of ranks, one by one or by a glob, are called as their folder is. */
function pathOf(inputs: readonly string[]): string {
  const [first] = inputs;
  if (first === '-') return first;
  const path = resolve(first);
  return inputs.length > 1 || basename(first).includes('*') ? dirname(path) : path;
}

function lastOf(path: string): string {
  const last = basename(path);
  return last.replace(ENDING, '') || last;
}
