/** When V8 compiles WebAssembly anew, faster. */
import { setFlagsFromString } from 'node:v8';

/**
 * How much a function of WebAssembly does before that: about ten times V8's own measure. Most programs are solved before it
 * pays: compiling took longer than all that HiGHS did for them.
 */
const BUDGET = 20_000_000;

/** Bytes of input above which `auto` will hardly choose HiGHS. */
export const HARDLY_SOLVED_BYTES = 16 * 2 ** 20;

let isLate = false;

/** Lets V8 wait longer, in this process; once. Compiled scripts that are kept are for the flags that they were made under. */
export function tierLate(): void {
  if (!isLate) setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
  isLate = true;
}
