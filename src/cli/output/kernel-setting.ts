/** Whether kernels compute, as the environment says: LLAMP_KERNELS=off never, all for the smallest programs, too. */
import { UsageError } from '../../errors.js';
import { useKernels } from '../../kernels/arena.js';

const SETTINGS = ['on', 'off', 'all'];

/** Threads and processes ask for themselves: each has modules of its own. Throws UsageError for a setting that is none. */
export function kernelsAsSet(): void {
  const setting = process.env.LLAMP_KERNELS || 'on';
  if (!SETTINGS.includes(setting))
    throw new UsageError(
      `LLAMP_KERNELS '${setting}' is no setting of kernels`,
      `leave it out, or write ${SETTINGS.join(', ')}`,
    );
  useKernels(setting !== 'off', setting === 'all' ? 0 : undefined);
}
