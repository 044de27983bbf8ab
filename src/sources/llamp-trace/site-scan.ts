/** The call sites of a binary trace alone: records are passed over, whatever they say. */
import { InputError } from '../../errors.js';
import type { SiteScanner } from '../liballprof/site-scan.js';
import { ChunkCutter } from './chunks.js';
import { SiteChunks } from './site-chunks.js';

const AGAIN = 'the file is damaged: copy it again, or trace the program again';

export function siteScanner(source: string): SiteScanner {
  const sites = new SiteChunks((what) => {
    throw new InputError({ place: { source }, what, mend: AGAIN });
  });
  const cutter = new ChunkCutter(source, {
    header: () => undefined,
    expect: () => undefined,
    records: (_, units) => units,
    chunk: (kind, count, bytes) => sites.chunk(kind, count, bytes),
  });
  return { push: (bytes) => cutter.push(bytes), done: () => sites.done() };
}
