import { preloadHighs } from '../../solve/highs/border.js';
import { compiledSolver, packageFiles } from '../process/package-files.js';
import { tierLate } from '../process/startup.js';

/**
 * Lets WebAssembly be compiled on another core while the input is read. The solver's own loader would begin only when
 * this thread has nothing to do.
 */
export async function preloadSolver(): Promise<void> {
  // A bundle has set its flags at the start: later they would make compiled code that is kept another's.
  if (packageFiles().commands === null) tierLate('other');
  await preloadHighs(compiledSolver());
}
