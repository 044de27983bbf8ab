/** Ranks on a grid, the last axis running fastest (row-major, as MPI_Cart_create orders them). */
import { UsageError } from '../../errors.js';

/** `ranks` as a product of `axes` factors that are as near to each other as they can be, descending. */
export function nearestDims(ranks: number, axes: number): number[] {
  if (axes === 1) return [ranks];
  let best: number[] = [ranks, ...new Array<number>(axes - 1).fill(1)];
  for (let last = Math.floor(ranks ** (1 / axes) + 1e-9); last >= 1; last--) {
    if (ranks % last !== 0) continue;
    const dims = [...nearestDims(ranks / last, axes - 1), last].sort((a, b) => b - a);
    if (dims[0] - dims[axes - 1] < best[0] - best[axes - 1]) best = dims;
  }
  return best;
}

/** The dims asked for, or the nearest ones. Throws a UsageError when they do not make `ranks`. */
export function gridDims(
  ranks: number,
  axes: number,
  dims: readonly number[] | undefined,
): readonly number[] {
  if (dims === undefined) return nearestDims(ranks, axes);
  const product = dims.reduce((a, b) => a * b, 1);
  if (dims.length !== axes || product !== ranks || dims.some((dim) => !Number.isInteger(dim) || dim < 1)) {
    throw new UsageError(
      `a grid of ${dims.join('x')} does not have ${ranks} ranks on ${axes} axes`,
      `give dims such as ${nearestDims(ranks, axes).join('x')}`,
    );
  }
  return dims;
}

export function coordinates(rank: number, dims: readonly number[]): number[] {
  const place = new Array<number>(dims.length);
  let rest = rank;
  for (let axis = dims.length - 1; axis >= 0; axis--) {
    place[axis] = rest % dims[axis];
    rest = Math.floor(rest / dims[axis]);
  }
  return place;
}

/** Rank `by` steps along an axis from `rank`, round the grid. */
export function neighbour(rank: number, dims: readonly number[], axis: number, by: number): number {
  const place = coordinates(rank, dims);
  place[axis] = (place[axis] + by + dims[axis]) % dims[axis];
  return place.reduce((index, coordinate, i) => index * dims[i] + coordinate, 0);
}
