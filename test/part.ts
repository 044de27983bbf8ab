/**
 * Tests that are long by the number of their cases: `npm test` takes a part of the cases, `npm run test:real` all, by a
 * twin of the file, `x.real.test.ts` of `x.test.ts`, which imports it.
 */
const WHOLE = process.env.LLAMP_TESTS === 'whole';

/** How many random cases are drawn: a tenth of `all`, or all. More of them to hunt for rare ones: FUZZ=50 npx vitest run test/properties */
export const runs = (all: number): number =>
  Math.ceil(WHOLE ? all : all / 10) * Number(process.env.FUZZ ?? 1);

/** What a count of cases of a kind must exceed: of a part none near its mean, which would fail by chance. */
export const among = (all: number): number => (WHOLE ? all : 0);

/** Whether all is asked, or what need not be each time is left out. */
export const isWhole = WHOLE;

/** Cases of a table: those that `npm test` keeps, or all. */
export const cases = <T>(all: readonly T[], kept: (one: T, index: number) => boolean): T[] =>
  WHOLE ? [...all] : all.filter(kept);
