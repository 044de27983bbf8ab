/** Loads the bundle of the npm package: code in a file next to this one, everything else where npm puts it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PackageFiles, ThreadRole } from '../process/package-files.js';
import { type Index, pooledIn, textOf, withHints } from './bundle.js';
import { start } from './start.js';

declare const INDEX: string;

const index: Index = JSON.parse(INDEX);

const ROOT = join(__dirname, '..', '..');

/** Usual path of the solver's WebAssembly under npm; resolving it takes longer than reading it. */
const PLACES = ['node_modules', '..'].map((folder) => join(ROOT, folder, 'highs', 'build', 'highs.wasm'));

const solverPath = (): string => PLACES.find((path) => existsSync(path)) ?? require.resolve('highs/runtime');

const files: Omit<PackageFiles, 'commands'> = {
  script: pathToFileURL(join(ROOT, 'bin', 'run.js')).href,
  read: (path) => readFileSync(join(ROOT, path)),
  names: (folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }),
  folder: (path) => join(ROOT, path),
  solver: () => withHints(readFileSync(solverPath()), index.solver),
  thread: (role: ThreadRole) => ({ script: __filename, argv: [role] }),
  pooled: pooledIn,
};

start(index, (_, commands) => ({
  code: textOf(join(__dirname, 'code.txt')),
  files: { ...files, commands },
  require,
}));
