/**
 * The section of the solver's WebAssembly that tells V8 which functions to compile at once, in the background, and which not before
 * they are called (the proposal "compilation hints"). It is a custom section: who does not know it, or finds it wrong, leaves it
 * out, and only the time changes.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What is known of the solver's WebAssembly when the bundle is built. */
export interface SolverHints {
  /** Its length, which tells it from another release's. */
  readonly bytes: number;
  /** Where the section belongs: behind that of functions, bytes from the start. */
  readonly at: number;
  /** Functions that it has, without those that it imports. */
  readonly functions: number;
  /** Those that a small solve calls, by number; ascending. */
  readonly called: readonly number[];
}

const NAME = 'compilationHints';
const CUSTOM = 0;
/** A byte for each function: how it is compiled; the compilers are V8's choice. */
const WHEN_CALLED = 1;
const AT_ONCE = 2;

/** A number of LEB128, as WebAssembly writes lengths. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

export function hintSection({ functions, called }: SolverHints): Buffer {
  const hints = Buffer.alloc(functions, WHEN_CALLED);
  for (const one of called) hints[one] = AT_ONCE;
  const name = Buffer.from(NAME);
  const body = Buffer.concat([Buffer.from([...leb(name.length), ...name, ...leb(functions)]), hints]);
  return Buffer.concat([Buffer.from([CUSTOM, ...leb(body.length)]), body]);
}

/** A file of WebAssembly with its hints, copied once; as it is where it is of another release. Throws the system's errors. */
export function withHints(path: string, known: SolverHints): Buffer<ArrayBuffer> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const section = size === known.bytes ? hintSection(known) : Buffer.alloc(0);
    const whole = Buffer.from(new ArrayBuffer(size + section.length));
    const read = (from: number, end: number, to: number): void => {
      if (readSync(file, whole, to, end - from, from) !== end - from) throw new Error(`${path} is not whole`);
    };
    const split = Math.min(known.at, size);
    read(0, split, 0);
    whole.set(section, split);
    read(split, size, split + section.length);
    return whole;
  } finally {
    closeSync(file);
  }
}
