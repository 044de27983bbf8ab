/** What programs are called beside each other: as short as tells them apart. */
import { basename, dirname, resolve } from 'node:path';

/** Endings that say how a file is written, not what is in it. */
const ENDING = /(\.(goal|bin|txt|otf2|trace|ti))?(\.(gz|zst))?$/i;

/** [programs] a name for each, all different; `programs` as `programsNamed` gives them. */
export function programNames(programs: readonly (readonly string[])[]): string[] {
  const folders = programs.map(pathOf);
  // Sets of one folder are told apart by their files.
  const all = folders.map((path, i) =>
    programs.some(([first], k) => folders[k] === path && first !== programs[i][0])
      ? resolve(programs[i][0])
      : path,
  );
  const paths = [...new Set(all)];
  const names = namesOf(paths);
  return all.map((path, i) => {
    const before = all.slice(0, i).filter((other) => other === path).length;
    const name = names[paths.indexOf(path)];
    return before === 0 ? name : `${name}#${before + 1}`;
  });
}

/** [paths] for paths that differ. */
function namesOf(paths: readonly string[]): string[] {
  const short = paths.map((path) => (path === '-' ? 'stdin' : lastOf(path)));
  let names = distinct(short, (i) => (paths[i] === '-' ? 'stdin' : basename(paths[i])));
  const most = Math.max(...paths.map((path) => path.split('/').length));
  for (let parts = 2; parts <= most; parts++)
    names = distinct(names, (i) => paths[i].split('/').slice(-parts).join('/'));
  return names;
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
  return last.replaceAll('*', '').replace(ENDING, '') || last;
}
