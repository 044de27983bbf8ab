/** Plain lines of liballprof's traces: src/sources/liballprof/read-liballprof.ts, whose grammar this is. What is not plain is left to that. */
import { f64At, putF64, putU32, u32At } from './program';

const NEWLINE: u32 = 10;
const COMMA: u32 = 44;
const DASH: u32 = 45;
const DOT: u32 = 46;
const ZERO: u32 = 48;
const COLON: u32 = 58;
const UPPER_C: u32 = 67;
const UPPER_M: u32 = 77;
const LOWER_N: u32 = 110;
const LOWER_T: u32 = 116;

/** Digits that a double holds without a check, before a point and behind it. */
const SAFE_DIGITS: usize = 15;

/** A call that is known: its code, bytes of its name and of its layout, what it is, and both of these. */
const CALL: usize = 80;
const NAME_BYTES: usize = 4;
const LAYOUT_BYTES: usize = 5;
const KIND: usize = 6;
const NAME: usize = 8;
const LAYOUT: usize = 56;
/** Kinds: a call without a row, without a communicator or with one in front, and a call with a row. */
const WITH_COMM: u32 = 1;
const WITH_ROW: u32 = 2;

/** By hash of the name 1 more than the call, 0 for none; longer than there may be calls. */
const SLOTS: u32 = 512;
/** A communicator: handle, rank, size, index. */
const COMM: usize = 32;

// Columns of the rows of one call of `scan`, and of the other calls that took time.
let codes: usize = 0;
let starts: usize = 0;
let ends: usize = 0;
let lines: usize = 0;
let firsts: usize = 0;
let fields: usize = 0;
let otherCalls: usize = 0;
let otherRows: usize = 0;
let otherStarts: usize = 0;
let otherTimes: usize = 0;

export function columns(
  codesAt: usize,
  startsAt: usize,
  endsAt: usize,
  linesAt: usize,
  firstsAt: usize,
  fieldsAt: usize,
  otherCallsAt: usize,
  otherRowsAt: usize,
  otherStartsAt: usize,
  otherTimesAt: usize,
): void {
  codes = codesAt;
  starts = startsAt;
  ends = endsAt;
  lines = linesAt;
  firsts = firstsAt;
  fields = fieldsAt;
  otherCalls = otherCallsAt;
  otherRows = otherRowsAt;
  otherStarts = otherStartsAt;
  otherTimes = otherTimesAt;
}

// What is known of a trace: calls, how many there were of each and what time they took, communicators.
let calls: usize = 0;
let counts: usize = 0;
let times: usize = 0;
let slots: usize = 0;
let comms: usize = 0;
let commsKnown: u32 = 0;
let lastComm: u32 = 0;

/** Nothing is known yet. */
export function tables(
  callsAt: usize,
  countsAt: usize,
  timesAt: usize,
  slotsAt: usize,
  commsAt: usize,
): void {
  calls = callsAt;
  counts = countsAt;
  times = timesAt;
  slots = slotsAt;
  comms = commsAt;
  commsKnown = 0;
  lastComm = 0;
  memory.fill(slots, 0, (SLOTS as usize) << 2);
}

/** So many of the communicators are there. */
export function commsAre(known: u32): void {
  commsKnown = known;
}

function nextHash(hash: u32, letter: u32): u32 {
  return hash * 31 + letter;
}

/** The call of this number is there. */
export function learn(call: u32): void {
  const at = calls + (call as usize) * CALL;
  const bytes = load<u8>(at, NAME_BYTES) as usize;
  let hash: u32 = 0;
  for (let i: usize = 0; i < bytes; i++) hash = nextHash(hash, load<u8>(at + NAME + i));
  let slot = hash % SLOTS;
  while (u32At(slots, slot) !== 0) slot = (slot + 1) % SLOTS;
  putU32(slots, slot, call + 1);
}

let rows: u32 = 0;
let fieldsSeen: u32 = 0;
let others: u32 = 0;
let passed: u32 = 0;
let clock: f64 = 0;
/** µs that times are counted from. */
let epoch: f64 = 0;

export function rowsFound(): u32 {
  return rows;
}
export function fieldsFound(): u32 {
  return fieldsSeen;
}
export function othersFound(): u32 {
  return others;
}
/** Lines that were taken. */
export function linesPassed(): u32 {
  return passed;
}
/** Time up to which the calls go. */
export function clockThen(): f64 {
  return clock;
}

/** Where a number, a time or a field stopped; 0 where it is not plain. */
let stop: usize = 0;

/** Digits at `at`, at most SAFE_DIGITS. Sets `stop`. */
function digits(at: usize): f64 {
  let n: u64 = 0;
  let i = at;
  let digit: u32 = (load<u8>(i) as u32) - ZERO;
  while (digit <= 9) {
    n = n * 10 + (digit as u64);
    i++;
    digit = (load<u8>(i) as u32) - ZERO;
  }
  stop = i === at || i - at > SAFE_DIGITS ? 0 : i;
  return n as f64;
}

/** A whole number that a `:` or `,` ends. Sets `stop`. */
function number(at: usize): f64 {
  const negative = load<u8>(at) === DASH;
  const value = digits(negative ? at + 1 : at);
  if (stop !== 0) {
    const end: u32 = load<u8>(stop);
    if (end !== COLON && end !== COMMA) stop = 0;
  }
  return negative ? -value : value;
}

/** A time, in µs since the epoch. Sets `stop`. */
function time(at: usize): f64 {
  const whole = digits(at);
  if (stop === 0) return 0;
  if (load<u8>(stop) !== DOT) return whole - epoch;
  const from = stop + 1;
  const part = digits(from);
  if (stop === 0) return 0;
  let scale: f64 = 1;
  for (let i = from; i < stop; i++) scale *= 10;
  return whole - epoch + part / scale;
}

/** Index of the communicator at `at`. Sets `stop`, to 0 where it is not known. */
function comm(at: usize): f64 {
  const handle = number(at);
  if (stop === 0 || load<u8>(stop) !== COMMA) {
    stop = 0;
    return 0;
  }
  const rank = number(stop + 1);
  if (stop === 0 || load<u8>(stop) !== COMMA) {
    stop = 0;
    return 0;
  }
  const size = number(stop + 1);
  if (stop === 0) return 0;
  for (let k: u32 = 0; k <= commsKnown; k++) {
    const which = k === 0 ? lastComm : k - 1;
    if (which >= commsKnown) break;
    const known = comms + (which as usize) * COMM;
    if (f64At(known, 0) !== handle || f64At(known, 1) !== rank || f64At(known, 2) !== size) continue;
    lastComm = which;
    return f64At(known, 3);
  }
  stop = 0;
  return 0;
}

/** The call whose name lies at `at`, of `bytes` bytes; u32.MAX_VALUE for one that is not known. */
function callOf(at: usize, bytes: usize, hash: u32): u32 {
  let slot = hash % SLOTS;
  let call = u32At(slots, slot);
  while (call !== 0) {
    const known = calls + ((call - 1) as usize) * CALL;
    if ((load<u8>(known, NAME_BYTES) as usize) === bytes && memory.compare(known + NAME, at, bytes) === 0)
      return call - 1;
    slot = (slot + 1) % SLOTS;
    call = u32At(slots, slot);
  }
  return u32.MAX_VALUE;
}

/** Keeps the fields of a line in the layout of its call, and returns how many; sets `stop` behind them. */
function keepFields(at: usize, call: usize): u32 {
  const count = load<u8>(call, LAYOUT_BYTES) as usize;
  let kept: u32 = fieldsSeen;
  let i = at;
  for (let k: usize = 0; k < count; k++) {
    const letter: u32 = load<u8>(call + LAYOUT + k);
    if (letter === LOWER_N || letter === LOWER_T || letter === UPPER_C) {
      let value = letter === UPPER_C ? comm(i) : number(i);
      if (stop !== 0 && letter === LOWER_T && load<u8>(stop) === COMMA) value = number(stop + 1);
      if (stop === 0) return 0;
      putF64(fields, kept, value);
      kept++;
      i = stop;
    }
    while (load<u8>(i) !== COLON) {
      if (load<u8>(i) === NEWLINE) {
        stop = 0;
        return 0;
      }
      i++;
    }
    i++;
  }
  stop = i;
  return kept - fieldsSeen;
}

/** Moves `stop` behind the last `:` of the line, that before `at` among them. */
function skipToLast(at: usize): void {
  let last = at - 1;
  for (let i = at; load<u8>(i) !== NEWLINE; i++) if (load<u8>(i) === COLON) last = i;
  stop = last + 1;
}

/**
 * Takes plain lines from `from` on, up to the first that is not plain, which is returned; `end`: behind the end of a line.
 * `line`, `firstRow`, `firstField`: how lines, rows and fields go on; `before`: time up to which calls go, µs since `since`.
 */
export function scan(
  from: usize,
  end: usize,
  line: u32,
  firstRow: u32,
  firstField: u32,
  since: f64,
  before: f64,
): usize {
  rows = 0;
  fieldsSeen = 0;
  others = 0;
  passed = 0;
  clock = before;
  epoch = since;
  let at = from;
  while (at < end && load<u8>(at) === UPPER_M) {
    let i = at;
    let hash: u32 = 0;
    let letter: u32 = UPPER_M;
    while (letter !== COLON && letter !== NEWLINE) {
      hash = nextHash(hash, letter);
      i++;
      letter = load<u8>(i);
    }
    if (letter === NEWLINE) break;
    const which = callOf(at, i - at, hash);
    if (which === u32.MAX_VALUE) break;
    const call = calls + (which as usize) * CALL;
    const kind: u32 = load<u8>(call, KIND);
    const start = time(i + 1);
    if (stop === 0 || load<u8>(stop) !== COLON || start < clock) break;
    i = stop + 1;
    let kept: u32 = 0;
    if (kind === WITH_ROW) kept = keepFields(i, call);
    else {
      if (kind === WITH_COMM) {
        comm(i);
        if (stop === 0) break;
        // The end of the call is behind a colon that follows.
        i = stop + 1;
        while (load<u8>(i - 1) !== COLON && load<u8>(i - 1) !== NEWLINE) i++;
        if (load<u8>(i - 1) === NEWLINE) break;
      }
      skipToLast(i);
    }
    if (stop === 0) break;
    const over = time(stop);
    if (stop === 0 || load<u8>(stop) !== NEWLINE || over < start) break;
    if (kind === WITH_ROW) {
      store<u8>(codes + (rows as usize), load<u8>(call));
      putF64(starts, rows, start);
      putF64(ends, rows, over);
      putU32(lines, rows, line + passed);
      putU32(firsts, rows, firstField + fieldsSeen);
      rows++;
      fieldsSeen += kept;
      putF64(times, which, f64At(times, which) + (over - start));
    } else if (over > start) {
      putU32(otherCalls, others, u32At(call, 0));
      putU32(otherRows, others, firstRow + rows);
      putF64(otherStarts, others, start);
      putF64(otherTimes, others, over - start);
      others++;
      putF64(times, which, f64At(times, which) + (over - start));
    }
    putU32(counts, which, u32At(counts, which) + 1);
    clock = over;
    at = stop + 1;
    passed++;
  }
  return at;
}
