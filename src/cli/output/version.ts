import { packageText } from './package-files.js';

/** Version of the package, as its package.json says. */
export const VERSION: string = versionOf(packageText('package.json'));

function versionOf(text: string): string {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
  throw new Error('package.json has no version');
}
