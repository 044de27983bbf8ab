/** What takes a part of its cases has a twin that takes all: nothing is left to no run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { among, cases, runs } from './part.js';

const folder = import.meta.dirname;
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Modules of tests that take a part, and those that hand it on: `collectives/sizes.ts`. */
const parts = ['part', 'sizes'].map((name) => `/${name}.js'`);
const taking = names.filter(
  (name) =>
    /(?<!\.real)\.test\.ts$/.test(name) &&
    name !== 'part.test.ts' &&
    parts.some((part) => text(name).includes(part)),
);

describe('a part of the cases', () => {
  it('is taken by some files', () => expect(taking.length).toBeGreaterThan(30));

  it.each(taking)('%s has a twin that takes all', (name) => {
    const twin = name.replace(/\.test\.ts$/, '.real.test.ts');
    expect(existsSync(join(folder, twin))).toBe(true);
    expect(text(twin)).toContain(`import './${basename(name, '.ts')}.js';`);
  });

  it.skipIf(process.env.LLAMP_TESTS === 'whole')(
    'is a tenth of random cases, and those of a table that are kept',
    () => {
      expect([runs(1), runs(10), runs(300)]).toEqual(
        [1, 1, 30].map((count) => count * Number(process.env.FUZZ ?? 1)),
      );
      expect(among(250)).toBe(0);
      expect(cases(['a', 'b', 'c'], (one, i) => one === 'a' || i === 2)).toEqual(['a', 'c']);
    },
  );

  it('is not taken by the other run: its configuration asks for all', async () => {
    const { default: real } = await import('../vitest.real.config.js');
    expect(real).toMatchObject({ test: { env: { LLAMP_TESTS: 'whole' } } });
  });
});
