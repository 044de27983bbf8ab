/**
 * Times in ns as the published simulator compares them: without a sign. One below 0 has wrapped, and is later than any
 * other; sums stay right while both lie within 2^53 of 0. Without its peculiarities no time is below 0.
 */
export const earlier = (one: number, other: number): boolean =>
  one < 0 === other < 0 ? one < other : other < 0;

export const laterOf = (one: number, other: number): number => (earlier(one, other) ? other : one);
