/** Middle one of the values in ascending order, or the mean of the middle two; NaN of none. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const half = ascending.length >> 1;
  return ascending.length % 2 === 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
}
