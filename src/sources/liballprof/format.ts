/** Traces of liballprof as a format of inputs. */
import type { Format } from '../format.js';
import type { TraceData } from './program.js';

const NAME = 'traces';

/** Whether text looks like a trace of liballprof, by its first bytes (either generation). */
export function looksLikeTrace(head: string): boolean {
  return /^\s*(#[^\n]*(collprof|PMPI Tracer)|MPI_[A-Za-z_]+:)/.test(head);
}

export const liballprofFormat: Format = {
  name: NAME,
  several: true,
  collectives: 'calls',
  sniff: (head) => looksLikeTrace(new TextDecoder().decode(head)),
  async read(files, { source, warnings, liballprof }) {
    const { readTraceProgram } = await import('./program.js');
    return readTraceProgram({ source, format: NAME }, files, liballprof, warnings);
  },
  async sites(files) {
    const { scanSites } = await import('./site-scan.js');
    return scanSites(files);
  },
  async restore(data: TraceData) {
    const { TraceProgram } = await import('./program.js');
    return new TraceProgram(data);
  },
};
