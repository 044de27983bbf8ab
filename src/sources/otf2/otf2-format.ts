/** Archives of OTF2, as Score-P, TAU and others write them, as a format of inputs. */
import type { Format } from '../format.js';
import { restoreTraces } from '../mpi/restore-traces.js';

const NAME = 'OTF2 archives';

/** The mark of a file of OTF2, and the magic of its anchor. */
const MAGIC = 'OTF2\0';

export const otf2Format: Format = {
  name: NAME,
  files: 'anchor',
  anchors: (name) => /\.otf2(\.gz|\.zst)?$/.test(name),
  collectives: 'calls',
  numbersRequests: true,
  sniff: (head) => head[0] === 3 && [...MAGIC].every((letter, i) => head[2 + i] === letter.charCodeAt(0)),
  async read([anchor], options) {
    const [{ readArchive }, { traceProgram }] = await Promise.all([
      import('./read-otf2.js'),
      import('../mpi/trace-program.js'),
    ]);
    const set = await readArchive(anchor);
    return traceProgram({ source: options.source, format: NAME }, set, options);
  },
  restore: restoreTraces,
};
