/** Whether kernels compute, as the environment says: LLAMP_KERNELS=off never, all for the smallest programs, too. */
import { useKernels } from '../../kernels/arena.js';

/** Threads and processes ask for themselves: each has modules of its own. */
export function kernelsAsSet(): void {
  const setting = process.env.LLAMP_KERNELS;
  useKernels(setting !== 'off', setting === 'all' ? 0 : undefined);
}
