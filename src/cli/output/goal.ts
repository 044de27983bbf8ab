/** A schedule as GOAL, text or binary, to standard output or to a file. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { UsageError } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import { writeGoal } from '../../sources/goal/write.js';
import { writeGoalBinary } from '../../sources/goal-binary/write.js';
import { writeFileWhole } from './files.js';
import { streams, toStdout } from './streams.js';

/** Where a schedule goes, and in which form. */
export interface GoalOutput {
  readonly output?: string | undefined;
  /** `bin`, else text. */
  readonly format: string;
}

const toStandard = ({ output }: GoalOutput): boolean => output === undefined || output === '-';

/** Throws a UsageError where a terminal would get bytes. */
export function refuseTerminal(to: GoalOutput): void {
  if (to.format !== 'bin' || !toStandard(to) || streams().screen !== true) return;
  throw new UsageError('a terminal does not show binary GOAL', 'add --output FILE, or lead it into a pipe');
}

/** Gzipped for a name in .gz. Throws InputError where it cannot be written, or the form has no room for it. */
export async function putGoal(schedule: Schedule, to: GoalOutput): Promise<void> {
  const pieces = to.format === 'bin' ? writeGoalBinary(schedule) : writeGoal(schedule);
  const { output } = to;
  if (output === undefined || toStandard(to)) for (const piece of pieces) toStdout(piece);
  else await writeFileWhole(output, output.endsWith('.gz') ? gzipped(pieces) : pieces);
}

async function* gzipped(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packer = createGzip();
  const done = pipeline(Readable.from(pieces, { objectMode: true }), packer);
  for await (const chunk of packer) yield new Uint8Array(chunk);
  await done;
}
