/** The hints for V8 in the solver's WebAssembly, against the bytes of the format and against what V8 says that it compiles. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hintSection, type SolverHints, withHints } from '../../../src/cli/run/bundle.js';
import { scratch } from '../scratch.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { shapeOf, solverCode, solverHints } = (await import(
  pathToFileURL(join(root, 'scripts/bundle/solver.js')).href
)) as {
  shapeOf: (wasm: Buffer) => { readonly at: number; readonly functions: number; readonly imported: number };
  solverCode: () => Buffer;
  solverHints: (wasm: Buffer) => SolverHints;
};

const folder = scratch();

/** Three functions of nothing, behind one that is imported: `(module (import "a" "b" (func)) (func) (func) (func))`. */
const THREE = Buffer.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[2, 7, 1, 1, 0x61, 1, 0x62, 0, 0],
  ...[3, 4, 3, 0, 0, 0],
  ...[10, 10, 3, 2, 0, 0x0b, 2, 0, 0x0b, 2, 0, 0x0b],
]);
const HINTS: SolverHints = { bytes: THREE.length, at: 35 - 6, functions: 3, called: [1] };

describe('a section of hints', () => {
  it('is custom, has its name, and a byte for each function', () => {
    const name = [...Buffer.from('compilationHints')];
    expect([...hintSection(HINTS)]).toEqual([0, 21, 16, ...name, 3, 1, 2, 1]);
  });

  it('has lengths of more than seven bits', () => {
    const section = hintSection({ ...HINTS, functions: 300, called: [0, 299] });
    expect([...section.subarray(0, 4)]).toEqual([0, 0xbf, 0x02, 16]);
    expect([...section.subarray(20, 23)]).toEqual([0xac, 0x02, 2]);
    expect([section.length, section.at(-2), section.at(-1)]).toEqual([3 + 319, 1, 2]);
  });

  it('stands behind the section of functions, which is found', async () => {
    expect(shapeOf(THREE)).toEqual({ bytes: THREE.length, at: HINTS.at, functions: 3, imported: 1 });
    const path = join(folder, 'three.wasm');
    writeFileSync(path, THREE);
    const whole = withHints(path, HINTS);
    expect(whole).toEqual(
      Buffer.concat([THREE.subarray(0, HINTS.at), hintSection(HINTS), THREE.subarray(HINTS.at)]),
    );
    await expect(WebAssembly.compile(whole)).resolves.toBeDefined();
  });

  it('is left out where the file is of another release', () => {
    const path = join(folder, 'other.wasm');
    writeFileSync(path, THREE);
    expect(withHints(path, { ...HINTS, bytes: THREE.length + 1 })).toEqual(THREE);
  });
});

describe('the hints of the solver', () => {
  const wasm = solverCode();
  const hints = solverHints(wasm);

  it('name functions that it has', () => {
    expect(hints.called.length).toBeGreaterThan(100);
    expect(hints.called).toEqual([...new Set(hints.called)].sort((a, b) => a - b));
    expect(hints.called.at(-1)).toBeLessThan(hints.functions);
  });

  // Later versions compile when called, as they do by themselves: see src/cli/process/startup.ts.
  it.runIf(Number.parseInt(process.versions.node, 10) <= 22)(
    'make V8 compile just these before any is called',
    () => {
      const path = join(folder, 'solver.wasm');
      writeFileSync(path, wasm);
      const hinted = join(folder, 'hinted.wasm');
      writeFileSync(hinted, withHints(path, hints));
      const flags = ['--experimental-wasm-compilation-hints', '--no-wasm-lazy-compilation'];
      const script = `WebAssembly.compile(fs.readFileSync(${JSON.stringify(hinted)}))`;
      const { stdout, status } = spawnSync(
        process.execPath,
        [...flags, '--trace-wasm-compilation-times', '-e', script],
        { encoding: 'utf8' },
      );
      expect(status).toBe(0);
      const { imported } = shapeOf(wasm);
      const compiled = [...stdout.matchAll(/Compiled function 0x[0-9a-f]+#(\d+) using Liftoff/g)];
      const numbers = compiled.map(([, number]) => Number(number) - imported).sort((a, b) => a - b);
      expect(numbers).toEqual(hints.called);
    },
  );

  it('are of what is installed', () => {
    const other = Buffer.concat([wasm, Buffer.from([0, 1, 0])]);
    expect(() => solverHints(other)).toThrow('another release');
    expect(readFileSync(join(root, 'scripts/bundle/solver-calls.json'), 'utf8')).toContain(`${wasm.length}`);
  });
});
