// Lays out what a site needs to install llamp-ts without this checkout, in one folder: the bundle, the manual page, the
// licences, the recipes with their version and checksum, a bill of materials (CycloneDX, by npm) and checksums of all. `node packaging/release.js DIR [BUNDLE]`, after `npm run bundle`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RECIPES = ['apptainer', 'conda', 'spack'];

/** Where the bundle, the manual page and the licences lie, from the folder. Spack's recipe has them beside itself. */
const BESIDES = ['.', 'spack/packages/llamp-ts'];

/** Writes the folder. `bundle`: the one file of the command line; beside it stand the licences of what is inside. */
export function release(folder, bundle) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sha256 = checksum(bundle);
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
  for (const file of ['LICENSE', 'CITATION.cff']) copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, `llamp-ts-${version}.cdx.json`), materials());
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const sums = files.map((file) => `${checksum(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
}

/**
 * The packages of the command line, as npm lists them. Its own `--omit=dev` also leaves out what both we and a package for
 * development ask for.
 */
function materials() {
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const bill = JSON.parse(execFileSync('npm', words, { cwd: root, maxBuffer: 2 ** 26 }));
  const components = bill.components.filter(({ properties }) =>
    properties.every(({ name }) => !name.endsWith(':development')),
  );
  const kept = new Set([bill.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  return `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`;
}

const checksum = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

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
