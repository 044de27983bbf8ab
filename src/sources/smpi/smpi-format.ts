/** Time-independent traces of SimGrid's SMPI as formats of inputs: a file a rank, one file of all ranks, or a list of files. */

import type { Format, ReadOptions, SourceFile } from '../format.js';
import { restoreTraces } from '../mpi/restore-traces.js';
import type { Program } from '../program.js';
import { behindMark } from '../text-lines.js';
import { ACTIONS } from './smpi-actions.js';

// What tells SMPI's traces from other texts, by their first bytes.

const NAMES = new Set(ACTIONS.map(({ name }) => name));

const textOf = (head: Uint8Array): string =>
  new TextDecoder('latin1').decode(head.subarray(behindMark(head)));

/** Whole lines of a head that say something; a last one that may be cut only where there is no other. */
function linesOf(head: Uint8Array): string[] {
  const lines = textOf(head).split('\n');
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

const rankOf = (line: string): number | undefined => {
  const [, rank, name] = /^(\d+)\s+([A-Za-z]\w*)/.exec(line) ?? [];
  return name !== undefined && NAMES.has(name.toLowerCase()) ? Number(rank) : undefined;
};

/** Whether a text begins with a rank and an action. */
export function looksLikeActions(head: Uint8Array): boolean {
  const [first] = linesOf(head);
  return first !== undefined && rankOf(first) !== undefined;
}

/** Whether it shows actions of several ranks. */
export function looksMerged(head: Uint8Array): boolean {
  const ranks = new Set(linesOf(head).map(rankOf));
  ranks.delete(undefined);
  return looksLikeActions(head) && ranks.size > 1;
}

/** A path without spaces, in a folder or with an ending. */
const PATH = /^(?!\/[/*]|%PDF-)[\w.+~@%=/-]*[A-Za-z][\w.+~@%=/-]*$/;

/** Whether a text is a list of files: every line a path. */
export function looksLikeList(head: Uint8Array): boolean {
  const text = textOf(head);
  const lines = linesOf(head);
  return (
    !text.includes('#') && lines.length > 0 && lines.every((line) => PATH.test(line) && /[./]\w/.test(line))
  );
}

async function read(
  name: string,
  files: readonly SourceFile[],
  { source, flopRate, ...options }: ReadOptions,
): Promise<Program> {
  const [{ traceProgram }, { readSmpi }] = await Promise.all([
    import('../mpi/trace-program.js'),
    import('./read-smpi.js'),
  ]);
  const set = await readSmpi(files, flopRate === undefined ? {} : { flopRate });
  return traceProgram({ source, format: name }, set, options);
}

const common = {
  collectives: 'calls',
  countsFlops: true,
  numbersRequests: true,
  restore: restoreTraces,
} as const;

const RANKS = 'SMPI traces';
export const smpiFormat: Format = {
  ...common,
  name: RANKS,
  files: 'ranks',
  sniff: looksLikeActions,
  read: (files, options) => read(RANKS, files, options),
};

const MERGED = 'an SMPI trace of all ranks';
export const smpiMergedFormat: Format = {
  ...common,
  name: MERGED,
  files: 'one',
  sniff: looksMerged,
  read: (files, options) => read(MERGED, files, options),
};

const LIST = 'a list of SMPI traces';
export const smpiListFormat: Format = {
  ...common,
  name: LIST,
  files: 'anchor',
  sniff: looksLikeList,
  async read([list], options) {
    const { listedFiles } = await import('./read-smpi.js');
    return read(LIST, await listedFiles(list), options);
  },
};
