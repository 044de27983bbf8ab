/** The version of the package, and what every JSON of ours begins with. */
import { packageText } from '../process/package-files.js';

/** Version of the package, as its package.json says. */
export const VERSION: string = versionOf(packageText('package.json'));

function versionOf(text: string): string {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
  throw new Error('package.json has no version');
}

// What every JSON of ours begins with. Apart from the answers: whoever tells an error needs no more than this.

export function schemaHead(command: string): { schema: string; version: string } {
  return { schema: `llamp-ts/${command}/2`, version: VERSION };
}
