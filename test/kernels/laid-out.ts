/** Line systems where kernels reach them. */
import { Arena, bytesFor } from '../../src/kernels/arena.js';
import type { LineSystem } from '../../src/timing/line-system.js';

/** The same system with its columns in an arena, with room for labels and for `more` bytes. */
export function laidOut(lines: LineSystem, more = 0): LineSystem {
  const { vertices, rows } = lines;
  const labels = [8 * vertices, 8 * vertices];
  const columns = [4 * (vertices + 1), 4 * rows, 8 * rows, 8 * rows];
  const arena = Arena.of(bytesFor([...columns, ...labels]) + more);
  if (arena === null) throw new Error('this machine has no memory for WebAssembly');
  const own = {
    rowStart: arena.u32(vertices + 1),
    from: arena.u32(rows),
    base: arena.f64(rows),
    slope: arena.f64(rows),
  };
  own.rowStart.set(lines.rowStart);
  own.from.set(lines.from);
  own.base.set(lines.base);
  own.slope.set(lines.slope);
  return { ...lines, ...own };
}
