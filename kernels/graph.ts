/**
 * Dependencies as lists: src/schedule/operation-rows.ts. Matching of messages and topological order of events:
 * src/graph/{match,program-order,graph-events}.ts for programs without wildcards, synchronous sends and orders of CPUs and NICs.
 */
import { CALC, DEP_OP, IREQUIRES, i32At, NONE, putU32, SEND, u32At } from './program';

const ANY: i32 = -1;
const OPEN: u32 = 1;
const DONE: u32 = 2;

/** Lists up to this are sorted here. */
const SHORT_RUN: u32 = 32;

/**
 * Of pairs (what waits, what for, with its flag) of operations of a rank that begins at `base`: [operations + 1] where each
 * list ends, the first entry being no list's, and the lists, which begin at `from` of all. Each ascends, but for those that
 * are longer than a short run: whether there are any.
 */
export function lists(
  pairs: usize,
  length: u32,
  operations: u32,
  base: u32,
  from: u32,
  start: usize,
  listed: usize,
): bool {
  memory.fill(start, 0, ((operations as usize) + 1) << 2);
  for (let i: u32 = 0; i < length; i += 2) {
    const after = u32At(pairs, i) + 1;
    putU32(start, after, u32At(start, after) + 1);
  }
  let sum: u32 = 0;
  for (let op: u32 = 1; op <= operations; op++) {
    const count = u32At(start, op);
    putU32(start, op, sum);
    sum += count;
  }
  for (let i: u32 = 0; i < length; i += 2) {
    const after = u32At(pairs, i) + 1;
    const before = u32At(pairs, i + 1);
    const at = u32At(start, after);
    putU32(start, after, at + 1);
    putU32(listed, at, (base + (before & DEP_OP)) | (before & IREQUIRES));
  }
  let long: bool = false;
  let first: u32 = 0;
  for (let op: u32 = 1; op <= operations; op++) {
    const end = u32At(start, op);
    if (end - first > SHORT_RUN) long = true;
    else sort(listed, first, end);
    first = end;
    putU32(start, op, from + end);
  }
  return long;
}

function sort(listed: usize, from: u32, to: u32): void {
  for (let i: u32 = from + 1; i < to; i++) {
    const dep = u32At(listed, i);
    const key = dep & DEP_OP;
    let j = i;
    while (j > from && (u32At(listed, j - 1) & DEP_OP) > key) {
      putU32(listed, j, u32At(listed, j - 1));
      j--;
    }
    putU32(listed, j, dep);
  }
}

// Columns of the schedule, and what is made of them.
let kind: usize = 0;
let value: usize = 0;
let peer: usize = 0;
let tag: usize = 0;
let depStart: usize = 0;
let deps: usize = 0;
let rankStart: usize = 0;
let partner: usize = 0;
let order: usize = 0;

export function columns(
  kindAt: usize,
  valueAt: usize,
  peerAt: usize,
  tagAt: usize,
  depStartAt: usize,
  depsAt: usize,
  rankStartAt: usize,
  partnerAt: usize,
  orderAt: usize,
): void {
  kind = kindAt;
  value = valueAt;
  peer = peerAt;
  tag = tagAt;
  depStart = depStartAt;
  deps = depsAt;
  rankStart = rankStartAt;
  partner = partnerAt;
  order = orderAt;
}

function kindOf(op: u32): u32 {
  return load<u8>(kind + (op as usize));
}
function amountOf(op: u32): f64 {
  return load<f64>(value + ((op as usize) << 3));
}

let sends: u32 = 0;
let recvs: u32 = 0;
let wildcards: u32 = 0;

/** Counts operations [first, end) by kind. */
export function count(first: u32, end: u32): void {
  for (let op: u32 = first; op < end; op++) {
    const one = kindOf(op);
    if (one === CALC) continue;
    if (one === SEND) {
      sends++;
    } else {
      recvs++;
      if (i32At(peer, op) === ANY || i32At(tag, op) < 0) wildcards++;
    }
  }
}
export function sendsCounted(): u32 {
  return sends;
}
export function recvsCounted(): u32 {
  return recvs;
}
export function wildcardsCounted(): u32 {
  return wildcards;
}

// Channels: a table of open addressing, and by channel its first send ever, its source, front and back of its queue.
let table: usize = 0;
let mask: u32 = 0;
let firsts: usize = 0;
let sources: usize = 0;
let fronts: usize = 0;
let backs: usize = 0;
let channels: u32 = 0;
let messages: u32 = 0;
let short: u32 = 0;

/** `tableAt`: filled with NONE, its size a power of two. */
export function queues(
  tableAt: usize,
  size: u32,
  firstsAt: usize,
  sourcesAt: usize,
  frontsAt: usize,
  backsAt: usize,
): void {
  table = tableAt;
  mask = size - 1;
  firsts = firstsAt;
  sources = sourcesAt;
  fronts = frontsAt;
  backs = backsAt;
  memory.fill(table, 0xff, (size as usize) << 2);
}

function slotOf(source: u32, destination: i32, tagged: i32): u32 {
  let h: u32 = (source + 1) * 0x9e37_79b1;
  h ^= ((destination as u32) + 1) * 0x85eb_ca6b;
  h ^= (tagged as u32) * 0xc2b2_ae35;
  h = (h ^ (h >> 15)) * 0x2c1b_3c6d;
  let slot: u32 = (h ^ (h >> 13)) & mask;
  while (true) {
    const channel = u32At(table, slot);
    if (channel === NONE) return slot;
    const first = u32At(firsts, channel);
    if (
      i32At(peer, first) === destination &&
      i32At(tag, first) === tagged &&
      u32At(sources, channel) === source
    )
      return slot;
    slot = (slot + 1) & mask;
  }
}

/** Queues the sends of ranks [first, end); `partner` of a queued send is the one behind it. */
export function offer(first: u32, end: u32): void {
  for (let rank: u32 = first; rank < end; rank++) {
    const last = u32At(rankStart, rank + 1);
    for (let op = u32At(rankStart, rank); op < last; op++) {
      putU32(partner, op, NONE);
      if (kindOf(op) !== SEND || i32At(peer, op) < 0) continue;
      const slot = slotOf(rank, i32At(peer, op), i32At(tag, op));
      let channel = u32At(table, slot);
      if (channel === NONE) {
        channel = channels++;
        putU32(table, slot, channel);
        putU32(firsts, channel, op);
        putU32(sources, channel, rank);
        putU32(fronts, channel, op);
      } else {
        putU32(partner, u32At(backs, channel), op);
      }
      putU32(backs, channel, op);
    }
  }
}

/** Lets the receives of ranks [first, end) take what is queued for them. */
export function take(first: u32, end: u32): void {
  for (let rank: u32 = first; rank < end; rank++) {
    const last = u32At(rankStart, rank + 1);
    for (let op = u32At(rankStart, rank); op < last; op++) {
      if (kindOf(op) <= SEND || i32At(peer, op) < 0) continue;
      const channel = u32At(table, slotOf(i32At(peer, op), rank as i32, i32At(tag, op)));
      if (channel === NONE) continue;
      const send = u32At(fronts, channel);
      if (send === NONE) continue;
      putU32(fronts, channel, u32At(partner, send));
      putU32(partner, send, op);
      putU32(partner, op, send);
      if (amountOf(op) < amountOf(send)) short++;
      messages++;
    }
  }
}

/** Parts the sends that nobody took; returns the number of messages. */
export function partLeftOver(): u32 {
  for (let channel: u32 = 0; channel < channels; channel++) {
    let send = u32At(fronts, channel);
    while (send !== NONE) {
      const next = u32At(partner, send);
      putU32(partner, send, NONE);
      send = next;
    }
  }
  return messages;
}
export function shortCounted(): u32 {
  return short;
}

let rendezvous: f64 = Infinity;
let sendWaitsForEnd: bool = false;
let marks: usize = 0;
let stackEvents: usize = 0;
let stackCursors: usize = 0;
let ordered: u32 = 0;
/** Operations of which the ends were asked for, and events on the stack. */
let walked: u32 = 0;
let depth: u32 = 0;

/** `waits`: a send above the threshold waits for the end of its receive. Columns of marks, zero, and of the stack. */
export function protocol(
  threshold: f64,
  waits: bool,
  marksAt: usize,
  eventsAt: usize,
  cursorsAt: usize,
): void {
  rendezvous = threshold;
  sendWaitsForEnd = waits;
  marks = marksAt;
  stackEvents = eventsAt;
  stackCursors = cursorsAt;
  ordered = 0;
  walked = 0;
  depth = 0;
}

function endOf(op: u32): u32 {
  const one = kindOf(op);
  const apart: bool = one > SEND || (one === SEND && amountOf(op) > rendezvous);
  return op * 2 + (apart ? 1 : 0);
}

function predecessor(event: u32, i: u32): u32 {
  const op = event >> 1;
  if ((event & 1) === 0) {
    const at = u32At(depStart, op) + i;
    if (at >= u32At(depStart, op + 1)) return NONE;
    const dep = u32At(deps, at);
    return (dep & IREQUIRES) === 0 ? endOf(dep & DEP_OP) : (dep & DEP_OP) * 2;
  }
  if (i === 0) return op * 2;
  const other = u32At(partner, op);
  if (i > 1 || other === NONE) return NONE;
  return sendWaitsForEnd && kindOf(op) === SEND ? other * 2 + 1 : other * 2;
}

/** Puts `event`, which is marked `mark` and has been met by nobody, on the stack. */
function open(event: u32, mark: u32): void {
  store<u8>(marks + ((event >> 1) as usize), mark | (OPEN << ((event & 1) * 2)));
  putU32(stackEvents, depth, event);
  putU32(stackCursors, depth, 0);
  depth++;
}

/** What came of ordering some events. */
const GOES_ON: u32 = 0;
const ALL_ORDERED: u32 = 1;
const IN_A_CIRCLE: u32 = 2;

/**
 * Orders what the ends of all `operations` wait for, and them, up to `most` events at a time: one end may wait for the whole
 * program.
 */
export function orderSome(operations: u32, most: u32): u32 {
  const enough = ordered + most;
  while (ordered < enough) {
    if (depth === 0) {
      if (walked === operations) return ALL_ORDERED;
      const end = endOf(walked);
      const mark: u32 = load<u8>(marks + (walked as usize));
      walked++;
      if ((mark & (DONE << ((end & 1) * 2))) === 0) open(end, mark);
      continue;
    }
    const top = depth - 1;
    const event = u32At(stackEvents, top);
    const cursor = u32At(stackCursors, top);
    putU32(stackCursors, top, cursor + 1);
    const before = predecessor(event, cursor);
    if (before === NONE) {
      const at = marks + ((event >> 1) as usize);
      store<u8>(at, load<u8>(at) | (DONE << ((event & 1) * 2)));
      putU32(order, ordered++, event);
      depth--;
      continue;
    }
    const shift = (before & 1) * 2;
    const mark: u32 = load<u8>(marks + ((before >> 1) as usize));
    if ((mark & (DONE << shift)) !== 0) continue;
    if ((mark & (OPEN << shift)) !== 0) return IN_A_CIRCLE;
    open(before, mark);
  }
  return GOES_ON;
}
export function eventsOrdered(): u32 {
  return ordered;
}
