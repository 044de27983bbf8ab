/** What the commands read: programs that are made in a folder of the run, shipped traces, files that the caller names. */
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { operationsOf, wavefront } from '../wavefront-text.js';

export interface Input {
  readonly name: string;
  readonly path: string;
}

/** An input of known size. */
export interface Wavefront extends Input {
  readonly operations: number;
}

/** Ranks along a side of the grid. */
const SIDE = 8;

/** A wavefront of at least `operations` operations as GOAL text in `folder`; `wavefront-1e5`. */
export function wavefrontIn(folder: string, operations: number): Wavefront {
  const name = `wavefront-${operations.toExponential().replace('+', '')}`;
  const path = join(folder, `${name}.goal`);
  const file = openSync(path, 'w');
  for (const text of wavefront(operations, SIDE)) writeSync(file, text);
  closeSync(file);
  return { name, path, operations: operationsOf(operations, SIDE) };
}

/** Copies of the files of `traces` in `folder`, unpacked: others read no gzip. Returns the trace of the first rank. */
export function unpackedIn(folder: string, traces: string): string {
  const names = readdirSync(traces).sort();
  const paths = names.map((name) => {
    const raw = readFileSync(join(traces, name));
    const path = join(folder, basename(name, '.gz'));
    writeFileSync(path, name.endsWith('.gz') ? gunzipSync(raw) : raw);
    return path;
  });
  return paths[0];
}

/** GOAL text of `input` for programs that read no gzip; null for what is no GOAL text by its name. */
export function plainGoal(folder: string, { name, path }: Input): string | null {
  if (path.endsWith('.goal')) return path;
  if (!path.endsWith('.goal.gz')) return null;
  const unpacked = join(folder, `plain-${name}.goal`);
  writeFileSync(unpacked, gunzipSync(readFileSync(path)));
  return unpacked;
}

/** Inputs of a list such as `a.goal,b/`; throws on what is not there. */
export function namedInputs(list: string | undefined): Input[] {
  const paths = (list ?? '').split(',').filter((path) => path !== '');
  for (const path of paths) statSync(path);
  return paths.map((path) => ({ name: basename(path).replace(/\.goal(\.gz)?$/, ''), path }));
}
