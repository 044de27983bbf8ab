import { f64, i32, u8, u16, u32 } from './columns.js';
import type { Schedule } from './schedule.js';

/**
 * One schedule of two whose operations are of different ranks, all of the second's behind all of the first's.
 * `lines`: how many lines of input stand before those of the second. Null when their ranks interleave.
 */
export function joinSchedules(first: Schedule, second: Schedule, lines: number): Schedule | null {
  const { ranks } = first;
  if (second.ranks !== ranks || !followsOn(first, second)) return null;
  const n = first.operations;
  const rankStart = u32(ranks + 1);
  for (let rank = 0; rank <= ranks; rank++) rankStart[rank] = first.rankStart[rank] + second.rankStart[rank];
  const depStart = u32(n + second.operations + 1);
  depStart.set(first.depStart);
  for (let op = 0; op <= second.operations; op++) depStart[n + op] = first.deps.length + second.depStart[op];
  const deps = u32(first.deps.length + second.deps.length);
  deps.set(first.deps);
  // The flag of a dependency is its highest bit: adding to the operation leaves it alone.
  for (let i = 0; i < second.deps.length; i++) deps[first.deps.length + i] = second.deps[i] + n;
  const names = new Map(first.labelName);
  for (const [op, name] of second.labelName) names.set(n + op, name);
  const narrow = first.tag instanceof Int32Array && second.tag instanceof Int32Array;
  return {
    ranks,
    operations: n + second.operations,
    rankStart,
    kind: both(first.kind, second.kind, u8),
    value: both(first.value, second.value, f64),
    peer: both(first.peer, second.peer, i32),
    tag: narrow ? both(first.tag, second.tag, i32) : both(first.tag, second.tag, f64),
    depStart,
    deps,
    cpu: optional(first, second, (one) => one.cpu),
    nic: optional(first, second, (one) => one.nic),
    labelNumber: labels(first, second),
    labelName: names,
    line: joinedLines(first, second, lines),
    call: null,
    callNames: [],
  };
}

/** Whether no rank of the first has operations behind the first rank of the second that has some. */
function followsOn(first: Schedule, second: Schedule): boolean {
  const { ranks } = first;
  let lowest = 0;
  while (lowest < ranks && second.rankStart[lowest + 1] === 0) lowest++;
  return first.rankStart[lowest] === first.operations;
}

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

function both<T extends Numbers>(first: Numbers, second: Numbers, make: (n: number) => T): T {
  const joined = make(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function optional(
  first: Schedule,
  second: Schedule,
  column: (one: Schedule) => Uint16Array | null,
): Uint16Array | null {
  const [a, b] = [column(first), column(second)];
  if (a === null && b === null) return null;
  return both(a ?? u16(first.operations), b ?? u16(second.operations), u16);
}

function labels(first: Schedule, second: Schedule): Uint32Array | null {
  if (first.labelNumber === null && second.labelNumber === null) return null;
  return both(explicit(first), explicit(second), u32);
}

/** The label numbers of a schedule that has none because they are places in the rank. */
function explicit(schedule: Schedule): Uint32Array {
  if (schedule.labelNumber !== null) return schedule.labelNumber;
  const numbers = u32(schedule.operations);
  for (let rank = 0; rank < schedule.ranks; rank++) {
    const start = schedule.rankStart[rank];
    for (let op = start; op < schedule.rankStart[rank + 1]; op++) numbers[op] = op - start + 1;
  }
  return numbers;
}

function joinedLines(first: Schedule, second: Schedule, lines: number): Uint32Array | null {
  if (first.line === null || second.line === null) return null;
  const joined = both(first.line, second.line, u32);
  for (let op = first.operations; op < joined.length; op++) joined[op] += lines;
  return joined;
}
