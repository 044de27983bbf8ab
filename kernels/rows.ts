/** Rows of a line system, as in `LineSystem` of src/timing/line-system.ts: what all kernels of the sweep read. */

export let rowStart: usize = 0;
export let from: usize = 0;
export let base: usize = 0;
export let slope: usize = 0;

export function rows(rowStartAt: usize, fromAt: usize, baseAt: usize, slopeAt: usize): void {
  rowStart = rowStartAt;
  from = fromAt;
  base = baseAt;
  slope = slopeAt;
}
