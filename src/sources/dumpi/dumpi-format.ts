/** Traces of DUMPI as formats of inputs: a file a rank, or the metafile that leads to them. */
import type { Format, ReadOptions, SourceFile } from '../format.js';
import { restoreTraces } from '../mpi/restore-traces.js';
import type { Program } from '../program.js';

const MAGIC = [0xff, 0xaa, 0xdd, 0x44, 0x55, 0x4d, 0x50, 0x49];

async function read(
  name: string,
  files: readonly SourceFile[],
  { source, ...options }: ReadOptions,
): Promise<Program> {
  const [{ traceProgram }, { readDumpi }] = await Promise.all([
    import('../mpi/trace-program.js'),
    import('./read-dumpi.js'),
  ]);
  return traceProgram({ source, format: name }, await readDumpi(files), options);
}

const common = { collectives: 'calls', numbersRequests: true, restore: restoreTraces } as const;

const RANKS = 'DUMPI traces';
export const dumpiFormat: Format = {
  ...common,
  name: RANKS,
  files: 'ranks',
  sniff: (head) => MAGIC.every((byte, i) => head[i] === byte),
  read: (files, options) => read(RANKS, files, options),
};

const META = 'a metafile of DUMPI traces';
export const dumpiMetaFormat: Format = {
  ...common,
  name: META,
  files: 'anchor',
  anchors: (name) => name.endsWith('.meta'),
  sniff: (head) => {
    const text = new TextDecoder('latin1').decode(head);
    return /^numprocs=\d/m.test(text) && /^fileprefix=/m.test(text);
  },
  async read([meta], options) {
    const { filesOfMeta } = await import('./read-dumpi.js');
    return read(META, await filesOfMeta(meta), options);
  },
};
