/** Numbers of ranks that algorithms of collectives are asked for: powers of two, their neighbours, primes. Of 32 ranks tokens are bits of a number. */
import { cases } from '../part.js';

export const SIZES = cases(
  Array.from({ length: 32 }, (_, i) => i + 1),
  (size) => size <= 6 || size === 8 || size === 13,
);
