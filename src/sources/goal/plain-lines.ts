/**
 * The fast path of the GOAL reader: statements written the way generators write them, one a line, single
 * spaces, labels `l<n>` that are already defined. Anything else is left to the grammar in `read-goal.ts`.
 */

import { worthAKernel } from '../../kernels/arena.js';
import { type Found, ScanKernel } from '../../kernels/scan-kernel.js';
import type { ScheduleBuilder } from '../../schedule/builder.js';
import type { LabelTable, Scanner } from './goal-scanner.js';

const NEWLINE = 10;
const SPACE = 32;
const COLON = 58;
const LOWER_B = 98;
const LOWER_I = 105;
const LOWER_L = 108;
const CLOSE = 125;

/** Longest run of digits that a double holds exactly without a check. */
const SAFE_DIGITS = 15;
const LABEL_DIGITS = 9;

/** Where a number stopped. */
let stop = 0;

/** Digits at `at`; −1 for none, too many, or a leading zero before another digit. Sets `stop`. */
function number(buffer: Uint8Array, at: number): number {
  let value = 0;
  let i = at;
  for (let byte = buffer[i] - 48; byte >= 0 && byte <= 9; byte = buffer[i] - 48) {
    value = value * 10 + byte;
    i++;
  }
  stop = i;
  if (i === at || i - at > SAFE_DIGITS || (buffer[at] === 48 && i - at > 1)) return -1;
  return value;
}

/** The same for labels, whose numbers fit 32 bits. */
function labelNumber(buffer: Uint8Array, at: number): number {
  let value = 0;
  let i = at;
  for (let byte = buffer[i] - 48; byte >= 0 && byte <= 9; byte = buffer[i] - 48) {
    value = (Math.imul(value, 10) + byte) | 0;
    i++;
  }
  stop = i;
  if (i === at || i - at > LABEL_DIGITS || (buffer[at] === 48 && i - at > 1)) return -1;
  return value;
}

/** Four letters as one number, the way `DataView` reads them. */
function letters(text: string): number {
  return new DataView(new TextEncoder().encode(text).buffer).getUint32(0, true);
}

const REQU = letters('requ');
const IRES = letters('ires');
const CALC_ = letters('calc');
const SEND_ = letters('send');
const RECV_ = letters('recv');
const TO = letters(' to ');
const FROM = letters(' fro');
const TAG = letters(' tag');
const LOWER_M = 109;

/** Takes plain lines from `scan.at` on, up to the first statement that is not plain, and leaves `scan` there. */
export function plainLines(scan: Scanner, builder: ScheduleBuilder, labels: LabelTable): void {
  const { buffer, end } = scan;
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const ranks = builder.ranks;
  let at = scan.at;
  let line = scan.line;
  let lineStart = scan.lineStart;
  while (at < end && buffer[at] === LOWER_L) {
    const label = labelNumber(buffer, at + 1);
    if (label < 0) break;
    let i = stop;
    if (buffer[i] === SPACE) {
      const immediate = buffer[i + 1] === LOWER_I;
      i += immediate ? 2 : 1;
      const word = view.getUint32(i, true) === REQU && view.getUint32(i + 4, true) === IRES;
      if (!word || buffer[i + 8] !== SPACE || buffer[i + 9] !== LOWER_L) break;
      const required = labelNumber(buffer, i + 10);
      if (required < 0 || buffer[stop] !== NEWLINE) break;
      const after = labels.number(label);
      const before = labels.number(required);
      if (after < 0 || before < 0) break;
      if (immediate) builder.irequires(after, before);
      else builder.requires(after, before);
    } else {
      if (buffer[i] !== COLON || buffer[i + 1] !== SPACE || buffer[i + 6] !== SPACE) break;
      if (labels.number(label) >= 0) break;
      const kind = view.getUint32(i + 2, true);
      if (kind === CALC_) {
        const ns = number(buffer, i + 7);
        if (ns < 0 || !endsPlainly(buffer, stop, end)) break;
        labels.setNumber(label, builder.calc(ns));
      } else {
        const sends = kind === SEND_;
        if (!sends && kind !== RECV_) break;
        const bytes = number(buffer, i + 7);
        if (bytes < 0 || buffer[stop] !== LOWER_B) break;
        i = stop + 1;
        const way = view.getUint32(i, true);
        if (sends ? way !== TO : way !== FROM || buffer[i + 4] !== LOWER_M || buffer[i + 5] !== SPACE) break;
        const peer = number(buffer, i + (sends ? 4 : 6));
        if (peer < 0 || peer >= ranks) break;
        let tag = 0;
        if (buffer[stop] === SPACE) {
          if (view.getUint32(stop, true) !== TAG || buffer[stop + 4] !== SPACE) break;
          tag = number(buffer, stop + 5);
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

/** Text of an operation with its dependency at the least: how many a text has. */
const BYTES_PER_OPERATION = 36;
/** Labels that a rank may have where the size of the text is not known. */
const LABELS = 1 << 24;
const MOST_LABELS = 1 << 26;
/** Labels that a text may have for each of its operations. */
const SPREAD = 4;

/**
 * The kernel for a text of which `bytes` have come, and there may be `sizeHint`; 0: nobody knows. undefined: those are
 * too few for one; null: there is no memory for it.
 */
export function kernelFor(
  bytes: number,
  sizeHint: number,
  labels: LabelTable,
): ScanKernel | null | undefined {
  if (!worthAKernel(Math.max(bytes, sizeHint) / BYTES_PER_OPERATION)) return undefined;
  const wanted = sizeHint === 0 ? LABELS : Math.ceil((SPREAD * sizeHint) / BYTES_PER_OPERATION);
  const kernel = ScanKernel.of(Math.min(Math.max(wanted, labels.limit), MOST_LABELS));
  if (kernel !== null) labels.moveTo(kernel.labels);
  return kernel;
}

/** What {@link plainLines} does, by the kernel, many lines at a time. */
export function plainLinesBy(
  kernel: ScanKernel,
  scan: Scanner,
  builder: ScheduleBuilder,
  labels: LabelTable,
): void {
  const { buffer, end } = scan;
  if (buffer[scan.at] !== LOWER_L) return;
  const { ranks } = builder;
  const take = (found: Found): void => {
    builder.operationsOf(found);
    labels.wereSet(found.highest);
    if (found.lines > 0) scan.rewind(found.at, scan.line + found.lines, found.at);
  };
  kernel.lines(buffer, scan.at, end, take, () => ({
    line: scan.line,
    first: builder.rankOperations,
    ranks,
    limit: labels.limit,
  }));
}
