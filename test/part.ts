/**
 * Tests that are long: `npm test` and CI take a part of their cases, most of them others each time; `npm run test:real`,
 * which runs each file that imports this (vitest.config.ts), takes all.
 */
import { it } from 'vitest';

/** Whether all is asked, or what need not be each time is left out. */
export const isWhole = process.env.LLAMP_TESTS === 'whole';

const SHARE = isWhole ? 1 : 1 / 10;

/** How many random cases are drawn: a tenth of `all`, or all. More of them to hunt for rare ones: FUZZ=50 npx vitest run test/properties */
export const runs = (all: number): number => Math.ceil(all * SHARE) * Number(process.env.FUZZ ?? 1);

/** What a count of cases of a kind must exceed: of a part none near its mean, which would fail by chance. */
export const among = (all: number): number => (SHARE === 1 ? all : 0);

/** Cases of a table: those that `npm test` keeps, or all. */
export const cases = <T>(all: readonly T[], kept: (one: T, index: number) => boolean): T[] =>
  isWhole ? [...all] : all.filter(kept);

/** A test that takes as long as many others, and whose place in the part others hold. */
export const inFull: ReturnType<typeof it.runIf> = it.runIf(isWhole);
