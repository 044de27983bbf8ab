/** Builds what the tests of the command line run, where the sources are newer: nothing is tested in an old state. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  'src',
  'web',
  'package.json',
  'tsconfig.json',
  'src/tsconfig.json',
  'scripts/manifest.js',
  'scripts/bundle',
  'scripts/bundle.js',
];
/** Written last. */
const BUILT = 'dist/bundle/start.cjs';

const changed = (path: string): number => statSync(join(root, path)).mtimeMs;

/** A folder changes as well, where a file of it goes. */
function within(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const inside = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' });
  return [path, ...inside.map((name) => join(path, name))];
}

export default function build(): void {
  const built = existsSync(join(root, 'dist')) && existsSync(join(root, BUILT)) ? changed(BUILT) : 0;
  if (SOURCES.flatMap(within).every((path) => changed(path) < built)) return;
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' });
  if (status !== 0)
    throw new Error('npm run build failed: tests of the command line would run an old program');
}
