// Lays out what a site needs to install llamp-ts without this checkout, in one folder: the bundle, the manual page, the
// licences, and the recipes with their version and checksum. `node packaging/release.js DIR [BUNDLE]`, after `npm run bundle`.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RECIPES = ['apptainer', 'conda', 'spack'];

/** Where the bundle, the manual page and the licences lie, from the folder. Spack's recipe has them beside itself. */
const BESIDES = ['.', 'spack/packages/llamp-ts'];

/** Writes the folder. `bundle`: the one file of the command line; beside it stand the licences of what is inside. */
export function release(folder, bundle) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sha256 = createHash('sha256').update(readFileSync(bundle)).digest('hex');
  for (const kind of RECIPES) {
    const recipes = join(root, 'packaging', kind);
    for (const entry of readdirSync(recipes, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name).slice(recipes.length + 1);
      put(join(recipes, path), join(folder, kind, path), { version, sha256 });
    }
  }
  for (const place of BESIDES) {
    copyFileSync(bundle, join(folder, place, `llamp-ts-${version}.cjs`));
    copyFileSync(join(root, 'man/llamp-ts.1'), join(folder, place, 'llamp-ts.1'));
    copyFileSync(`${bundle}.LICENSES.txt`, join(folder, place, 'LICENSES.txt'));
  }
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** A recipe with what it leaves open. */
function put(from, to, { version, sha256 }) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  const text = readFileSync(from, 'utf8');
  writeFileSync(to, text.replaceAll('@VERSION@', version).replaceAll('@SHA256@', sha256));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, bundle = join(root, 'build/llamp-ts.cjs')] = process.argv.slice(2);
  if (folder === undefined) {
    process.stderr.write('node packaging/release.js DIR [BUNDLE]\n');
    process.exitCode = 2;
  } else release(folder, bundle);
}
