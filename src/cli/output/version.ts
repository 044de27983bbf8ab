import { readFileSync } from 'node:fs';

/** Version of the package, as its package.json says. */
export const VERSION: string = versionOf(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

function versionOf(text: string): string {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
  throw new Error('package.json has no version');
}
