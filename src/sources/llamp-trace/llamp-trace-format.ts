/** Binary traces of llamp-trace as a format of inputs; its text form is read as liballprof's, which it is. */
import type { Format } from '../format.js';
import { restoreTraces } from '../mpi/restore-traces.js';
import { MAGIC } from './llamp-trace-chunks.js';

const NAME = 'binary traces';

export const llampTraceFormat: Format = {
  name: NAME,
  files: 'ranks',
  collectives: 'calls',
  sniff: (head) => [...MAGIC].every((letter, i) => head[i] === letter.charCodeAt(0)),
  async read(files, options) {
    const [{ readTraceProgram }, { RecordReader }] = await Promise.all([
      import('../mpi/trace-program.js'),
      import('./read-llamp-trace.js'),
    ]);
    return readTraceProgram(NAME, files, (source, rank) => new RecordReader(source, rank), options);
  },
  async sites(files) {
    const [{ scanSites }, { siteScanner }] = await Promise.all([
      import('../liballprof/call-site-lines.js'),
      import('./call-site-chunks.js'),
    ]);
    return scanSites(files, siteScanner);
  },
  restore: restoreTraces,
};
