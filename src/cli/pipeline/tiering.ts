/** When V8 compiles WebAssembly anew, faster. */
import { setFlagsFromString } from 'node:v8';

/**
 * How much a function of WebAssembly does before that: about ten times V8's own measure. Most programs are solved before it
 * pays: compiling took longer than all that HiGHS did for them. Of small programs even the factorization is over before: V8
 * compiles it for 40 ms, and the process does not end before that is done.
 */
const BUDGET = { small: 2_000_000_000, other: 20_000_000 } as const;

/** Bytes of input above which `auto` will hardly choose HiGHS. */
export const HARDLY_SOLVED_BYTES = 16 * 2 ** 20;

/** Lets V8 wait longer, in this process. Compiled scripts that are kept are for the flags that they were made under. */
export function tierLate(program: keyof typeof BUDGET): void {
  setFlagsFromString(`--wasm-tiering-budget=${BUDGET[program]}`);
}
