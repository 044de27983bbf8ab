/** The mutants that `npm run mutate` makes, and the steps of `npm run write`. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

interface Mutant {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

const { mutantsOf }: { mutantsOf(source: string): Mutant[] } = await import(
  new URL('../../scripts/mutants.js', import.meta.url).href
);
const texts = (source: string): string[] => mutantsOf(source).map(({ text }) => text);

describe('a mutant', () => {
  it.each([
    ['a < b && c', [';', 'a < b || c', 'a <= b && c']],
    ['f(λ ? -x : !(y));', [';', 'f(!(λ) ? -x : !(y));', 'f(λ ? x : !(y));', 'f(λ ? -x : (y));']],
    ['n += 2', [';', 'n -= 2', 'n += (3)', 'n += (1)']],
    [
      'if (a === b) i++;',
      ['if (!(a === b)) i++;', 'if (a !== b) i++;', 'if (a === b) ;', 'if (a === b) i--;'],
    ],
    [
      'export const f = Math.max(a, true)',
      ['export const f = Math.min(a, true)', 'export const f = Math.max(a, false)'],
    ],
  ])('of %j has one token changed', (source, expected) => {
    expect(texts(source).sort()).toEqual([...expected].sort());
  });

  it('is none of types, of messages and of text', () => {
    expect(
      texts("type A = B<3> | -1;\nfunction f(a: 1 | 2): a is 1 { throw new Error('x' + (a + 1)); }"),
    ).toEqual([]);
    expect(texts("const a = 'x' + b;")).toEqual([]);
  });

  it('says where it is', () => {
    const [first] = mutantsOf('// λ\n  a = b * c;').filter(({ text }) => text.includes('/ c'));
    expect([first.line, first.column]).toEqual([2, 9]);
  });
});

describe('npm run write', () => {
  const write = (...words: string[]) =>
    spawnSync(process.execPath, ['scripts/write.js', ...words], {
      encoding: 'utf8',
      env: { ...process.env, LLAMP_SHARED: '/nonexistent' },
    });

  it('lists its steps, refuses others, and leaves what needs data that are not there', () => {
    expect(write('--list').stdout).toMatch(/^kernels .*\n(?:.*\n)*outputs .*\n$/);
    expect(write('nope')).toMatchObject({ status: 2 });
    expect(write('decisions')).toMatchObject({
      status: 0,
      stdout: 'decisions: left as it is, there is no /nonexistent/data/epyc\n',
    });
  });
});
