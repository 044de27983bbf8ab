/** Binary traces of llamp-trace as a format of inputs; its text form is read as liballprof's, which it is. */
import type { Format } from '../format.js';
import type { TraceData } from '../liballprof/program.js';
import { MAGIC } from './chunks.js';

const NAME = 'binary traces';

export const llampTraceFormat: Format = {
  name: NAME,
  several: true,
  collectives: 'calls',
  sniff: (head) => [...MAGIC].every((letter, i) => head[i] === letter.charCodeAt(0)),
  async read(files, { source, warnings, liballprof }) {
    const [{ readTraceProgram }, { RecordReader }] = await Promise.all([
      import('../liballprof/program.js'),
      import('./records.js'),
    ]);
    const reader = (name: string, rank: number) => new RecordReader(name, rank);
    return readTraceProgram({ source, format: NAME }, files, liballprof, warnings, reader);
  },
  async sites(files) {
    const [{ scanSites }, { siteScanner }] = await Promise.all([
      import('../liballprof/site-scan.js'),
      import('./site-scan.js'),
    ]);
    return scanSites(files, siteScanner);
  },
  async restore(data: TraceData) {
    const { TraceProgram } = await import('../liballprof/program.js');
    return new TraceProgram(data);
  },
};
