/** The hints for V8 in the solver's WebAssembly, against the bytes of the format and against what V8 says that it compiles. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type SolverHints, withHints } from '../../../src/cli/run/bundle.js';
import { scratch } from '../scratch.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = scratch();

/** Three functions of nothing, behind one that is imported: `(module (import "a" "b" (func)) (func) (func) (func))`. */
const UP_TO_FUNCTIONS = [
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[2, 7, 1, 1, 0x61, 1, 0x62, 0, 0],
  ...[3, 4, 3, 0, 0, 0],
];
const THREE = Buffer.from([...UP_TO_FUNCTIONS, ...[10, 10, 3, 2, 0, 0x0b, 2, 0, 0x0b, 2, 0, 0x0b]]);
const HINTS: SolverHints = { bytes: THREE.length, at: UP_TO_FUNCTIONS.length, functions: 3, called: [1] };

describe('a section of hints', () => {
  it('is custom, has its name, and a byte for each function', async () => {
    const name = [...Buffer.from('compilationHints')];
    const whole = withHints(THREE, HINTS);
    expect([...whole.subarray(HINTS.at, HINTS.at + 23)]).toEqual([0, 21, 16, ...name, 3, 1, 2, 1]);
    expect(whole.subarray(0, HINTS.at)).toEqual(THREE.subarray(0, HINTS.at));
    expect(whole.subarray(HINTS.at + 23)).toEqual(THREE.subarray(HINTS.at));
    await expect(WebAssembly.compile(whole)).resolves.toBeDefined();
  });

  it('has lengths of more than seven bits', () => {
    const section = withHints(THREE, { ...HINTS, at: THREE.length, functions: 300, called: [0, 299] });
    const at = THREE.length;
    expect([...section.subarray(at, at + 4)]).toEqual([0, 0xbf, 0x02, 16]);
    expect([...section.subarray(at + 20, at + 23)]).toEqual([0xac, 0x02, 2]);
    expect([section.length - at, section.at(-2), section.at(-1)]).toEqual([3 + 319, 1, 2]);
  });

  it('is left out where the file is of another release', () => {
    expect(withHints(THREE, { ...HINTS, bytes: THREE.length + 1 })).toBe(THREE);
  });
});

describe('the hints of the solver', () => {
  const wasm = readFileSync(join(root, 'node_modules/highs/build/highs.wasm'));
  const hints: SolverHints = JSON.parse(readFileSync(join(root, 'scripts/bundle/solver-calls.json'), 'utf8'));

  it('are of what is installed, and name functions that it has', () => {
    expect(hints.bytes).toBe(wasm.length);
    expect(hints.called.length).toBeGreaterThan(100);
    expect(hints.called).toEqual([...new Set(hints.called)].sort((a, b) => a - b));
    expect(hints.called.at(-1)).toBeLessThan(hints.functions);
  });

  // Later versions compile when called, as they do by themselves: see src/cli/process/startup.ts.
  it.runIf(Number.parseInt(process.versions.node, 10) <= 22)(
    'make V8 compile just these before any is called',
    () => {
      const hinted = join(folder, 'hinted.wasm');
      writeFileSync(hinted, withHints(wasm, hints));
      const flags = ['--experimental-wasm-compilation-hints', '--no-wasm-lazy-compilation'];
      const script = `WebAssembly.compile(fs.readFileSync(${JSON.stringify(hinted)}))`;
      const { stdout, status } = spawnSync(
        process.execPath,
        [...flags, '--trace-wasm-compilation-times', '-e', script],
        { encoding: 'utf8' },
      );
      expect(status).toBe(0);
      const compiled = [...stdout.matchAll(/Compiled function 0x[0-9a-f]+#(\d+) using Liftoff/g)];
      const numbers = compiled.map(([, number]) => Number(number)).sort((a, b) => a - b);
      // V8 counts functions that are imported, too.
      expect(numbers.map((one) => one - numbers[0])).toEqual(
        hints.called.map((one) => one - hints.called[0]),
      );
    },
  );
});
