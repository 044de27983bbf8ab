/** Plain lines of GOAL text: `plainLines` of src/sources/goal/goal-scanner.ts, whose grammar this is. What is not plain is left to that. */
import { CALC, IREQUIRES, SEND } from './program';

const NEWLINE: u32 = 10;
const SPACE: u32 = 32;
const ZERO: u32 = 48;
const COLON: u32 = 58;
const LOWER_B: u32 = 98;
const LOWER_I: u32 = 105;
const LOWER_L: u32 = 108;
const LOWER_M: u32 = 109;
const CLOSE: u32 = 125;

/** Four letters as one number, the first the lowest byte. */
const REQU: u32 = 0x75716572;
const IRES: u32 = 0x73657269;
const CALC_: u32 = 0x636c6163;
const SEND_: u32 = 0x646e6573;
const RECV_: u32 = 0x76636572;
const TO: u32 = 0x206f7420;
const FROM: u32 = 0x6f726620;
const TAG: u32 = 0x67617420;

const RECV: u32 = 2;

/** Digits that a double, and a label, hold without a check. */
const SAFE_DIGITS: usize = 15;
const LABEL_DIGITS: usize = 9;
const INT32_MAX: u64 = 0x7fff_ffff;
const BAD: u64 = u64.MAX_VALUE;

// Columns of the operations of one call, and pairs of what depends and what it depends on.
let kinds: usize = 0;
let values: usize = 0;
/** The same in 32 bits, as far as they fit. */
let words: usize = 0;
let peers: usize = 0;
let tags: usize = 0;
let lines: usize = 0;
let numbers: usize = 0;
let pairs: usize = 0;
/** By label: 1 more than its operation, 0 for none. */
let labels: usize = 0;

export function columns(
  kindsAt: usize,
  valuesAt: usize,
  wordsAt: usize,
  peersAt: usize,
  tagsAt: usize,
  linesAt: usize,
  numbersAt: usize,
  pairsAt: usize,
  labelsAt: usize,
): void {
  kinds = kindsAt;
  values = valuesAt;
  words = wordsAt;
  peers = peersAt;
  tags = tagsAt;
  lines = linesAt;
  numbers = numbersAt;
  pairs = pairsAt;
  labels = labelsAt;
}

let operations: u32 = 0;
let pairsFound: u32 = 0;
let passed: u32 = 0;
let highest: i32 = -1;
let inPlace: bool = true;
let largest: u64 = 0;

export function operationsFound(): u32 {
  return operations;
}
export function dependenciesFound(): u32 {
  return pairsFound;
}
/** Lines that were taken. */
export function linesPassed(): u32 {
  return passed;
}
/** The largest label that was defined, or −1. */
export function highestLabel(): i32 {
  return highest;
}
/** Whether the i-th operation of the rank is `l<i>`, i from 1, for all that were found. */
export function labelsInPlace(): bool {
  return inPlace;
}
/** Whether 32 bits hold all values that were found. */
export function valuesInWords(): bool {
  return largest <= (u32.MAX_VALUE as u64);
}

/** Where a number stopped. */
let stop: usize = 0;

/** Digits at `at`, at most `most`; BAD for none, too many, or a leading zero before another digit. Sets `stop`. */
function number(at: usize, most: usize): u64 {
  let n: u64 = 0;
  let i = at;
  let digit: u32 = (load<u8>(i) as u32) - ZERO;
  while (digit <= 9) {
    n = n * 10 + (digit as u64);
    i++;
    digit = (load<u8>(i) as u32) - ZERO;
  }
  stop = i;
  if (i === at || i - at > most || (load<u8>(at) === ZERO && i - at > 1)) return BAD;
  return n;
}

/** Whether an operation ends at `at`: more attributes may stand in its line, or in the next one. */
function endsPlainly(at: usize, end: usize): bool {
  if (load<u8>(at) !== NEWLINE || at + 1 >= end) return false;
  const next: u32 = load<u8>(at, 1);
  return next === LOWER_L || next === CLOSE;
}

function operationOf(label: u64): u32 {
  return load<u32>(labels + ((label as usize) << 2));
}

/**
 * Takes plain lines from `from` on, up to the first statement that is not plain, which is returned. `first`: operations of
 * the rank so far; labels from `limit` on are not in the column.
 */
export function scan(from: usize, end: usize, line: u32, first: u32, ranks: u32, limit: u32): usize {
  operations = 0;
  pairsFound = 0;
  passed = 0;
  highest = -1;
  inPlace = true;
  largest = 0;
  let at = from;
  while (at < end && load<u8>(at) === LOWER_L) {
    const label = number(at + 1, LABEL_DIGITS);
    if (label >= (limit as u64)) break;
    let i = stop;
    if (load<u8>(i) === SPACE) {
      const immediate: bool = load<u8>(i, 1) === LOWER_I;
      i += immediate ? 2 : 1;
      const word: bool = load<u32>(i) === REQU && load<u32>(i, 4) === IRES;
      if (!word || load<u8>(i, 8) !== SPACE || load<u8>(i, 9) !== LOWER_L) break;
      const required = number(i + 10, LABEL_DIGITS);
      if (required >= (limit as u64) || load<u8>(stop) !== NEWLINE || stop >= end) break;
      const after = operationOf(label);
      const before = operationOf(required);
      if (after === 0 || before === 0) break;
      const pair = pairs + ((pairsFound as usize) << 3);
      store<u32>(pair, after - 1);
      store<u32>(pair, immediate ? (before - 1) | IREQUIRES : before - 1, 4);
      pairsFound++;
    } else {
      if (load<u8>(i) !== COLON || load<u8>(i, 1) !== SPACE || load<u8>(i, 6) !== SPACE) break;
      if (operationOf(label) !== 0) break;
      const word = load<u32>(i, 2);
      let kind: u32 = CALC;
      let value: u64 = 0;
      let peer: u64 = 0;
      let tag: u64 = 0;
      if (word === CALC_) {
        value = number(i + 7, SAFE_DIGITS);
        if (value === BAD) break;
      } else {
        kind = word === SEND_ ? SEND : RECV;
        if (kind === RECV && word !== RECV_) break;
        value = number(i + 7, SAFE_DIGITS);
        if (value === BAD || load<u8>(stop) !== LOWER_B) break;
        i = stop + 1;
        const way = load<u32>(i);
        if (kind === SEND) {
          if (way !== TO) break;
          i += 4;
        } else {
          if (way !== FROM || load<u8>(i, 4) !== LOWER_M || load<u8>(i, 5) !== SPACE) break;
          i += 6;
        }
        peer = number(i, SAFE_DIGITS);
        if (peer >= (ranks as u64)) break;
        if (load<u8>(stop) === SPACE) {
          if (load<u32>(stop) !== TAG || load<u8>(stop, 4) !== SPACE) break;
          tag = number(stop + 5, SAFE_DIGITS);
          if (tag > INT32_MAX) break;
        }
      }
      if (!endsPlainly(stop, end)) break;
      const op = operations as usize;
      store<u8>(kinds + op, kind as u8);
      store<f64>(values + (op << 3), value as f64);
      store<u32>(words + (op << 2), value as u32);
      if (value > largest) largest = value;
      store<u32>(peers + (op << 2), peer as u32);
      store<u32>(tags + (op << 2), tag as u32);
      store<u32>(lines + (op << 2), line + passed);
      store<u32>(numbers + (op << 2), label as u32);
      operations++;
      const local = first + operations;
      if ((label as u32) !== local) inPlace = false;
      if ((label as i32) > highest) highest = label as i32;
      store<u32>(labels + ((label as usize) << 2), local);
    }
    at = stop + 1;
    passed++;
  }
  return at;
}
