import { preloadHighs } from '../../solve/highs/border.js';
import { packageFiles } from '../output/package-files.js';
import { tierLate } from './tiering.js';

/** Compiled once, whatever runs in this process. */
let compiled: ReturnType<typeof WebAssembly.compile> | null = null;

/**
 * Lets WebAssembly be compiled on another core while the input is read. The solver's own loader would begin only when
 * this thread has nothing to do.
 */
export async function preloadSolver(): Promise<void> {
  tierLate();
  compiled ??= WebAssembly.compile(packageFiles().solver());
  await preloadHighs(compiled);
}
