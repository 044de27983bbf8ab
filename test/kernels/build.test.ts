/** The WebAssembly that is checked in is what its sources compile to. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cases } from '../part.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = existsSync(join(root, 'node_modules/assemblyscript'));
const { KERNELS, kernelModule, placeOf } = (await import(
  pathToFileURL(join(root, 'scripts/kernels.js')).href
)) as {
  KERNELS: readonly string[];
  kernelModule: (name: string) => Promise<string>;
  placeOf: (name: string) => string;
};

describe('kernels', () => {
  if (!compiler) console.log('assemblyscript is not installed: kernels are not compiled anew');

  it.skipIf(!compiler).each(cases(KERNELS, () => false))(
    '%s is compiled of its source as it is',
    async (name) => {
      expect(await kernelModule(name)).toBe(readFileSync(join(root, placeOf(name)), 'utf8'));
    },
  );

  it.each(KERNELS)('%s is small enough for a page to compile at once', (name) => {
    const [, code] = /'([A-Za-z0-9+/=]+)'/.exec(readFileSync(join(root, placeOf(name)), 'utf8')) ?? [];
    expect(code.length).toBeGreaterThan(0);
    expect(Buffer.from(code, 'base64').length).toBeLessThan(8 * 2 ** 20);
  });
});
