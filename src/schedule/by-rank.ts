/** Operations in the order of ranks, where blocks of ranks came in another. */
import { f64, i32, NONE, u8, u16, u32 } from './columns.js';
import { DEP_OP, IREQUIRES, type Schedule } from './schedule.js';

/** The schedule with its operations moved into rank order, where blocks came in another. */
export function byRank(schedule: Schedule, blockStart: Int32Array, blockEnd: Int32Array): Schedule {
  const n = schedule.operations;
  const order = new Uint32Array(n);
  const place = new Uint32Array(n);
  let next = 0;
  for (let rank = 0; rank < schedule.ranks; rank++) {
    if (blockStart[rank] < 0) continue;
    for (let op = blockStart[rank]; op < blockEnd[rank]; op++) {
      place[op] = next;
      order[next++] = op;
    }
  }
  const depStart = new Uint32Array(n + 1);
  const deps = new Uint32Array(schedule.deps.length);
  let filled = 0;
  for (let to = 0; to < n; to++) {
    const from = order[to];
    for (let i = schedule.depStart[from]; i < schedule.depStart[from + 1]; i++) {
      const dep = schedule.deps[i];
      deps[filled++] = (place[dep & DEP_OP] | (dep & IREQUIRES)) >>> 0;
    }
    depStart[to + 1] = filled;
  }
  const names = new Map<number, string>();
  for (const [op, name] of schedule.labelName) names.set(place[op], name);
  return {
    ...schedule,
    kind: gather(schedule.kind, order, u8),
    value:
      schedule.value instanceof Uint32Array
        ? gather(schedule.value, order, u32)
        : gather(schedule.value, order, f64),
    peer: gather(schedule.peer, order, i32),
    tag:
      schedule.tag instanceof Int32Array
        ? gather(schedule.tag, order, i32)
        : gather(schedule.tag, order, f64),
    synchronous: schedule.synchronous && gather(schedule.synchronous, order, u8),
    depStart,
    deps,
    cpu: schedule.cpu && gather(schedule.cpu, order, u16),
    nic: schedule.nic && gather(schedule.nic, order, u16),
    labelNumber: schedule.labelNumber && gather(schedule.labelNumber, order, u32),
    labelName: names,
    line: schedule.line && gather(schedule.line, order, u32),
    call: schedule.call && gather(schedule.call, order, u16),
    calls: schedule.calls && { ...schedule.calls, of: gather(schedule.calls.of, order, u32) },
    behind: schedule.behind && moved(schedule.behind, order, place),
    takenAfter: schedule.takenAfter && moved(schedule.takenAfter, order, place),
    sites: schedule.sites && { ...schedule.sites, of: gather(schedule.sites.of, order, u32) },
  };
}

/** A column of operations, both its rows and what they name moved. */
function moved(column: Uint32Array, order: Uint32Array, place: Uint32Array): Uint32Array {
  return gather(column, order, u32).map((op) => (op === NONE ? NONE : place[op]));
}

function gather<T extends Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array>(
  column: T,
  order: Uint32Array,
  make: (n: number) => T,
): T {
  const out = make(order.length);
  for (let i = 0; i < order.length; i++) out[i] = column[order[i]];
  return out;
}
