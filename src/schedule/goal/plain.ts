/**
 * The fast path of the GOAL reader: statements written the way generators write them, one a line, single
 * spaces, labels `l<n>` that are already defined. Anything else is left to the grammar in `parse.ts`.
 */
import type { ScheduleBuilder } from '../builder.js';
import type { LabelTable } from './labels.js';
import type { Scanner } from './scanner.js';

const NEWLINE = 10;
const SPACE = 32;
const COLON = 58;
const LOWER_B = 98;
const LOWER_C = 99;
const LOWER_I = 105;
const LOWER_L = 108;
const LOWER_R = 114;
const LOWER_S = 115;
const CLOSE = 125;

/** Longest run of digits that a double holds exactly without a check. */
const SAFE_DIGITS = 15;
const LABEL_DIGITS = 9;

/** Where `number` stopped reading. */
let stop = 0;

/** Digits at `at`; −1 for none, too many, or a leading zero before another digit. Sets `stop`. */
function number(buffer: Uint8Array, at: number, digits: number): number {
  let value = 0;
  let i = at;
  for (let byte = buffer[i] - 48; byte >= 0 && byte <= 9; byte = buffer[i] - 48) {
    value = value * 10 + byte;
    i++;
  }
  stop = i;
  if (i === at || i - at > digits || (buffer[at] === 48 && i - at > 1)) return -1;
  return value;
}

const REQUIRES = [...'requires '].map((c) => c.charCodeAt(0));
const TO = [...' to '].map((c) => c.charCodeAt(0));
const FROM = [...' from '].map((c) => c.charCodeAt(0));
const TAG = [...' tag '].map((c) => c.charCodeAt(0));
const ALC = [...'alc '].map((c) => c.charCodeAt(0));
const END = [...'end '].map((c) => c.charCodeAt(0));
const ECV = [...'ecv '].map((c) => c.charCodeAt(0));

function matches(buffer: Uint8Array, at: number, word: readonly number[]): boolean {
  for (let i = 0; i < word.length; i++) if (buffer[at + i] !== word[i]) return false;
  return true;
}

/** Takes plain lines from `scan.at` on, up to the first statement that is not plain, and leaves `scan` there. */
export function plainLines(scan: Scanner, builder: ScheduleBuilder, labels: LabelTable): void {
  const { buffer, end } = scan;
  const ranks = builder.ranks;
  let at = scan.at;
  let line = scan.line;
  let lineStart = scan.lineStart;
  while (at < end && buffer[at] === LOWER_L) {
    const label = number(buffer, at + 1, LABEL_DIGITS);
    if (label < 0) break;
    let i = stop;
    if (buffer[i] === SPACE) {
      const immediate = buffer[i + 1] === LOWER_I;
      i += immediate ? 2 : 1;
      if (!matches(buffer, i, REQUIRES) || buffer[i + 9] !== LOWER_L) break;
      const required = number(buffer, i + 10, LABEL_DIGITS);
      if (required < 0 || buffer[stop] !== NEWLINE) break;
      const after = labels.number(label);
      const before = labels.number(required);
      if (after < 0 || before < 0) break;
      if (immediate) builder.irequires(after, before);
      else builder.requires(after, before);
    } else {
      if (buffer[i] !== COLON || buffer[i + 1] !== SPACE || labels.number(label) >= 0) break;
      const kind = buffer[i + 2];
      if (kind === LOWER_C) {
        if (!matches(buffer, i + 3, ALC)) break;
        const ns = number(buffer, i + 7, SAFE_DIGITS);
        if (ns < 0 || !endsPlainly(buffer, stop, end)) break;
        labels.setNumber(label, builder.calc(ns));
      } else {
        const sends = kind === LOWER_S;
        if (!sends && kind !== LOWER_R) break;
        if (!matches(buffer, i + 3, sends ? END : ECV)) break;
        const bytes = number(buffer, i + 7, SAFE_DIGITS);
        if (bytes < 0 || buffer[stop] !== LOWER_B || !matches(buffer, stop + 1, sends ? TO : FROM)) break;
        const peer = number(buffer, stop + (sends ? 5 : 7), SAFE_DIGITS);
        if (peer < 0 || peer >= ranks) break;
        let tag = 0;
        if (buffer[stop] === SPACE) {
          if (!matches(buffer, stop, TAG)) break;
          tag = number(buffer, stop + 5, SAFE_DIGITS);
          if (tag < 0) break;
        }
        if (!endsPlainly(buffer, stop, end)) break;
        labels.setNumber(label, sends ? builder.send(bytes, peer, tag) : builder.recv(bytes, peer, tag));
      }
      builder.labelNumber(label);
      builder.line(line);
    }
    at = stop + 1;
    line++;
    lineStart = at;
  }
  scan.rewind(at, line, lineStart);
}

/**
 * Whether an operation ends at `at`: more attributes may stand in its line, or in the next one, which `parse` knows.
 * `l…` and `}` begin no attribute.
 */
function endsPlainly(buffer: Uint8Array, at: number, end: number): boolean {
  const next = buffer[at + 1];
  return buffer[at] === NEWLINE && at + 1 < end && (next === LOWER_L || next === CLOSE);
}
