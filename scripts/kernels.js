// Compiles kernels/*.ts (AssemblyScript) into modules that hold their WebAssembly: src/kernels/*.generated.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files of kernels/ that are modules of their own. */
export const KERNELS = ['scan', 'calls', 'graph', 'compile', 'sweep', 'play', 'lanes', 'price'];

const OPTIONS = [
  '--optimizeLevel=3',
  '--shrinkLevel=0',
  '--converge',
  '--runtime=stub',
  '--noAssert',
  '--importMemory',
  '--enable=simd',
  '--use=abort=',
];

/** Where the module of a kernel lies, below the root of the project. */
export const placeOf = (name) => `src/kernels/${name}.generated.ts`;

/** The WebAssembly of a kernel; the same sources give the same bytes. */
async function compiled(name) {
  const { main } = await import('assemblyscript/asc');
  const written = [];
  const { error, stderr } = await main(
    [`kernels/${name}.ts`, '--outFile=out.wasm', `--baseDir=${root}`, ...OPTIONS],
    { writeFile: (_file, contents) => void written.push(contents) },
  );
  if (error !== null) throw new Error(`kernels/${name}.ts: ${stderr.toString()}`);
  return written[0];
}

/** The text of the module that holds a kernel. */
export async function kernelModule(name) {
  const text = Buffer.from(await compiled(name)).toString('base64');
  return `// Made by scripts/kernels.js of kernels/${name}.ts: edit that, then run \`npm run build:kernels\`.\nexport const CODE: string =\n  '${text}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of KERNELS) writeFileSync(join(root, placeOf(name)), await kernelModule(name));
}
