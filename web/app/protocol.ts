/** Messages between page and worker. */
import type { CollectiveChoices } from '../../src/cli/view/wire.js';
import type { ParameterKey } from '../../src/machine/parameters.js';
import type { ReportData } from '../../src/report/page/report-data.js';

export interface Task {
  readonly files: readonly File[];
  /** Title of the report; by default the names of the files. */
  readonly title?: string;
  readonly machine: MachineTask;
  readonly site: SiteTask;
  /** Such as `allreduce=ring`. */
  readonly collectives: readonly string[];
  /** Interval of L, as in `+0..+100us`; '' derives it from the tolerances. */
  readonly range: string;
  /** Slowdowns, as in `1,2,5`; '' for these. */
  readonly pct: string;
}

export interface MachineTask {
  readonly preset: string;
  /** As entered, with units; empty text leaves a value to the preset. */
  readonly typed: Readonly<Partial<Record<ParameterKey, string>>>;
}

/** The site as entered; empty text uses the default. */
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
  /** Choices for the collectives of the program. */
  | { readonly kind: 'calls'; readonly collectives: readonly CollectiveChoices[] }
  | { readonly kind: 'report'; readonly data: ReportData }
  /** A user error, with one line per problem. */
  | { readonly kind: 'refused'; readonly message: string };
