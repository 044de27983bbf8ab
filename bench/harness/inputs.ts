/** What the commands read: programs that are made in a folder of the run, shipped traces, files that the caller names. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
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

/**
 * Copies of the files of `traces` in `folder`, unpacked: others read no gzip. The calls between MPI_Init and MPI_Finalize are
 * there as many `times`, each time later. Returns the trace of the first rank.
 */
export function unpackedIn(folder: string, traces: string, times = 1): string {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(traces).sort();
  const paths = names.map((name) => {
    const raw = readFileSync(join(traces, name));
    const path = join(folder, basename(name, '.gz'));
    const text = name.endsWith('.gz') ? gunzipSync(raw) : raw;
    writeFileSync(path, times === 1 ? text : repeated(text.toString(), times));
    return path;
  });
  return paths[0];
}

/** Text of a liballprof trace with its calls several times: begin and end of a call are its first and last numbers, µs. */
function repeated(text: string, times: number): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('MPI_Init:')) + 1;
  const last = lines.findIndex((line) => line.startsWith('MPI_Finalize'));
  const [begin, end] = [lines[first - 1], lines[last]].map((line) =>
    Number(/[\d.]+(?=[:-]*$)/.exec(line)?.[0]),
  );
  const body = lines.slice(first, last);
  const moved = (line: string, by: number): string =>
    line.replace(/^(MPI_\w+:)([\d.]+)(:.*:|:)([\d.]+)$/, (_, name, from, words, to) =>
      [name, Number(from) + by, words, Number(to) + by].join(''),
    );
  const bodies = Array.from({ length: times }, (_, i) => body.map((line) => moved(line, i * (end - begin))));
  const finalize = `MPI_Finalize:${begin + times * (end - begin)}:-`;
  return [...lines.slice(0, first), ...bodies.flat(), finalize, ...lines.slice(last + 1)].join('\n');
}

/** GOAL text of `input` for programs that read no gzip; null for what is no GOAL text by its name. */
export function plainGoal(folder: string, { name, path }: Input): string | null {
  if (path.endsWith('.goal')) return path;
  if (!path.endsWith('.goal.gz')) return null;
  const unpacked = join(folder, `plain-${name}.goal`);
  writeFileSync(unpacked, gunzipSync(readFileSync(path)));
  return unpacked;
}

/** Whether they are traces as liballprof writes them, which Schedgen reads. */
export const areAllprofTraces = ({ path }: Input): boolean =>
  statSync(path).isDirectory() && readdirSync(path).some((name) => /^pmpi-trace-.*\.txt(\.gz)?$/.test(name));

/** Inputs of a list such as `a.goal,b/,b/*15`, the last with its calls 15 times in `folder`; throws on what is not there. */
export function namedInputs(folder: string, list: string | undefined): Input[] {
  const words = (list ?? '').split(',').filter((word) => word !== '');
  return words.map((word) => {
    const [path, times] = word.split('*');
    statSync(path);
    const name = basename(path).replace(/\.goal(\.gz)?$/, '');
    if (times === undefined) return { name, path };
    const copies = join(folder, `${name}x${times}`);
    unpackedIn(copies, path, Number(times));
    return { name: `${name} x ${times}`, path: copies };
  });
}
