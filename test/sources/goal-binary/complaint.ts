/** What reading binary GOAL says of bytes that are wrong. */
import { InputError } from '../../../src/errors.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { readGoalBinary } from '../../../src/sources/goal-binary/read-goal-binary.js';

export const read = (bytes: Uint8Array, piece = bytes.length || 1): Promise<Schedule> =>
  readGoalBinary(pieces(bytes, piece), { source: 'x.bin', sizeHint: bytes.length });

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** What reading complains about; undefined where it does not. Anything but an InputError is a bug. */
export async function complaint(bytes: Uint8Array): Promise<string | undefined> {
  try {
    await read(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

/** Lengths at which the bytes can be cut without a complaint about a byte. */
export async function cutsTaken(bytes: Uint8Array): Promise<number[]> {
  const taken: number[] = [];
  for (let end = 0; end < bytes.length; end++)
    if ((await complaint(bytes.subarray(0, end)))?.startsWith('x.bin: byte') !== true) taken.push(end);
  return taken;
}
