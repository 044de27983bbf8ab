import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = fileURLToPath(new URL('../../shared', import.meta.url));
const root = process.env.LLAMP_SHARED ?? beside;

/** Path of a file in the reference data beside the project, or undefined where a clone stands alone. */
export function sharedPath(relative: string): string | undefined {
  const path = join(root, relative);
  return existsSync(path) ? path : undefined;
}
