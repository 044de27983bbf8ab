/** Rows of a timing system as lines along an axis: src/timing/line-system.ts. */

/** Prices of a route: latency and its slope, gap and its slope. */
const ROUTE_SHIFT: usize = 5;

let constant: usize = 0;
let bytes: usize = 0;
let overheads: usize = 0;
let latencies: usize = 0;
let route: usize = 0;
let base: usize = 0;
let slope: usize = 0;

export function columns(
  constantAt: usize,
  bytesAt: usize,
  overheadsAt: usize,
  latenciesAt: usize,
  routeAt: usize,
  baseAt: usize,
  slopeAt: usize,
): void {
  constant = constantAt;
  bytes = bytesAt;
  overheads = overheadsAt;
  latencies = latenciesAt;
  route = routeAt;
  base = baseAt;
  slope = slopeAt;
  sum = 0;
  most = 0;
}

let prices: usize = 0;
let scale: f64 = 1;
let overhead: f64 = 0;
let overheadSlope: f64 = 0;
let x: f64 = 0;

export function machine(pricesAt: usize, unit: f64, o: f64, oSlope: f64, at: f64): void {
  prices = pricesAt;
  scale = unit;
  overhead = o;
  overheadSlope = oSlope;
  x = at;
}

let sum: f64 = 0;
let most: f64 = 0;

/** Sum of all bases. */
export function sumOfBases(): f64 {
  return sum;
}
/** Sum of all rows at x, each base as if it were positive. */
export function sumOfRows(): f64 {
  return most;
}

/** Prices rows [first, end). */
export function price(first: u32, end: u32): void {
  for (let r: usize = first as usize; r < (end as usize); r++) {
    const table = prices + ((load<u16>(route + (r << 1)) as usize) << ROUTE_SHIFT);
    const o = load<u16>(overheads + (r << 1)) as f64;
    const l = load<u16>(latencies + (r << 1)) as f64;
    const b = load<f64>(bytes + (r << 3));
    const at: f64 =
      load<f64>(constant + (r << 3)) * scale + o * overhead + l * load<f64>(table) + b * load<f64>(table, 16);
    const grows: f64 = o * overheadSlope + l * load<f64>(table, 8) + b * load<f64>(table, 24);
    store<f64>(base + (r << 3), at);
    store<f64>(slope + (r << 3), grows);
    sum += at;
    most += Math.abs(at) + grows * x;
  }
}
