// Runs a TypeScript file of bench/, docs/ or test/fuzz/: bundles it beside itself with esbuild, and imports the bundle.
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [file, ...rest] = process.argv.slice(2);
const outfile = join(dirname(resolve(file)), `.run-${process.pid}.mjs`);
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
});
process.argv = [process.argv[0], outfile, ...rest];
try {
  await import(pathToFileURL(outfile).href);
} finally {
  rmSync(outfile, { force: true });
}
