/** What every JSON of ours begins with. Apart from the answers: whoever tells an error needs no more than this. */
import { VERSION } from './version.js';

export function schemaHead(command: string): { schema: string; version: string } {
  return { schema: `llamp-ts/${command}/2`, version: VERSION };
}
