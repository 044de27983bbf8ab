/** A schedule as GOAL text, to standard output or to a file. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Schedule } from '../../schedule/schedule.js';
import { writeGoal } from '../../sources/goal/write.js';
import { writeFileWhole } from './files.js';
import { toStdout } from './streams.js';

/** Gzipped for a name in .gz. Throws InputError where it cannot be written. */
export async function putGoal(schedule: Schedule, output: string | undefined): Promise<void> {
  const pieces = writeGoal(schedule);
  if (output === undefined || output === '-') for (const piece of pieces) toStdout(piece);
  else await writeFileWhole(output, output.endsWith('.gz') ? gzipped(pieces) : pieces);
}

async function* gzipped(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packer = createGzip();
  const done = pipeline(Readable.from(pieces, { objectMode: true }), packer);
  for await (const chunk of packer) yield new Uint8Array(chunk);
  await done;
}
