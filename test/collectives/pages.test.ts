/**
 * The pages of docs/collectives are what docs/collectives/make.ts makes, and their formulas are true.
 * `npm run write -- pages` writes them anew.
 */
import { describe, expect, it } from 'vitest';
import { FAMILIES, type Formula } from '../../docs/collectives/families.js';
import { pages } from '../../docs/collectives/make.js';
import { COLLECTIVES, type CollectiveOptions } from '../../src/collectives/collective-algorithm.js';
import { ceilLog2, powerBelow } from '../../src/collectives/data-flow.js';
import { describeCollective } from '../../src/collectives/recorded-calls.js';
import { algorithmsOf } from '../../src/collectives/registry.js';
import { SIZES } from './sizes.js';

describe('docs/collectives', () => {
  it.each([...pages()])('%s is up to date', async (file, text) => {
    await expect(text).toMatchFileSnapshot(`../../docs/collectives/${file}`, 'npm run write -- pages');
  });

  it('has every collective and every algorithm', () => {
    expect(FAMILIES.flatMap(({ collectives }) => collectives).toSorted()).toEqual(
      [...COLLECTIVES].toSorted(),
    );
    for (const { collectives, formulas } of FAMILIES) {
      const names = collectives.flatMap((collective) => algorithmsOf(collective).map(({ name }) => name));
      expect(Object.keys(formulas).toSorted()).toEqual([...new Set(names)].toSorted());
    }
  });
});

/** Largest d with base^d ≤ x. */
function floorLog(base: number, x: number): number {
  if (base < 2) return Number.NaN;
  let log = 0;
  for (let power = base; power <= x; power *= base) log++;
  return log;
}

/** A formula of a page as a function of its letters. */
function compile(formula: string): (letters: Record<string, number>) => number {
  const code = formula
    .replace(/⌈log₂ p⌉/g, 'ceilLog2(p)')
    .replace(/⌊log₂ p⌋/g, 'floorLog(2, p)')
    .replace(/⌊log_f(.+)⌋/g, 'floorLog(f, $1)')
    .replace(/⌈(.+?)⌉/g, 'Math.ceil($1)')
    .replace(/log₂ P/g, 'floorLog(2, P)')
    .replace(/\[(.+?)\]/g, 'Number($1)')
    .replaceAll('·', '*')
    .replaceAll('−', '-');
  const names = ['p', 'n', 'P', 'R', 's', 'f', 'B'];
  const run = new Function(...names, 'ceilLog2', 'floorLog', `return ${code};`);
  return (letters) => run(...names.map((name) => letters[name]), ceilLog2, floorLog);
}

function lettersOf(p: number, n: number, options: { segments?: number; fanout: number }) {
  let B = 0;
  for (let i = 1; i < p; i++) B += i.toString(2).replaceAll('0', '').length;
  const P = powerBelow(p);
  return { p, n, P, R: p - P, s: options.segments ?? 1, f: options.fanout, B };
}

describe.each(FAMILIES)('the formulas of $page', ({ collectives, formulas }) => {
  const written = Object.entries(formulas).filter((entry): entry is [string, Formula] => entry[1] !== null);
  it.each(written)('%s', (name, formula) => {
    const powersOnly = formula.powersOnly ?? [];
    for (const collective of collectives) {
      const algorithm = algorithmsOf(collective).find((candidate) => candidate.name === name);
      if (algorithm === undefined) continue;
      for (const p of SIZES) {
        const n = p * powerBelow(p) * 48;
        for (const fanout of algorithm.uses.includes('fanout') ? [1, 2, 3, 4] : [1]) {
          // A fan-out of 1 is no k-nomial tree: it starts at 2.
          if (name === 'knomial' && fanout === 1) continue;
          const options: Partial<CollectiveOptions> = { fanout };
          const counted = describeCollective(algorithm, { size: p, bytes: n, options });
          const letters = lettersOf(p, n, { fanout });
          for (const figure of ['messages', 'bytes', 'depth'] as const) {
            if (powersOnly.includes(figure) && powerBelow(p) < p) continue;
            expect(compile(formula[figure])(letters), `${figure}, p = ${p}`).toBe(counted[figure]);
          }
        }
        if (!algorithm.uses.includes('segment')) continue;
        // Shares of the ring are n/p, other messages n: three segments each.
        const segment = (name === 'ring' ? n / p : n) / 3;
        const counted = describeCollective(algorithm, { size: p, bytes: n, options: { segment } });
        const letters = lettersOf(p, n, { segments: 3, fanout: name === 'knomial' ? 4 : 1 });
        expect(compile(formula.messages)(letters), `segments, p = ${p}`).toBe(counted.messages);
      }
    }
  });
});
