/** What page and worker tell each other. */
import type { ParameterKey } from '../../src/machine/parameters.js';
import type { ReportData } from '../../src/report/html/data.js';

export interface Task {
  readonly files: readonly File[];
  readonly machine: MachineTask;
  /** Interval of L, as in `+0..+100us`; '' leaves it to the tolerances. */
  readonly range: string;
}

export interface MachineTask {
  readonly preset: string;
  /** As typed, with units; empty text leaves a value to the preset. */
  readonly typed: Readonly<Partial<Record<ParameterKey, string>>>;
}

export type Reply =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'report'; readonly data: ReportData }
  /** Something to mend: several lines where there are several problems. */
  | { readonly kind: 'refused'; readonly message: string };
