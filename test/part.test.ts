/** What takes a part of its cases is run once more with all: nothing is left to no run. */
import { expect, it } from 'vitest';
import config from '../vitest.config.js';
import { among, cases, isWhole, runs } from './part.js';

const chosen = (mode: string) => config({ mode, command: 'serve' }).test;

it.skipIf(isWhole)('a part is a tenth of random cases, and those of a table that are kept', () => {
  expect([runs(1), runs(10), runs(300)]).toEqual(
    [1, 1, 30].map((count) => count * Number(process.env.FUZZ ?? 1)),
  );
  expect(among(250)).toBe(0);
  expect(cases(['a', 'b', 'c'], (one, i) => one === 'a' || i === 2)).toEqual(['a', 'c']);
});

it('who asks for what is real asks for all cases of the files that take a part', () => {
  const { include, env } = chosen('real') ?? {};
  expect(env).toMatchObject({ LLAMP_TESTS: process.env.LLAMP_TESTS ?? 'whole' });
  const taking = ['test/properties/programs.test.ts', 'test/collectives/promises.test.ts'];
  expect(include).toEqual(expect.arrayContaining(['test/**/*.real.test.ts', ...taking]));
  expect(chosen('test')?.exclude).not.toEqual(expect.arrayContaining(taking));
});
