/** All paths of small systems, one by one. */
import type { PathLine } from '../../../src/solve/sweep/pass.js';
import type { LinePiece } from '../../../src/solve/sweep/pieces.js';
import type { LineSystem } from '../../../src/timing/line-system.js';

/** Lines of all paths to the end. */
export function linesOfPaths({ vertices, rowStart, from, base, slope }: LineSystem): PathLine[] {
  const to: PathLine[][] = [[{ c: 0, a: 0 }]];
  for (let v = 1; v < vertices; v++) {
    const all = new Map<string, PathLine>();
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++)
      for (const { c, a } of to[from[r]]) {
        const line = { c: c + base[r], a: a + slope[r] };
        all.set(`${line.c} ${line.a}`, line);
      }
    to.push([...all.values()]);
  }
  return to[vertices - 1];
}

/** Where lines of whole numbers are the highest on [low, high]: each with the x from which on it is. */
export function highest(lines: readonly PathLine[], low: number, high: number): LinePiece[] {
  const on = (x: number): PathLine =>
    lines.reduce((best, line) => {
      const more = line.c + line.a * x - (best.c + best.a * x);
      return more > 0 || (more === 0 && line.a > best.a) ? line : best;
    });
  const pieces: LinePiece[] = [{ start: low, line: on(low) }];
  for (;;) {
    const { start, line } = pieces[pieces.length - 1];
    const meets = lines
      .filter(({ a }) => a > line.a)
      .map((other) => ({ start: (line.c - other.c) / (other.a - line.a), line: other }))
      .filter((meet) => meet.start >= start && meet.start < high);
    if (meets.length === 0) return pieces;
    const next = Math.min(...meets.map((meet) => meet.start));
    const at = meets.filter((meet) => meet.start === next);
    pieces.push(at.reduce((best, meet) => (meet.line.a > best.line.a ? meet : best)));
  }
}
