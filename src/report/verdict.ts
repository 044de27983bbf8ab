/** What is said of a variant beside others. */

/** A distinction, whether a variant has it, and how many have. */
export type Distinction = readonly [words: string, holds: boolean, holders: number];

/** `fastest, joint most tolerant`: joint where others do the same; empty without any. */
export const verdictText = (list: readonly Distinction[]): string =>
  list
    .filter(([, holds]) => holds)
    .map(([words, , holders]) => (holders > 1 ? `joint ${words}` : words))
    .join(', ');
