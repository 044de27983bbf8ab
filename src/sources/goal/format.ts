/** GOAL text as a format of inputs. */
import { type FixedData, FixedProgram, readProgram } from '../fixed-program.js';
import type { Format } from '../format.js';

const NAME = 'a GOAL file';

export const goalFormat: Format = {
  name: NAME,
  files: 'one',
  collectives: 'messages',
  /** It has no mark of its own: what is wrong with a text that is none is told by line and column. */
  sniff: () => true,
  async read([file], { source, warnings = [] }) {
    const { readGoal } = await import('./read.js');
    const { source: name, sizeHint = 0, chunks } = file;
    const schedule = await readGoal(chunks, { source: name, sizeHint });
    return readProgram({ info: { source, format: NAME }, schedule, warnings }, name);
  },
  async restore(data: FixedData) {
    return new FixedProgram(data);
  },
};
