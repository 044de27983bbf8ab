import { preloadHighs } from '../../solve/highs/border.js';
import { compiledSolver } from '../output/package-files.js';
import { tierLate } from './tiering.js';

/**
 * Lets WebAssembly be compiled on another core while the input is read. The solver's own loader would begin only when
 * this thread has nothing to do.
 */
export async function preloadSolver(): Promise<void> {
  tierLate();
  await preloadHighs(compiledSolver());
}
