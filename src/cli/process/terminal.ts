/** Whether a descriptor is a terminal, mostly without the module of Node's that knows: it loads all that networks need. */
import { fstatSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';

/** What is no device is no terminal, and neither is the device that takes everything. */
export function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    if (!found.isCharacterDevice()) return false;
    if (found.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev) return false;
  } catch {
    // A descriptor that is closed, or of a system that cannot tell.
  }
  return isatty(descriptor);
}
