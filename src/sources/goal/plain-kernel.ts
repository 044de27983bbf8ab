/** Plain lines by the kernel, where a text is long enough for one: what `plain.ts` does, many lines at a time. */
import { worthAKernel } from '../../kernels/arena.js';
import { type Found, ScanKernel } from '../../kernels/scan.js';
import type { ScheduleBuilder } from '../../schedule/builder.js';
import type { LabelTable } from './labels.js';
import type { Scanner } from './scanner.js';

/** Text of an operation with its dependency at the least: how many a text has. */
const BYTES_PER_OPERATION = 36;
/** Labels that a rank may have where the size of the text is not known. */
const LABELS = 1 << 24;
const MOST_LABELS = 1 << 26;
/** Labels that a text may have for each of its operations. */
const SPREAD = 4;
const LOWER_L = 108;

/**
 * The kernel for a text of which `bytes` have come, and there may be `sizeHint`; 0: nobody knows. undefined: those are too few
 * for one; null: there is no memory for it.
 */
export function kernelFor(
  bytes: number,
  sizeHint: number,
  labels: LabelTable,
): ScanKernel | null | undefined {
  if (!worthAKernel(Math.max(bytes, sizeHint) / BYTES_PER_OPERATION)) return undefined;
  const wanted = sizeHint === 0 ? LABELS : Math.ceil((SPREAD * sizeHint) / BYTES_PER_OPERATION);
  const kernel = ScanKernel.of(Math.min(Math.max(wanted, labels.limit), MOST_LABELS));
  if (kernel !== null) labels.moveTo(kernel.labels);
  return kernel;
}

/** Takes plain lines from `scan.at` on, up to the first statement that is not plain, and leaves `scan` there. */
export function plainLinesBy(
  kernel: ScanKernel,
  scan: Scanner,
  builder: ScheduleBuilder,
  labels: LabelTable,
): void {
  const { buffer, end } = scan;
  if (buffer[scan.at] !== LOWER_L) return;
  const { ranks } = builder;
  const take = (found: Found): void => {
    builder.operationsOf(found);
    labels.wereSet(found.highest);
    if (found.lines > 0) scan.rewind(found.at, scan.line + found.lines, found.at);
  };
  kernel.lines(buffer, scan.at, end, take, () => ({
    line: scan.line,
    first: builder.rankOperations,
    ranks,
    limit: labels.limit,
  }));
}
