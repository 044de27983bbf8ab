/** The packed package, in a strict TypeScript project that checks its dependencies' declarations as well. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { ENTRIES }: { ENTRIES: Readonly<Record<string, string>> } = await import(
  new URL('../../scripts/api-pages.js', import.meta.url).href
);
let project = '';

/** Everything of every entry, and the first questions of each kind. */
const PROGRAM = `
import { logGPS, makePattern, Model, parseGoal, sensitivity, tolerance, type Tolerance } from 'llamp-ts';
import { type CollectiveAlgorithm, describeCollective, specParser, withAlgorithms } from 'llamp-ts/collectives';
import { buildGraph, compile, lpText, SweepEngine } from 'llamp-ts/core';
import { curvePlot } from 'llamp-ts/report';
${Object.keys(ENTRIES)
  .map((entry, i) => `import * as all${i} from '${entry}';`)
  .join('\n')}

export const everything: readonly object[] = [${Object.keys(ENTRIES).map((_, i) => `all${i}`)}];

const STAR: CollectiveAlgorithm = {
  name: 'star', summary: 'to rank 0', uses: [],
  emit: ({ rank, bytes }, out) => { if (rank !== 0) out.send(bytes, 0); },
};
export const figures: { readonly messages: number } = describeCollective(STAR, { size: 4, bytes: 8 });
export const parse = specParser(withAlgorithms({ reduce: [STAR] }));

export async function main(text: string): Promise<readonly Tolerance[]> {
  const machine = logGPS({ L: 3000, o: 5000, G: 0.018 });
  const model = await Model.of(parseGoal(text), machine);
  const { runtime, lambda } = await sensitivity(model);
  const result = await tolerance(model, [1, 2, 5]);
  const ring = makePattern('allreduce=ring', { ranks: 4 });
  const system = compile(buildGraph(ring, machine), machine);
  const lines: Generator<string> = lpText(system);
  const engine = new SweepEngine(system);
  const draw: (...args: Parameters<typeof curvePlot>) => string = curvePlot;
  if (runtime < 0 || lambda.L < 0 || draw === undefined || lines === undefined || engine === undefined) return [];
  return result.tolerance;
}
`;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'llamp-consumer-'));
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
  });
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? '';
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  const unpacked = spawnSync('tar', ['-xzf', join(project, tarball), '-C', modules], { encoding: 'utf8' });
  expect(unpacked.stderr).toBe('');
  spawnSync('mv', [join(modules, 'package'), join(modules, 'llamp-ts')]);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'main.ts'), PROGRAM);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('a consumer', () => {
  it.each([
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ])('with module %s and resolution %s has no type errors', (module, moduleResolution) => {
    const compilerOptions = {
      target: 'ES2022',
      module,
      moduleResolution,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('finds every entry at run time', () => {
    const code = Object.keys(ENTRIES)
      .map((entry) => `console.log(Object.keys(await import('${entry}')).length > 0);`)
      .join('\n');
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('true\n'.repeat(Object.keys(ENTRIES).length));
  });
});
