/** Binary GOAL as a format of inputs. */

import type { Format } from '../format.js';
import { type FixedData, FixedProgram, readProgram } from '../program.js';
import { MAGIC, MAGIC_BYTES } from './goal-binary-layout.js';

const NAME = 'a binary GOAL file';

export const goalBinaryFormat: Format = {
  name: NAME,
  files: 'one',
  collectives: 'messages',
  sniff: (head) =>
    head.length >= MAGIC_BYTES &&
    head.subarray(0, MAGIC_BYTES).every((byte, i) => byte === (Math.floor(MAGIC / 256 ** i) & 0xff)),
  async read([file], { source, warnings = [], memory }) {
    const { readGoalBinary } = await import('./read-goal-binary.js');
    const { source: name, sizeHint = 0, chunks } = file;
    const schedule = await readGoalBinary(chunks, {
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
