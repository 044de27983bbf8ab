/** What page and worker tell each other. */
import type { CollectiveChoices } from '../../src/cli/view/wire.js';
import type { ParameterKey } from '../../src/machine/parameters.js';
import type { ReportData } from '../../src/report/page/report-data.js';

export interface Task {
  readonly files: readonly File[];
  /** What the report is about; by default the names of the files. */
  readonly title?: string;
  readonly machine: MachineTask;
  readonly site: SiteTask;
  /** Such as `allreduce=ring`. */
  readonly collectives: readonly string[];
  /** Interval of L, as in `+0..+100us`; '' leaves it to the tolerances. */
  readonly range: string;
  /** Slowdowns, as in `1,2,5`; '' for these. */
  readonly pct: string;
}

export interface MachineTask {
  readonly preset: string;
  /** As typed, with units; empty text leaves a value to the preset. */
  readonly typed: Readonly<Partial<Record<ParameterKey, string>>>;
}

/** Where the ranks sit, as typed; empty text leaves out, or leaves to a default. */
export interface SiteTask {
  readonly platform: string;
  readonly mapBy: string;
  readonly topology: string;
  readonly wireLatency: string;
  readonly switchLatency: string;
  readonly ranksPerNode: string;
}

export type Reply =
  | { readonly kind: 'progress'; readonly text: string }
  /** What may be chosen for the collectives of the program. */
  | { readonly kind: 'calls'; readonly collectives: readonly CollectiveChoices[] }
  | { readonly kind: 'report'; readonly data: ReportData }
  /** Something to mend: several lines where there are several problems. */
  | { readonly kind: 'refused'; readonly message: string };
