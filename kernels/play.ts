/**
 * A program played at one set of parameters, as lines c + a·x: src/timing/play.ts for free CPUs and NICs and overheads that
 * do not depend on the size.
 */
import {
  CALC,
  DEP_OP,
  ENDS_APART,
  f64At,
  IREQUIRES,
  NONE,
  PROTOCOL,
  putF64,
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
}

let rendezvous: f64 = Infinity;
let costs: usize = 0;
let prices: usize = 0;
let scale: f64 = 1;
let overhead: f64 = 0;
let overheadSlope: f64 = 0;
let asyncPrice: f64 = 0;
let x: f64 = 0;
let tie: f64 = 0;

/** Costs and prices; within `relative` of their length two paths are equally long. */
export function machine(
  threshold: f64,
  costsAt: usize,
  pricesAt: usize,
  unit: f64,
  o: f64,
  oSlope: f64,
  priceOfAsync: f64,
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
  c = f64At(postC, op);
  a = f64At(postA, op);
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
  const recv = one === SEND ? u32At(partner, op) : op;
  c = f64At(meetC, recv);
  a = f64At(meetA, recv);
  move(own + (one === SEND ? SEND_END : RECV_END), send);
}

function post(op: u32): void {
  let bestC: f64 = 0;
  let bestA: f64 = 0;
  const from = u32At(depStart, op);
  const end = u32At(depStart, op + 1);
  for (let i = from; i < end; i++) {
    const dep = u32At(deps, i);
    if ((dep & IREQUIRES) === 0) {
      toEnd(dep & DEP_OP);
    } else {
      toPost(dep & DEP_OP);
      c += asyncPrice;
    }
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
