/**
 * Rows of the linear program of an ordered graph: src/timing/{compile,timing-system}.ts for free CPUs and NICs and overheads
 * that do not depend on the size.
 */
import {
  BASE,
  BYTES,
  CALC,
  CROSSED_LATENCIES,
  CROSSED_ROUTE,
  DEP_OP,
  ENDS_APART,
  IREQUIRES,
  LATENCIES,
  NONE,
  OVERHEADS,
  PLACE_SHIFT,
  POST_BASE,
  POST_CROSSED,
  POST_OVERHEADS,
  POST_SHIFT,
  PROTOCOL,
  putU32,
  RECV_END,
  ROUTE,
  SEND,
  SEND_END,
  SEND_TO_MEET,
  SENDING,
  u32At,
} from './program';

const MAX_COUNT: u32 = 0xffff;
const COMPARED: u32 = 64;
const LOOKED_UP: u32 = 0xff;

let kind: usize = 0;
let value: usize = 0;
let depStart: usize = 0;
let deps: usize = 0;
let partner: usize = 0;
let order: usize = 0;
let routes: usize = 0;

/** Columns of the graph; `routesAt`: [operations] route by send, 0: there is one. */
export function columns(
  kindAt: usize,
  valueAt: usize,
  depStartAt: usize,
  depsAt: usize,
  partnerAt: usize,
  orderAt: usize,
  routesAt: usize,
): void {
  kind = kindAt;
  value = valueAt;
  depStart = depStartAt;
  deps = depsAt;
  partner = partnerAt;
  order = orderAt;
  routes = routesAt;
}

let asyncNs: f64 = 0;
let sendsHoldCpu: bool = false;
let rendezvous: f64 = Infinity;
let costs: usize = 0;

/**
 * `holds`: an `irequires` on a send waits for what it is sending; `costsAt`: the costs of eager messages, and of those above
 * the threshold.
 */
export function machine(priceOfAsync: f64, holds: bool, threshold: f64, costsAt: usize): void {
  asyncNs = priceOfAsync;
  sendsHoldCpu = holds;
  rendezvous = threshold;
  costs = costsAt;
}

let rowStart: usize = 0;
let vertexEvent: usize = 0;
let from: usize = 0;
let constant: usize = 0;
let bytes: usize = 0;
let overheads: usize = 0;
let latencies: usize = 0;
let route: usize = 0;
let mostVertices: u32 = 0;
let mostRows: u32 = 0;
let vertices: u32 = 0;
let rows: u32 = 0;

/** Columns of the system, with room for so many. */
export function system(
  vertexRoom: u32,
  rowRoom: u32,
  rowStartAt: usize,
  vertexEventAt: usize,
  fromAt: usize,
  constantAt: usize,
  bytesAt: usize,
  overheadsAt: usize,
  latenciesAt: usize,
  routeAt: usize,
): void {
  mostVertices = vertexRoom;
  mostRows = rowRoom;
  rowStart = rowStartAt;
  vertexEvent = vertexEventAt;
  from = fromAt;
  constant = constantAt;
  bytes = bytesAt;
  overheads = overheadsAt;
  latencies = latenciesAt;
  route = routeAt;
}

let posts: usize = 0;
let crossed: usize = 0;
let meets: usize = 0;
let used: usize = 0;
let gathered: usize = 0;
let length: u32 = 0;
/** Rows of vertices that were gathered before; [LOOKED_UP + 1] number of the last row from a vertex with these last bits. */
let before: u32 = 0;
let latest: usize = 0;
/** Whether the columns had room for all, and no receive was asked for before it had met its message. */
let failed: bool = false;

/**
 * Columns of places: of posts, with what they crossed; vertices of meetings, NONE. Scratch columns: places of rows that are
 * gathered, and their numbers, 0; who is waited for, 0.
 */
export function scratch(
  postsAt: usize,
  crossedAt: usize,
  meetsAt: usize,
  gatheredAt: usize,
  latestAt: usize,
  usedAt: usize,
): void {
  posts = postsAt;
  crossed = crossedAt;
  meets = meetsAt;
  gathered = gatheredAt;
  latest = latestAt;
  used = usedAt;
}

function kindOf(op: u32): u32 {
  return load<u8>(kind + (op as usize));
}
function amountOf(op: u32): f64 {
  return load<f64>(value + ((op as usize) << 3));
}
function routeOf(send: u32): u32 {
  return routes === 0 ? 0 : load<u16>(routes + ((send as usize) << 1));
}
function costsOf(send: u32): usize {
  return costs + (amountOf(send) > rendezvous ? PROTOCOL : 0);
}

// The place that is moved: what `at` is in compile.ts.
let atBase: u32 = 0;
let atConstant: f64 = 0;
let atBytes: f64 = 0;
let atOverheads: u32 = 0;
let atLatencies: u32 = 0;
let atRoute: u32 = 0;

function set(base: u32): void {
  atBase = base;
  atConstant = 0;
  atBytes = 0;
  atOverheads = 0;
  atLatencies = 0;
  atRoute = 0;
}
function read(place: usize): void {
  atConstant = load<f64>(place);
  atBytes = load<f64>(place, BYTES);
  atBase = load<u32>(place, BASE);
  atOverheads = load<u16>(place, OVERHEADS);
  atLatencies = load<u16>(place, LATENCIES);
  atRoute = load<u16>(place, ROUTE);
}
function write(place: usize): void {
  store<f64>(place, atConstant);
  store<f64>(place, atBytes, BYTES);
  store<u32>(place, atBase, BASE);
  store<u16>(place, atOverheads as u16, OVERHEADS);
  store<u16>(place, atLatencies as u16, LATENCIES);
  store<u16>(place, atRoute as u16, ROUTE);
}
function readPost(op: u32): void {
  const place = posts + ((op as usize) << POST_SHIFT);
  atConstant = load<f64>(place);
  atBase = load<u32>(place, POST_BASE);
  atOverheads = load<u16>(place, POST_OVERHEADS);
  atBytes = 0;
  atLatencies = 0;
  atRoute = 0;
  if (load<u16>(place, POST_CROSSED) === 0) return;
  const network = crossed + ((op as usize) << POST_SHIFT);
  atBytes = load<f64>(network);
  atLatencies = load<u16>(network, CROSSED_LATENCIES);
  atRoute = load<u16>(network, CROSSED_ROUTE);
}
function writePost(op: u32): void {
  const place = posts + ((op as usize) << POST_SHIFT);
  const crosses: bool = atBytes > 0 || (atLatencies | atRoute) !== 0;
  store<f64>(place, atConstant);
  store<u32>(place, atBase, POST_BASE);
  store<u16>(place, atOverheads as u16, POST_OVERHEADS);
  store<u16>(place, crosses ? 1 : 0, POST_CROSSED);
  if (!crosses) return;
  const network = crossed + ((op as usize) << POST_SHIFT);
  store<f64>(network, atBytes);
  store<u16>(network, atLatencies as u16, CROSSED_LATENCIES);
  store<u16>(network, atRoute as u16, CROSSED_ROUTE);
}

/** Makes a row of the place that is moved. */
function pushRow(): void {
  if (rows === mostRows) {
    failed = true;
    return;
  }
  const row = rows as usize;
  store<u32>(from + (row << 2), atBase);
  store<f64>(constant + (row << 3), atConstant);
  store<f64>(bytes + (row << 3), atBytes);
  store<u16>(overheads + (row << 1), atOverheads as u16);
  store<u16>(latencies + (row << 1), atLatencies as u16);
  store<u16>(route + (row << 1), atRoute as u16);
  rows++;
}
/** A vertex whose rows are those since the vertex before. */
function close(event: u32): u32 {
  if (vertices === mostVertices) {
    failed = true;
    return 0;
  }
  const vertex = vertices++;
  putU32(vertexEvent, vertex, event);
  putU32(rowStart, vertex + 1, rows);
  return vertex;
}

function begin(): void {
  before += length;
  length = 0;
}
function add(): void {
  const first: u32 = length > COMPARED ? length - COMPARED : 0;
  if (u32At(latest, atBase & LOOKED_UP) >= before + first && isCompared(first)) return;
  write(gathered + ((length as usize) << PLACE_SHIFT));
  putU32(latest, atBase & LOOKED_UP, before + length);
  length++;
}
/** Whether one of the rows from `first` on exceeds the place, or takes it in. */
function isCompared(first: u32): bool {
  const crosses: bool = atLatencies > 0 || atBytes > 0;
  for (let i = first; i < length; i++) {
    const place = gathered + ((i as usize) << PLACE_SHIFT);
    if (load<u32>(place, BASE) !== atBase) continue;
    const c = load<f64>(place);
    const b = load<f64>(place, BYTES);
    const o: u32 = load<u16>(place, OVERHEADS);
    const l: u32 = load<u16>(place, LATENCIES);
    const same: bool = load<u16>(place, ROUTE) === atRoute;
    if (c >= atConstant && o >= atOverheads && l >= atLatencies && b >= atBytes && (same || !crosses))
      return true;
    if (
      atConstant >= c &&
      atOverheads >= o &&
      atLatencies >= l &&
      atBytes >= b &&
      (same || (l === 0 && b === 0))
    ) {
      write(place);
      return true;
    }
  }
  return false;
}
function vertexOfGathered(event: u32): u32 {
  for (let i: u32 = 0; i < length; i++) {
    read(gathered + ((i as usize) << PLACE_SHIFT));
    pushRow();
  }
  return close(event);
}

function crossesNetwork(cost: usize): bool {
  return load<u32>(cost, 4) > 0 || load<u32>(cost, 8) > 0;
}
function fits(cost: usize, send: u32): bool {
  if (atOverheads + load<u32>(cost) > MAX_COUNT || atLatencies + load<u32>(cost, 4) > MAX_COUNT) return false;
  return !crossesNetwork(cost) || (atLatencies === 0 && !(atBytes > 0)) || atRoute === routeOf(send);
}
function move(cost: usize, send: u32): void {
  atOverheads += load<u32>(cost);
  if (!crossesNetwork(cost)) return;
  atRoute = routeOf(send);
  atLatencies += load<u32>(cost, 4);
  const transfers = load<u32>(cost, 8);
  const size = amountOf(send) - 1;
  if (transfers > 0 && size > 0) atBytes += (transfers as f64) * size;
}

/** The post of `send` plus a cost of its message. */
function plus(send: u32, cost: usize): void {
  readPost(send);
  if (!fits(cost, send)) {
    pushRow();
    set(close(send * 2));
    writePost(send);
  }
  move(cost, send);
}

function atMeeting(recv: u32): void {
  const vertex = u32At(meets, recv);
  if (vertex === NONE) failed = true;
  set(vertex);
}

/** Where `op` has ended. */
function endOf(op: u32): void {
  const one = kindOf(op);
  if (one === CALC) {
    readPost(op);
    atConstant += amountOf(op);
    return;
  }
  if (one === SEND) {
    const own = costsOf(op);
    if (load<u32>(own, ENDS_APART) === 0) {
      plus(op, own + SENDING);
      return;
    }
    atMeeting(u32At(partner, op));
    move(own + SEND_END, op);
    return;
  }
  const send = u32At(partner, op);
  atMeeting(op);
  move(costsOf(send) + RECV_END, send);
}

/** Where `send` has left its CPU: most end there, and their end need not be waited for once more. */
function sent(send: u32): void {
  const own = costsOf(send);
  if (load<u32>(own, ENDS_APART) === 0) store<u8>(used + (send as usize), 1);
  plus(send, own + SENDING);
}

function post(op: u32): void {
  begin();
  const last = u32At(depStart, op + 1);
  for (let i = u32At(depStart, op); i < last; i++) {
    const dep = u32At(deps, i);
    const before = dep & DEP_OP;
    if ((dep & IREQUIRES) === 0) {
      store<u8>(used + (before as usize), 1);
      endOf(before);
    } else if (sendsHoldCpu && kindOf(before) === SEND) sent(before);
    else {
      readPost(before);
      atConstant += asyncNs;
    }
    add();
  }
  if (length > 1) set(vertexOfGathered(op * 2));
  else if (length === 1) read(gathered);
  else set(0);
  writePost(op);
}

function meet(recv: u32): void {
  if (u32At(meets, recv) !== NONE) return;
  const send = u32At(partner, recv);
  begin();
  plus(send, costsOf(send) + SEND_TO_MEET);
  add();
  readPost(recv);
  add();
  putU32(meets, recv, vertexOfGathered(recv * 2 + 1));
}

/** Time zero. */
export function start(): void {
  vertices = 0;
  rows = 0;
  before = 1;
  length = 0;
  failed = false;
  putU32(rowStart, 0, 0);
  close(NONE);
}

/** Compiles events [first, end) of the order; false: it cannot. */
export function compile(first: u32, end: u32): bool {
  for (let i: u32 = first; i < end; i++) {
    const event = u32At(order, i);
    const op = event >> 1;
    if ((event & 1) === 0) post(op);
    else meet(kindOf(op) > SEND ? op : u32At(partner, op));
  }
  return !failed;
}

/** The end of the program: what nothing else waits for. */
export function finish(operations: u32): bool {
  begin();
  for (let op: u32 = 0; op < operations; op++) {
    if (load<u8>(used + (op as usize)) !== 0) continue;
    endOf(op);
    add();
  }
  if (length === 0) {
    set(0);
    write(gathered);
    length = 1;
  }
  vertexOfGathered(NONE);
  return !failed;
}
export function verticesMade(): u32 {
  return vertices;
}
export function rowsMade(): u32 {
  return rows;
}
