/** The mutants that `npm run mutate` makes, and the steps of `npm run write`. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

interface Mutant {
  readonly line: number;
  readonly column: number;
  readonly before: string;
  readonly from: number;
  readonly text: string;
}

interface Mutants {
  mutantsOf(source: string): Mutant[];
  withProbes(source: string, mutants: readonly { readonly id: number; readonly from: number }[]): string;
}

const { mutantsOf, withProbes }: Mutants = await import(
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

describe('probes', () => {
  /** What the mutants change that the run of `words` reaches, each once. */
  function reached(source: string, words: string): string[] {
    const mutants = mutantsOf(source).map((mutant, id) => ({ ...mutant, id }));
    const hits = new Set<string>();
    Object.assign(globalThis, {
      hitMutant: (ids: readonly number[]) => {
        for (const id of ids) hits.add(mutants[id].before);
      },
    });
    try {
      new Function(`${withProbes(source, mutants)}\n${words}`)();
    } finally {
      Reflect.deleteProperty(globalThis, 'hitMutant');
    }
    return [...hits].sort();
  }

  it('tell branches, defaults and bodies apart, and change no value', () => {
    const source = 'const f = (a, b = 3) => (a < b ? a + 1 : ({ c: b * 2 }).c);';
    expect(reached(source, '')).toEqual([]);
    expect(reached(source, 'if (f(1) !== 2) throw 0;')).toEqual(['+', '1', '3', '<', 'a < b']);
    expect(reached(source, 'if (f(5, 2) !== 4) throw 0;')).toEqual(['*', '2', '<', 'a < b']);
  });

  it('reach statements up to where a function returns, and fields as an object is made', () => {
    const source = 'class A { x = 7; m(z) { if (z > 8) return z - 9; return 6; } }';
    expect(reached(source, '')).toEqual([]);
    expect(reached(source, 'new A()')).toEqual(['7']);
    expect(reached(source, 'A.prototype.m(9)')).toEqual(['-', '8', '9', '>', 'z > 8']);
    // A branch without braces is part of its statement.
    expect(reached(source, 'A.prototype.m(1)')).toEqual(['-', '6', '8', '9', '>', 'z > 8']);
  });
});

describe('npm run write', () => {
  const write = (...words: string[]) =>
    spawnSync(process.execPath, ['scripts/write.js', ...words], {
      encoding: 'utf8',
      env: { ...process.env, LLAMP_SHARED: '/nonexistent' },
    });

  it('lists its steps, refuses others, and leaves what needs data that are not there', () => {
    expect(write('--list').stdout).toMatch(/^kernels .*\n(?:.*\n)*outputs .*\nanswers .*\n$/);
    expect(write('nope')).toMatchObject({ status: 2 });
    expect(write('decisions')).toMatchObject({
      status: 0,
      stdout: 'decisions: left as it is, there is no /nonexistent/data/epyc\n',
    });
  });
});
