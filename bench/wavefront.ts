/**
 * Writes the GOAL text of a wavefront sweep to standard output, as large as asked.
 *
 *   node scripts/run-ts.js bench/wavefront.ts OPERATIONS [SIDE] | node bin/run.js tolerance -
 */
import { writeSync } from 'node:fs';
import { wavefront } from './wavefront-text.js';

for (const text of wavefront(Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 8))) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      // A pipe that is full asks to try again.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
