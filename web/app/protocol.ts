/** What page and worker tell each other. */
import type { ReportData } from '../../src/report/html/data.js';

export interface Task {
  readonly files: readonly File[];
  readonly machine: MachineTask;
  /** Interval of L, as in `+0..+100us`; '' leaves it to the tolerances. */
  readonly range: string;
}

/** As typed, with units. */
export interface MachineTask {
  readonly preset: string;
  readonly latency: string;
  readonly overhead: string;
  readonly gapPerByte: string;
  readonly rendezvous: string;
}

export type Reply =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'report'; readonly data: ReportData }
  /** Something to mend: several lines where there are several problems. */
  | { readonly kind: 'refused'; readonly message: string };
