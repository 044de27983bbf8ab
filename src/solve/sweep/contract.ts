/**
 * A system with the same T on an interval, of fewer rows: a vertex that one row leads on from is joined to the vertex behind it,
 * and of rows between the same two vertices those stay that are highest somewhere. These are the node and the parallel reductions
 * of Bein, Kamburowski and Stallmann (SIAM J. Comput. 21(6), 1992). In programs most vertices are such: of what a send and a
 * receive wait for, little is waited for twice.
 */
import { bytesFor } from '../../kernels/arena.js';
import { contractKernel, type Onward, type OwnColumns } from '../../kernels/contract.js';
import { NONE } from '../../schedule/columns.js';
import type { LineSystem } from '../../timing/lines.js';
import { inArena, madeSystem, type Placed, systemRoom } from './room.js';

/** A vertex that more than one row leads on from, time zero, or the end. */
const STAYS = NONE - 1;
/** Contracting a system is worth writing it anew where no more than this share of its vertices and of its rows is left. */
const SHARE_LEFT = 0.8;

const mostOf = (n: number): number => Math.floor(n * SHARE_LEFT);

type Size = Pick<LineSystem, 'vertices' | 'rows'>;

/** What is left at the most. */
export const mostLeft = ({ vertices, rows }: Size): Size => ({
  vertices: mostOf(vertices),
  rows: mostOf(rows),
});

const bytesOfOwn = ({ vertices, rows }: Size): number =>
  bytesFor([4 * (vertices + 1), 4 * mostOf(rows), 8 * mostOf(rows), 8 * mostOf(rows)]);

/** Bytes that {@link withContracted} takes, where its work takes `bytes`. */
export function bytesOfContracting(lines: Size, bytes: number): number {
  const { vertices } = lines;
  const onward = bytesFor([4 * vertices, 8 * vertices, 8 * vertices, 4 * vertices, 4 * vertices]);
  return bytesOfOwn(lines) + Math.max(onward, bytes);
}

/** Shows `work` the system contracted on [low, high], or null where it would not be much smaller. */
export function withContracted(
  { lines, room }: Placed,
  low: number,
  high: number,
  work: (smaller: LineSystem) => void,
): boolean {
  return room.lend(() => {
    const own = systemRoom(room, lines.vertices, mostOf(lines.rows));
    const left = room.lend(() => contract({ lines, room }, own, [low * lines.scale, high * lines.scale]));
    if (left === null) return false;
    own.rowStart[left.vertices] = left.rows;
    work(madeSystem(lines, own, left));
    return true;
  });
}

type Ends = readonly [number, number];

function contract({ lines, room }: Placed, own: OwnColumns, ends: Ends): Size | null {
  const { vertices } = lines;
  const columns = {
    onward: room.u32(vertices).fill(NONE),
    onwardBase: room.f64(vertices),
    onwardSlope: room.f64(vertices),
    count: room.u32(vertices).fill(0),
    place: room.u32(vertices),
  };
  columns.onward[0] = STAYS;
  columns.onward[vertices - 1] = STAYS;
  const most = mostLeft(lines);
  const fits = (left: number, rows: number): boolean => left <= most.vertices && rows <= most.rows;
  const held = inArena(lines, ...Object.values(own), ...Object.values(columns));
  if (held !== null) return contractKernel(held.arena, held.rows, columns, own, ends, fits);
  join(lines, columns, ends);
  const left = number(lines, columns, own);
  if (!fits(left.vertices, left.rows)) return null;
  write(lines, columns, own);
  return { vertices: left.vertices, rows: thin(left.vertices, columns, own, ends) };
}

/** Whether line (b, s) rises nowhere between the ends above line (c, a): with c − b a whole number, rounding does not feign it. */
function below(b: number, s: number, c: number, a: number, [low, high]: Ends): boolean {
  const steeper = s - a;
  if (steeper === 0) return b <= c;
  return c - b > steeper * (steeper > 0 ? high : low);
}

/** Where vertices lead on to, from the end down: to where the vertex behind leads on. */
function join(lines: LineSystem, { onward, onwardBase, onwardSlope, count }: Onward, ends: Ends): void {
  const { vertices, rowStart, from, base, slope } = lines;
  for (let v = vertices - 1; v > 0; v--) {
    if (onward[v] === NONE) continue;
    const joined = onward[v] !== STAYS;
    const to = joined ? onward[v] : v;
    const b = joined ? onwardBase[v] : 0;
    const s = joined ? onwardSlope[v] : 0;
    // Its own row is none any more.
    count[to] += rowStart[v + 1] - rowStart[v] - (joined ? 1 : 0);
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      const u = from[r];
      if (onward[u] === STAYS) continue;
      const c = base[r] + b;
      const a = slope[r] + s;
      if (onward[u] !== NONE) {
        const same = onward[u] === to;
        if (same && below(c, a, onwardBase[u], onwardSlope[u], ends)) continue;
        if (!same || !below(onwardBase[u], onwardSlope[u], c, a, ends)) {
          onward[u] = STAYS;
          continue;
        }
      }
      onward[u] = to;
      onwardBase[u] = c;
      onwardSlope[u] = a;
    }
  }
}

/** Numbers the vertices that stay; `count` says from then on, by number, where the next of their rows is written. */
function number({ vertices }: LineSystem, { onward, count, place }: Onward, { rowStart }: OwnColumns): Size {
  const left = { vertices: 0, rows: 0 };
  for (let v = 0; v < vertices; v++) {
    if (onward[v] !== STAYS) continue;
    const most = count[v];
    place[v] = left.vertices;
    rowStart[left.vertices] = left.rows;
    count[left.vertices++] = left.rows;
    left.rows += most;
  }
  return left;
}

/** Writes the rows that come from vertices that stay, each to where it leads on to. */
function write(lines: LineSystem, columns: Onward, own: OwnColumns): void {
  const { vertices, rowStart, from, base, slope } = lines;
  const { onward, onwardBase, onwardSlope, count, place } = columns;
  for (let v = 0; v < vertices; v++) {
    if (onward[v] === NONE) continue;
    const joined = onward[v] !== STAYS;
    const target = place[joined ? onward[v] : v];
    const b = joined ? onwardBase[v] : 0;
    const s = joined ? onwardSlope[v] : 0;
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++) {
      if (onward[from[r]] !== STAYS) continue;
      const row = count[target]++;
      own.from[row] = place[from[r]];
      own.base[row] = base[r] + b;
      own.slope[row] = slope[r] + s;
    }
  }
}

/** Leaves out rows that rise nowhere above another between the same vertices, and closes gaps; returns how many are left. */
function thin(vertices: number, { onward: behind, count }: Onward, own: OwnColumns, ends: Ends): number {
  const { rowStart, from, base, slope } = own;
  behind.fill(0, 0, vertices);
  let kept = 0;
  for (let v = 0; v < vertices; v++) {
    const start = rowStart[v];
    const begin = kept;
    rowStart[v] = begin;
    for (let r = start; r < count[v]; r++) {
      const u = from[r];
      const known = behind[u] - 1;
      let to = kept;
      if (known >= begin) {
        if (below(base[r], slope[r], base[known], slope[known], ends)) continue;
        if (below(base[known], slope[known], base[r], slope[r], ends)) to = known;
      }
      if (to === kept) behind[u] = ++kept;
      from[to] = u;
      base[to] = base[r];
      slope[to] = slope[r];
    }
  }
  return kept;
}
