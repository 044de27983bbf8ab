/**
 * A program played at one set of parameters, as lines c + a·x: src/timing/play.ts for free CPUs and NICs and overheads that
 * do not depend on the size.
 */
import {
  CALC,
  CROSSED_LATENCIES,
  CROSSED_ROUTE,
  DEP_OP,
  ENDS_APART,
  f64At,
  IREQUIRES,
  NONE,
  POST_BASE,
  POST_CROSSED,
  POST_OVERHEADS,
  POST_SHIFT,
  PROTOCOL,
  putF64,
  putU32,
  RECV_END,
  SEND,
  SEND_END,
  SEND_TO_MEET,
  SENDING,
  u32At,
} from './program';

const EXACT_LIMIT: f64 = 9007199254740992;

/** Prices of a route: latency and its slope, gap and its slope. */
const ROUTE_SHIFT: usize = 5;

let kind: usize = 0;
let value: usize = 0;
let depStart: usize = 0;
let deps: usize = 0;
let partner: usize = 0;
let order: usize = 0;
let routes: usize = 0;
let postC: usize = 0;
let postA: usize = 0;
let meetC: usize = 0;
let meetA: usize = 0;

/** Columns of the graph; `routesAt`: [operations] route by send, 0: there is one. Columns of posts and meetings. */
export function columns(
  kindAt: usize,
  valueAt: usize,
  depStartAt: usize,
  depsAt: usize,
  partnerAt: usize,
  orderAt: usize,
  routesAt: usize,
  postCAt: usize,
  postAAt: usize,
  meetCAt: usize,
  meetAAt: usize,
): void {
  kind = kindAt;
  value = valueAt;
  depStart = depStartAt;
  deps = depsAt;
  partner = partnerAt;
  order = orderAt;
  routes = routesAt;
  postC = postCAt;
  postA = postAAt;
  meetC = meetCAt;
  meetA = meetAAt;
  posts = 0;
}

let posts: usize = 0;
let crossed: usize = 0;
let meets: usize = 0;
let lineC: usize = 0;
let lineA: usize = 0;

/**
 * Reads times of posts and meetings where compile.ts has put them, in place of those that were played: as places, with what
 * they crossed, and the vertices of meetings, whose lines are `lineC` and `lineA`.
 */
export function places(
  postsAt: usize,
  crossedAt: usize,
  meetsAt: usize,
  lineCAt: usize,
  lineAAt: usize,
): void {
  posts = postsAt;
  crossed = crossedAt;
  meets = meetsAt;
  lineC = lineCAt;
  lineA = lineAAt;
  tied = false;
}

let rendezvous: f64 = Infinity;
let costs: usize = 0;
let prices: usize = 0;
let scale: f64 = 1;
let overhead: f64 = 0;
let overheadSlope: f64 = 0;
let asyncPrice: f64 = 0;
let sendsHoldCpu: bool = false;
let x: f64 = 0;
let tie: f64 = 0;

/**
 * Costs and prices; `holds`: an `irequires` on a send waits for what it is sending; within `relative` of their length two
 * paths are equally long.
 */
export function machine(
  threshold: f64,
  costsAt: usize,
  pricesAt: usize,
  unit: f64,
  o: f64,
  oSlope: f64,
  priceOfAsync: f64,
  holds: bool,
  at: f64,
  relative: f64,
): void {
  rendezvous = threshold;
  costs = costsAt;
  prices = pricesAt;
  scale = unit;
  overhead = o;
  overheadSlope = oSlope;
  asyncPrice = priceOfAsync;
  sendsHoldCpu = holds;
  x = at;
  tie = relative;
  last = NONE;
}

function kindOf(op: u32): u32 {
  return load<u8>(kind + (op as usize));
}
function costsOf(send: u32): usize {
  return costs + (f64At(value, send) > rendezvous ? PROTOCOL : 0);
}

/** The time that is moved. */
let c: f64 = 0;
let a: f64 = 0;

function longer(oneC: f64, oneA: f64, otherC: f64, otherA: f64): bool {
  const difference = oneC - otherC + (oneA - otherA) * x;
  const length = Math.abs(oneC + oneA * x);
  if (Math.abs(difference) > length * tie) return difference > 0;
  return oneA > otherA || (oneA === otherA && oneC > otherC);
}

function move(cost: usize, send: u32): void {
  const overheads = load<u32>(cost) as f64;
  const latencies = load<u32>(cost, 4) as f64;
  const transfers = load<u32>(cost, 8) as f64;
  c += overheads * overhead;
  a += overheads * overheadSlope;
  if (latencies === 0 && transfers === 0) return;
  const route: usize = routes === 0 ? 0 : (load<u16>(routes + ((send as usize) << 1)) as usize);
  const price = prices + (route << ROUTE_SHIFT);
  const size = f64At(value, send) - 1;
  const bytes = transfers * (size > 0 ? size : 0);
  c += latencies * load<f64>(price) + bytes * load<f64>(price, 16);
  a += latencies * load<f64>(price, 8) + bytes * load<f64>(price, 24);
}

function toPost(op: u32): void {
  if (posts !== 0) {
    toPlace(op);
    return;
  }
  c = f64At(postC, op);
  a = f64At(postA, op);
}

function toPlace(op: u32): void {
  const place = posts + ((op as usize) << POST_SHIFT);
  const vertex = load<u32>(place, POST_BASE);
  const overheads = load<u16>(place, POST_OVERHEADS) as f64;
  c = f64At(lineC, vertex) + load<f64>(place) * scale + overheads * overhead;
  a = f64At(lineA, vertex) + overheads * overheadSlope;
  if (load<u16>(place, POST_CROSSED) === 0) return;
  const network = crossed + ((op as usize) << POST_SHIFT);
  const price = prices + ((load<u16>(network, CROSSED_ROUTE) as usize) << ROUTE_SHIFT);
  const bytes = load<f64>(network);
  const latencies = load<u16>(network, CROSSED_LATENCIES) as f64;
  c += latencies * load<f64>(price) + bytes * load<f64>(price, 16);
  a += latencies * load<f64>(price, 8) + bytes * load<f64>(price, 24);
}

function toMeeting(recv: u32): void {
  if (posts !== 0) {
    const vertex = u32At(meets, recv);
    c = f64At(lineC, vertex);
    a = f64At(lineA, vertex);
    return;
  }
  c = f64At(meetC, recv);
  a = f64At(meetA, recv);
}

/** Moves to where `op` has ended. */
function toEnd(op: u32): void {
  const one = kindOf(op);
  if (one === CALC) {
    toPost(op);
    c += f64At(value, op) * scale;
    return;
  }
  const send = one === SEND ? op : u32At(partner, op);
  const own = costsOf(send);
  if (one === SEND && load<u32>(own, ENDS_APART) === 0) {
    toPost(op);
    move(own + SENDING, op);
    return;
  }
  toMeeting(one === SEND ? u32At(partner, op) : op);
  move(own + (one === SEND ? SEND_END : RECV_END), send);
}

/** Whether an `irequires` on `op` waits for its CPU. */
function holdsCpu(op: u32): bool {
  return sendsHoldCpu && kindOf(op) === SEND;
}

/** Moves to what a dependency waits for. */
function toDependency(dep: u32): void {
  if ((dep & IREQUIRES) === 0) {
    toEnd(dep & DEP_OP);
    return;
  }
  const before = dep & DEP_OP;
  toPost(before);
  if (holdsCpu(before)) move(costsOf(before) + SENDING, before);
  else c += asyncPrice;
}

function post(op: u32): void {
  let bestC: f64 = 0;
  let bestA: f64 = 0;
  const from = u32At(depStart, op);
  const end = u32At(depStart, op + 1);
  for (let i = from; i < end; i++) {
    toDependency(u32At(deps, i));
    if (i === from || longer(c, a, bestC, bestA)) {
      bestC = c;
      bestA = a;
    }
  }
  putF64(postC, op, bestC);
  putF64(postA, op, bestA);
}

function meet(recv: u32): void {
  const send = u32At(partner, recv);
  toPost(send);
  move(costsOf(send) + SEND_TO_MEET, send);
  const ownC = f64At(postC, recv);
  const ownA = f64At(postA, recv);
  const own = longer(ownC, ownA, c, a);
  putF64(meetC, recv, own ? ownC : c);
  putF64(meetA, recv, own ? ownA : a);
}

/** Plays events [first, end) of the order. */
export function play(first: u32, end: u32): void {
  for (let i: u32 = first; i < end; i++) {
    const event = u32At(order, i);
    const op = event >> 1;
    if ((event & 1) === 0) post(op);
    else meet(kindOf(op) > SEND ? op : u32At(partner, op));
  }
}

function isWhole(one: f64): bool {
  return Math.trunc(one) === one;
}

/** Whether all times of operations [first, end) are whole numbers that doubles add exactly. Looks for what ends last, too. */
export function addsExactly(first: u32, end: u32): bool {
  for (let op: u32 = first; op < end; op++) {
    toEnd(op);
    takeLast(op);
    if (!isWhole(c) || !isWhole(f64At(postC, op)) || !isWhole(f64At(meetC, op)) || c >= EXACT_LIMIT)
      return false;
  }
  return true;
}

/** When operations [first, end) start and end, ns, from the first places of both columns on. */
export function spans(first: u32, end: u32, startsAt: usize, endsAt: usize): void {
  for (let op: u32 = first; op < end; op++) {
    toPost(op);
    putF64(startsAt, op - first, (c + a * x) / scale);
    toEnd(op);
    putF64(endsAt, op - first, (c + a * x) / scale);
  }
}

let last: u32 = NONE;
let lastC: f64 = 0;
let lastA: f64 = 0;

/** `op` ends at the time that is moved. */
function takeLast(op: u32): void {
  if (last !== NONE && !longer(c, a, lastC, lastA)) return;
  last = op;
  lastC = c;
  lastA = a;
}

/** Looks for what ends last among operations [first, end), after those before. */
export function seekLast(first: u32, end: u32): void {
  for (let op: u32 = first; op < end; op++) {
    toEnd(op);
    takeLast(op);
  }
}
export function lastFound(): u32 {
  return last;
}

/** The first of operations [first, end) whose end is the line of the whole program; NONE: none of them. */
export function endsLast(first: u32, end: u32, wholeC: f64, wholeA: f64): u32 {
  for (let op: u32 = first; op < end; op++) {
    toEnd(op);
    if (c === wholeC && a === wholeA) return op;
  }
  return NONE;
}

/** Four operations whose ends are all waited for. */
const ALL_USED: u32 = 0x0101_0101;
let tied: bool = false;

/**
 * The same of those that nobody waits for the end of, by `used`. What others wait for ends as late only where nothing behind it
 * takes time: then `areTied` from now on.
 */
export function unusedLast(first: u32, end: u32, used: usize, wholeC: f64, wholeA: f64): u32 {
  let found: u32 = NONE;
  for (let op: u32 = first; op < end; op++) {
    const mark = used + (op as usize);
    if (op + 4 <= end && load<u32>(mark) === ALL_USED) {
      op += 3;
      continue;
    }
    if (load<u8>(mark) !== 0) continue;
    toEnd(op);
    if (c !== wholeC || a !== wholeA) continue;
    if (found === NONE) found = op;
    const last = u32At(depStart, op + 1);
    for (let i = u32At(depStart, op); i < last; i++) {
      const dep = u32At(deps, i);
      if ((dep & IREQUIRES) !== 0 && !holdsCpu(dep & DEP_OP)) continue;
      toDependency(dep);
      if (c === wholeC && a === wholeA) tied = true;
    }
  }
  return found;
}
export function areTied(): bool {
  return tied;
}

/** Whether what was last asked about by `beforeEnd` is a message that crosses the network on its way to that end. */
let crosses: bool = false;

/** The event that decides when `op` ends: its own post, or that of the other end of its message. */
function beforeEnd(op: u32): u32 {
  const one = kindOf(op);
  crosses = false;
  if (one === CALC) return op * 2;
  const send = one === SEND ? op : u32At(partner, op);
  const own = costsOf(send);
  if (one === SEND && load<u32>(own, ENDS_APART) === 0) {
    crosses = latenciesOf(own + SENDING) > 0;
    return op * 2;
  }
  const recv = one === SEND ? u32At(partner, op) : op;
  toPost(send);
  move(own + SEND_TO_MEET, send);
  const arrivedC = c;
  const arrivedA = a;
  toMeeting(recv);
  const arrives: bool = arrivedC === c && arrivedA === a;
  const behind = latenciesOf(own + (one === SEND ? SEND_END : RECV_END));
  crosses = behind + (arrives ? latenciesOf(own + SEND_TO_MEET) : 0) > 0;
  return arrives ? send * 2 : recv * 2;
}

function latenciesOf(cost: usize): u32 {
  return load<u32>(cost, 4);
}

/** The event that decides when `op` starts, the first of several; NONE: time zero does. */
function beforePost(op: u32): u32 {
  toPost(op);
  const postedC = c;
  const postedA = a;
  const end = u32At(depStart, op + 1);
  for (let i = u32At(depStart, op); i < end; i++) {
    const dep = u32At(deps, i);
    toDependency(dep);
    if (c !== postedC || a !== postedA) continue;
    return (dep & DEP_OP) * 2 + ((dep & IREQUIRES) === 0 ? 1 : 0);
  }
  return NONE;
}

/** Events of the path that have been left, of them the first and last that take a message's time, and messages that crossed. */
let walked: u32 = 0;
let nearest: u32 = NONE;
let farthest: u32 = NONE;
let crossings: u32 = 0;

/** The path begins anew. */
export function beginPath(): void {
  walked = 0;
  nearest = NONE;
  farthest = NONE;
  crossings = 0;
}

/** Whether the post of `op` comes later than `before`, another post, by what counts as a message's time. */
function startTakesTime(op: u32, before: u32): bool {
  if (before === NONE || (before & 1) !== 0) return false;
  return holdsCpu(before >> 1) || (asyncPrice > 0 && kindOf(op) !== CALC);
}

/** The critical path from `event` back, without it, as far as there is room for it: the number of its events. */
export function path(event: u32, at: usize, room: u32): u32 {
  for (let i: u32 = 0; i < room; i++) {
    const ends: bool = (event & 1) !== 0;
    const before = ends ? beforeEnd(event >> 1) : beforePost(event >> 1);
    if (ends ? kindOf(event >> 1) !== CALC : startTakesTime(event >> 1, before)) {
      if (nearest === NONE) nearest = walked;
      farthest = walked;
      if (ends && crosses) crossings++;
    }
    if (before === NONE) return i;
    putU32(at, i, before);
    event = before;
    walked++;
  }
  return room;
}
export function nearestMessage(): u32 {
  return nearest;
}
export function farthestMessage(): u32 {
  return farthest;
}
export function crossingsFound(): u32 {
  return crossings;
}

/** When `op` is posted, or a receive meets its message: the line's c; `slopeThere` is its a. */
export function postThere(op: u32): f64 {
  toPost(op);
  return c;
}
export function meetingThere(recv: u32): f64 {
  toMeeting(recv);
  return c;
}
export function slopeThere(): f64 {
  return a;
}
