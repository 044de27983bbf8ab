// The code that starts a bundle, with the index of the bundle inside.
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './places.js';

/** `name`: of a file in src/cli/run: in-package, in-one-file or in-executable. */
export async function startOf(name, index) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'dist/cli/run', `${name}.js`)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    charset: 'ascii',
    legalComments: 'none',
    minify: true,
    lineLimit: 500,
    define: { INDEX: JSON.stringify(JSON.stringify(index)) },
    external: ['highs/runtime'],
    logLevel: 'error',
  });
  return outputFiles[0].text;
}
