/** Traces of liballprof as a format of inputs. */
import type { Format } from '../format.js';
import { restoreTraces } from '../mpi/restore-traces.js';

const NAME = 'traces';

/** Whether text looks like a trace of liballprof, by its first bytes (either generation). */
function looksLikeTrace(head: string): boolean {
  return /^\s*(#[^\n]*(collprof|PMPI Tracer)|MPI_[A-Za-z_]+:)/.test(head);
}

export const liballprofFormat: Format = {
  name: NAME,
  files: 'ranks',
  collectives: 'calls',
  sniff: (head) => looksLikeTrace(new TextDecoder().decode(head)),
  async read(files, options) {
    const [{ readTraceProgram }, { scanner }] = await Promise.all([
      import('../mpi/trace-program.js'),
      import('./read-liballprof.js'),
    ]);
    return readTraceProgram(NAME, files, scanner, options);
  },
  async sites(files) {
    const { scanSites } = await import('./call-site-lines.js');
    return scanSites(files);
  },
  restore: restoreTraces,
};
