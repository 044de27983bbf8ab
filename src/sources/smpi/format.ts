/** Time-independent traces of SimGrid's SMPI as formats of inputs: a file a rank, one file of all ranks, or a list of files. */
import type { Format, ReadOptions, SourceFile } from '../format.js';
import { restoreTraces } from '../mpi/restore.js';
import type { Program } from '../program.js';
import { looksLikeActions, looksLikeList, looksMerged } from './sniff.js';

async function read(
  name: string,
  files: readonly SourceFile[],
  { source, flopRate, ...options }: ReadOptions,
): Promise<Program> {
  const [{ traceProgram }, { readSmpi }] = await Promise.all([
    import('../mpi/program.js'),
    import('./read.js'),
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
    const { listedFiles } = await import('./list.js');
    return read(LIST, await listedFiles(list), options);
  },
};
