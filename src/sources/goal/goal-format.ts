/** GOAL text as a format of inputs. */

import { refuseForeign } from '../foreign-formats.js';
import type { Format } from '../format.js';
import { type FixedData, FixedProgram, readProgram } from '../program.js';

const NAME = 'a GOAL file';
/** Bytes that tell what else a file is. */
const HEAD = 512;

export const goalFormat: Format = {
  name: NAME,
  files: 'one',
  copies: true,
  collectives: 'messages',
  /** It has no mark of its own: what is wrong with a text that is none is told by line and column. */
  sniff: () => true,
  async read([file], { source, warnings = [], memory }) {
    const { readGoal } = await import('./read-goal.js');
    const { source: name, sizeHint = 0, chunks } = file;
    const schedule = await readGoal(refusing(chunks, name), {
      source: name,
      sizeHint,
      ...(memory === undefined ? {} : { memory }),
    });
    return readProgram({ info: { source, format: NAME }, schedule, warnings }, name);
  },
  async restore(data: FixedData) {
    return new FixedProgram(data);
  },
};

/** What no format knows comes here: what can be told by its first bytes is no GOAL that is badly written. */
async function* refusing(chunks: AsyncIterable<Uint8Array>, source: string): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of chunks) {
    if (first) refuseForeign(chunk.subarray(0, HEAD), source);
    first = false;
    yield chunk;
  }
}
