/** What is said of answers whose T is a lower bound. */
import type { Warning } from '../../errors.js';

export const LOWER_BOUNDS: Warning = {
  code: 'lower-bounds',
  message:
    'T, λ and tolerances are those of a lower bound: CPUs and links do one thing at a time, in any order; bounds says how far it may lie below',
};

/** Of placements, whose answer has the upper bound as well. */
export const PLACED_BY_BOUNDS: Warning = {
  code: 'lower-bounds',
  message:
    'T and λ are those of a lower bound: CPUs and links do one thing at a time, in any order; a mapping whose bound is lower is certainly faster only where its T at most is below the T at least of the other',
};
