import { setFlagsFromString } from 'node:v8';
import { preloadHighs } from '../../solve/highs/border.js';
import { packageFiles } from '../output/package-files.js';

/**
 * How much a function of WebAssembly does before it is compiled anew, faster: about ten times V8's own measure. Most
 * programs are solved before that pays: compiling took longer than all that HiGHS did for them.
 */
const TIERING_BUDGET = 20_000_000;

/** Compiled once, whatever runs in this process. */
let compiled: ReturnType<typeof WebAssembly.compile> | null = null;

/**
 * Lets WebAssembly be compiled on another core while the input is read. The solver's own loader would begin only when
 * this thread has nothing to do.
 */
export async function preloadSolver(): Promise<void> {
  if (compiled === null) setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  compiled ??= WebAssembly.compile(packageFiles().solver());
  await preloadHighs(compiled);
}
