/** Two schedules compared operation by operation; only within one collective may the order differ. */
import { CALC, DEP_OP, IREQUIRES, type Schedule } from '../../../src/schedule/schedule.js';

/** First tag of collectives in the published generator. */
const COLLECTIVES = 1_000_000;

const inCollective = (schedule: Schedule, op: number): boolean =>
  schedule.kind[op] !== CALC && schedule.tag[op] >= COLLECTIVES;

/** Operations with those of each collective sorted by kind, peer and size. */
function sorted(schedule: Schedule): Uint32Array {
  const order = Uint32Array.from({ length: schedule.operations }, (_, op) => op);
  const byContent = (a: number, b: number) =>
    schedule.kind[a] - schedule.kind[b] ||
    schedule.peer[a] - schedule.peer[b] ||
    schedule.value[a] - schedule.value[b];
  for (let from = 0; from < schedule.operations; from++) {
    if (!inCollective(schedule, from)) continue;
    let to = from + 1;
    while (to < schedule.operations && inCollective(schedule, to) && schedule.tag[to] === schedule.tag[from])
      to++;
    order.subarray(from, to).sort(byContent);
    from = to - 1;
  }
  return order;
}

/** Every operation as text, its dependencies as places in the sorted order. */
export function canonical(schedule: Schedule): string[] {
  const order = sorted(schedule);
  const place = new Uint32Array(schedule.operations);
  order.forEach((op, i) => {
    place[op] = i;
  });
  return [...order].map((op) => {
    const deps = [...schedule.deps.subarray(schedule.depStart[op], schedule.depStart[op + 1])]
      .map((dep) => `${(dep & IREQUIRES) === 0 ? 'r' : 'i'}${place[dep & DEP_OP]}`)
      .sort();
    return [schedule.kind[op], schedule.value[op], schedule.peer[op], schedule.tag[op], ...deps].join(' ');
  });
}
