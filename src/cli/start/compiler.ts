/** How V8 compiles in this process. Compiled code is kept for the flags that it was made under, so they come first. */
import { setFlagsFromString } from 'node:v8';
import { tierLate } from '../pipeline/tiering.js';
import { hardlySolves, mayAskSolver, type Reading, readsLittle, readsSmall } from '../run/here.js';
import { NODE, OPTIMIZE_LATE } from './optimize-late.js';

/** Newest Node whose V8 is known to have a flag: it complains about one that it does not know. */
const NEWEST_WITH = { lazyValidation: 24, compilationHints: 22 } as const;

/**
 * Lets V8 look at a function of the solver when it is first called, not at all of them when it is loaded: it comes with the
 * bundle, and a run calls few of them. Of little input most loops are over before they were worth optimizing, and what is
 * optimized so early is often wrong about what comes next, and made again. What the solver wants is set here, too, where it
 * may be asked: set later it would make compiled code that is kept another's. Where the solver is hardly asked no flag is set: Node's own
 * compiled code is for V8's defaults, and a thread that is started under other flags compiles all of Node's modules anew.
 */
export function setCompiler(argv: readonly string[], reading?: Reading): void {
  if (hardlySolves(argv, reading)) return;
  if (NODE <= NEWEST_WITH.lazyValidation) setFlagsFromString('--wasm-lazy-validation');
  if (!readsLittle(argv, reading)) return;
  for (const flag of OPTIMIZE_LATE) setFlagsFromString(flag);
  if (!mayAskSolver(argv, reading)) return;
  tierLate(readsSmall(argv, reading) ? 'small' : 'other');
  if (NODE > NEWEST_WITH.compilationHints) return;
  // What has no hints is then compiled as a whole: loops of the hot path, which are short.
  setFlagsFromString('--experimental-wasm-compilation-hints');
  setFlagsFromString('--no-wasm-lazy-compilation');
  // Several threads would take this one's core where there are two, and wait for each other.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
}
