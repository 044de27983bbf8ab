/**
 * Columns of a report and their decoding: curve, calls of segments, bytes as base64. Shared with the page's script, which
 * needs no more than this.
 */
import type { Curve } from '../../analysis/piecewise.js';
import { spanText } from '../../schedule/program-calls.js';
import { formatTime } from '../../units.js';
import type { PathCalls } from '../critical-path-columns.js';
import type { CurveColumns, ReportData } from './report-data.js';

export function curveColumns(curve: Curve): CurveColumns {
  const { axis, low, high, pieces } = curve;
  return {
    axis: axis.name,
    relative: axis.relative,
    wires: axis.wires === true,
    base: axis.base,
    low,
    high,
    start: pieces.map((piece) => piece.start),
    runtime: pieces.map((piece) => piece.runtime),
    lambda: pieces.map((piece) => piece.lambda),
    otherLatency: pieces.map((piece) => piece.otherLatency),
  };
}

/** The curve of `columns` for reading; outside its range it continues as it ends. */
export function curveOf(columns: CurveColumns): Curve {
  const { low, high, start, runtime, lambda, otherLatency } = columns;
  const pieces = start.map((from, i) => ({
    start: from,
    end: start[i + 1] ?? high,
    runtime: runtime[i],
    lambda: lambda[i],
    otherLatency: otherLatency[i],
  }));
  return {
    axis: {
      name: columns.axis,
      unit: 'ns',
      base: columns.base,
      relative: columns.relative,
      wires: columns.wires,
      lowest: low,
      latency: 'all',
      gap: null,
      overhead: false,
    },
    low,
    high,
    pieces,
    lambdaBefore: lambda[0],
    lambdaAfter: lambda[lambda.length - 1],
  };
}

/** Name of x in a reading. */
export function latencyName({ axis, relative, wires }: CurveColumns): string {
  if (wires) return relative ? 'added per wire' : 'wire';
  return relative ? `added ${axis}` : axis;
}

/**
 * The second curve if one plot can contain both; otherwise null. Added latency must mean the same on both: that of each
 * message, or that of each wire.
 */
export function besideDrawn({ curve, beside }: Pick<ReportData, 'curve' | 'beside'>): CurveColumns | null {
  return beside !== undefined && beside.curve.wires === curve.wires ? beside.curve : null;
}

/** The latency axis, and the machine's latency. */
export type LatencyShown = Pick<CurveColumns, 'axis' | 'relative' | 'wires' | 'base'>;

/** The latency of tables that do not follow the cursor, for a sentence: `L = 3 µs, the machine's own`. */
export function machineLatency({ axis, relative, wires, base }: LatencyShown): string {
  if (relative) return "the machine's own latencies";
  return `${wires ? 'a latency per wire of' : `${axis} =`} ${formatTime(base)}, the machine's own`;
}

// The calls of a segment in words.

/** `MPI_Recv#2 … MPI_Allreduce#3 (solver.c:10) at trace-3.txt:1865` of a segment. */
export function segmentCallText(calls: PathCalls, i: number): string {
  const { names, sources, sites, unit } = calls;
  const named = (name: number, number: number) => ({
    call: names[name],
    occurrence: Math.abs(number),
    before: number < 0,
  });
  return spanText(
    named(calls.first[i], calls.firstNumber[i]),
    { ...named(calls.last[i], calls.lastNumber[i]), source: sources[calls.source[i]], at: calls.at[i], unit },
    sites[calls.site[i]] ?? '',
  );
}

/** Bytes as base64 and back, independent of Node and browser. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Strings are joined in chunks, because a push per character costs more than the encoding. */
const CHUNK = 3 * 4096;

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    parts.push(encodeChunk(bytes.subarray(start, start + CHUNK)));
  }
  return parts.join('');
}

function encodeChunk(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const code = (value: number): number => ALPHABET.charCodeAt(value & 63);
  let at = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const second = i + 1 < bytes.length ? bytes[i + 1] : 0;
    const third = i + 2 < bytes.length ? bytes[i + 2] : 0;
    const word = (bytes[i] << 16) | (second << 8) | third;
    codes[at++] = code(word >>> 18);
    codes[at++] = code(word >>> 12);
    codes[at++] = i + 1 < bytes.length ? code(word >>> 6) : PAD;
    codes[at++] = i + 2 < bytes.length ? code(word) : PAD;
  }
  return String.fromCharCode(...codes);
}

const PAD = '='.charCodeAt(0);

/** Throws RangeError for a character outside the alphabet. */
export function fromBase64(text: string): Uint8Array {
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let word = 0;
  let at = 0;
  for (let i = 0; i < end; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? -1;
    if (value < 0) throw new RangeError(`invalid base64 at ${i}`);
    word = (word << 6) | value;
    if (i % 4 === 0) continue;
    bytes[at++] = (word >>> (6 - 2 * (i % 4))) & 0xff;
  }
  return bytes;
}

const VALUES = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));
