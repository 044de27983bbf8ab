/** Computations that noise makes longer, in 64 lanes: `RowNoise` of src/noise/noise-model.ts and src/noise/detours.ts. */
import { BYTES } from './luck';
import { HALF, LEAST, LENGTH, PART, PER_PERIOD, PERIOD, SCALE, UNITS, vectors, WHOLE } from './vectors';

/** Kinds of detours: none, one a period, a list of them, so many that nothing is left to compute in. */
const ONE: u32 = 1;
const LIST: u32 = 2;
const ALL: u32 = 3;

let kind: u32 = 0;
/** [detours + 2] of a list: time lost up to the end of each, its begin, work done before it. Guides to the last two. */
let lost: usize = 0;
let begins: usize = 0;
let worked: usize = 0;
let beginGuide: usize = 0;
let workedGuide: usize = 0;
let beginParts: f64 = 0;
let workedParts: f64 = 0;
let mostParts: f64 = 0;
/** What times of ranks are moved by, in all lanes; how far apart those of two ranks lie, 0: they have the same. */
let shifts: usize = 0;
let apart: usize = 0;

/** Of one detour its length; shifts of phases. */
export function interruptions(
  which: u32,
  every: f64,
  left: f64,
  long: f64,
  shiftsAt: usize,
  shiftsApart: usize,
): void {
  kind = which;
  shifts = shiftsAt;
  apart = shiftsApart * BYTES;
  v128.store(vectors, f64x2.splat(every), PERIOD);
  v128.store(vectors, f64x2.splat(1 / every), PER_PERIOD);
  v128.store(vectors, f64x2.splat(left), WHOLE);
  v128.store(vectors, f64x2.splat(long), LENGTH);
}

/** Of a list: its columns and guides; parts of these in a unit, and in all. */
export function interruptionList(
  lostAt: usize,
  beginsAt: usize,
  workedAt: usize,
  beginGuideAt: usize,
  workedGuideAt: usize,
  partsOfBegins: f64,
  partsOfWorked: f64,
  partsOfAll: f64,
): void {
  lost = lostAt;
  begins = beginsAt;
  worked = workedAt;
  beginGuide = beginGuideAt;
  workedGuide = workedGuideAt;
  beginParts = partsOfBegins;
  workedParts = partsOfWorked;
  mostParts = partsOfAll;
}

/** What deviations of factors are multiplied by. */
export function scaled(by: f64): void {
  v128.store(vectors, f64x2.splat(by), SCALE);
}

/** Turns drawn factors into what the computation whose work lies at `work` takes longer by them. */
export function stretched(factors: usize, work: usize): void {
  const own = v128.load64_splat(work);
  const part = v128.load(vectors, PART);
  const scale = v128.load(vectors, SCALE);
  const least = v128.load(vectors, LEAST);
  for (let at: usize = factors; at < factors + BYTES; at += 16) {
    const deviation = f64x2.add(f64x2.mul(v128.load(at), part), least);
    v128.store(at, f64x2.mul(own, f64x2.pmax(f64x2.mul(scale, deviation), least)));
  }
}

/**
 * Adds to `ends` all that the computation whose work lies at `work` takes longer on `rank`; `longer` has what no detour makes
 * of that.
 */
export function interrupted(ends: usize, longer: usize, work: usize, rank: u32): void {
  const phases = shifts + (rank as usize) * apart;
  if (kind === ONE || kind === LIST) byPeriods(ends, longer, work, phases);
  else if (kind === ALL) byAll(longer, load<f64>(work));
  const half = v128.load(vectors, HALF);
  for (let k: usize = 0; k < BYTES; k += 16) {
    const more = f64x2.floor(f64x2.add(v128.load(longer + k), half));
    v128.store(ends + k, f64x2.add(v128.load(ends + k), more));
  }
}

/** How long after the last begin of a period `times` are. */
function within(times: v128, period: v128, perPeriod: v128): v128 {
  const since = f64x2.sub(times, f64x2.mul(f64x2.floor(f64x2.mul(times, perPeriod)), period));
  const least = f64x2.add(since, v128.and(f64x2.lt(since, f64x2.splat(0)), period));
  return f64x2.sub(least, v128.and(f64x2.ge(least, period), period));
}

function byPeriods(ends: usize, longer: usize, work: usize, phases: usize): void {
  const own = v128.load64_splat(work);
  const period = v128.load(vectors, PERIOD);
  const perPeriod = v128.load(vectors, PER_PERIOD);
  const whole = v128.load(vectors, WHOLE);
  const length = v128.load(vectors, LENGTH);
  const none = f64x2.splat(0);
  const listed = kind === LIST;
  for (let k: usize = 0; k < BYTES; k += 16) {
    const more = v128.load(longer + k);
    const goes = f64x2.add(own, more);
    const begin = f64x2.sub(v128.load(ends + k), own);
    const at = within(f64x2.add(begin, v128.load(phases + k)), period, perPeriod);
    const added = listed ? byList(at, goes, period, whole) : byOne(at, goes, length, whole);
    v128.store(longer + k, f64x2.add(more, v128.andnot(f64x2.pmax(added, none), f64x2.le(goes, none))));
  }
}

/** What one detour a period, `length` long, adds to what `goes` on from `at` in its period. */
function byOne(at: v128, goes: v128, length: v128, whole: v128): v128 {
  const done = f64x2.pmax(f64x2.sub(at, length), f64x2.splat(0));
  const turns = f64x2.ceil(f64x2.div(f64x2.add(done, goes), whole));
  return f64x2.sub(f64x2.mul(turns, length), f64x2.pmin(at, length));
}

function byAll(longer: usize, work: f64): void {
  for (let k: usize = 0; k < BYTES; k += 8) {
    const more = load<f64>(longer + k);
    if (!(work + more <= 0)) store<f64>(longer + k, more + Infinity);
  }
}

/** What the detours of a list add. */
function byList(at: v128, goes: v128, period: v128, whole: v128): v128 {
  const parts = partsOf(at, beginParts);
  const first = lastTo(i64x2.extract_lane(parts, 0) as u32, f64x2.extract_lane(at, 0));
  const second = lastTo(i64x2.extract_lane(parts, 1) as u32, f64x2.extract_lane(at, 1));
  const done = f64x2.pmax(both(worked, first, second), f64x2.sub(at, both(lost, first, second)));
  const goal = f64x2.add(done, goes);
  const periods = f64x2.sub(f64x2.ceil(f64x2.div(goal, whole)), f64x2.splat(1));
  const left = f64x2.sub(goal, f64x2.mul(periods, whole));
  const last = partsOf(left, workedParts);
  const lostBy = both(
    lost,
    lastBelow(i64x2.extract_lane(last, 0) as u32, f64x2.extract_lane(left, 0)),
    lastBelow(i64x2.extract_lane(last, 1) as u32, f64x2.extract_lane(left, 1)),
  );
  const end = f64x2.add(f64x2.add(f64x2.mul(periods, period), left), lostBy);
  return f64x2.sub(f64x2.sub(end, at), goes);
}

/** Which parts of a guide numbers lie in, or the next ones; that of what is no number is the first. */
function partsOf(numbers: v128, perUnit: f64): v128 {
  const parts = f64x2.pmax(f64x2.splat(0), f64x2.mul(numbers, f64x2.splat(perUnit)));
  // The last bits of 2^52 + n are those of n.
  return f64x2.add(f64x2.pmin(parts, f64x2.splat(mostParts)), v128.load(vectors, UNITS));
}

/** The numbers of a column at two places in bytes. */
function both(column: usize, first: usize, second: usize): v128 {
  return f64x2.replace_lane(f64x2.splat(load<f64>(column + first)), 1, load<f64>(column + second));
}

/** The last detour that begins by `at`, in bytes of a column. */
function lastTo(part: u32, at: f64): usize {
  let step = (load<u32>(beginGuide + ((part as usize) << 2)) as usize) << 3;
  while (load<f64>(begins + step, 8) <= at) step += 8;
  return step;
}

/** The last detour before which less than `work` was done. */
function lastBelow(part: u32, work: f64): usize {
  let step = (load<u32>(workedGuide + ((part as usize) << 2)) as usize) << 3;
  while (load<f64>(worked + step, 8) < work) step += 8;
  return step;
}
