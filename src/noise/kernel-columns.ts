/** A noise program as columns that kernels read. */
import type { Arena } from '../kernels/arena.js';
import {
  COMPUTES,
  DRAW_WORDS,
  KERNEL_LANES,
  LANE_SCRATCH,
  LANE_VECTORS,
  type LaneColumns,
} from '../kernels/lanes.js';
import type { DrawLists } from './draw-lists.js';
import { ITEM, type NoiseProgram } from './program.js';
import { workOf } from './row-noise.js';

/** Bytes of each of the columns. */
export function columnBytes({ rows, vertices, slots }: NoiseProgram, { list, lists }: DrawLists): number[] {
  const draws = lists.reduce((sum, { length }) => sum + length, 0);
  return [
    ...[4 * (vertices + 1), 4 * vertices],
    ...[4 * rows, 8 * rows, 4 * rows],
    ...[4 * list.length, 4 * list.length, 4 * list.length, 8 * list.length],
    ...[4 * (lists.length + 1), 4 * DRAW_WORDS * draws],
    ...[8 * slots * KERNEL_LANES, 8 * LANE_SCRATCH, 8 * LANE_VECTORS],
  ];
}

/**
 * The columns, but for costs, which depend on x. `tableOf`: where the table of a latency class lies, and how many single
 * values it has.
 */
export function columnsIn(
  arena: Arena,
  program: NoiseProgram,
  { list, lists }: DrawLists,
  tableOf: (group: number) => readonly [number, number],
): LaneColumns {
  const { rows, slots, slot, from, op, item, rowStart, costs } = program;
  const columns = {
    rowStart: arena.copy(rowStart, arena.u32),
    to: arena.copy(slot, arena.u32),
    from: arena.u32(rows),
    cost: arena.f64(rows),
    item: arena.u32(rows),
    op: arena.u32(list.length),
    list: arena.copy(list, arena.u32),
    rank: arena.u32(list.length),
    work: arena.f64(list.length),
    listStart: arena.u32(lists.length + 1),
    draws: arena.copy(
      Uint32Array.from(
        lists.flatMap((one) =>
          one.flatMap(({ group, first, end }) => [group, first, end, ...tableOf(group)]),
        ),
      ),
      arena.u32,
    ),
    values: arena.f64(slots * KERNEL_LANES),
    scratch: arena.f64(LANE_SCRATCH),
    vectors: arena.f64(LANE_VECTORS),
  };
  for (const [i, { length }] of lists.entries()) columns.listStart[i + 1] = columns.listStart[i] + length;
  let items = 0;
  for (let r = 0; r < rows; r++) {
    columns.from[r] = slot[from[r]];
    if (item[r] === ITEM.none) continue;
    columns.item[r] = ++items;
    columns.op[items] = op[r];
    if (list[items] !== COMPUTES) continue;
    columns.rank[items] = costs.rank[op[r]];
    columns.work[items] = workOf(program, op[r]);
  }
  return columns;
}
