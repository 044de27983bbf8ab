/** What page and server tell each other: plain values, so that the page's script can share them. */
import type { Warning } from '../../errors.js';
import type { PageField } from '../../machine/parameters.js';
import type { Site } from '../../platform/site.js';
import type { ReportData, ReportTolerance } from '../../report/html/data.js';

/** What the page may change, as typed there: empty text leaves a value to the machine. */
export interface Settings extends Readonly<Record<PageField, string>> {
  readonly machine: string;
  readonly platform: string;
  readonly mapBy: string;
  readonly ranksPerNode: string;
  /** Such as `fat-tree:k=16`. */
  readonly topology: string;
  readonly wireLatency: string;
  readonly switchLatency: string;
  readonly range: string;
  readonly pct: string;
  /** Such as `allreduce=ring`. */
  readonly collectives: readonly string[];
}

/** What a question is about: the settings, and others whose curve is drawn beside theirs. */
export interface Asked extends Settings {
  readonly pinned?: Settings;
}

/** Fields that only a platform, or only a topology, gives a meaning. */
export const SITE_FIELDS: Readonly<Record<Site['kind'], readonly (keyof Settings)[]>> = {
  platform: ['mapBy', 'ranksPerNode'],
  topology: ['wireLatency', 'switchLatency', 'ranksPerNode'],
};

/** A collective of the traces, and what may be chosen for it. */
export interface CollectiveChoices {
  readonly collective: string;
  /** As in `allreduce=ring`; '' leaves it to the command line, or the default. */
  readonly choices: readonly string[];
}

/** What the page begins with. */
export interface Setup {
  readonly settings: Settings;
  /** Levels to map by, of each platform. */
  readonly levels: Readonly<Record<string, readonly string[]>>;
  /** Fields whose parameters a platform, or a topology, has figures of its own for. */
  readonly replaced: Readonly<Record<Site['kind'], readonly PageField[]>>;
  /** Choices of the command line that the page keeps, such as `auto`. */
  readonly fixedCollectives: readonly string[];
}

export const TOKEN_HEADER = 'x-llamp-token';

/**
 * `answer`: the numbers at the machine, at once. `curve`: the page with its curve, without a timeline.
 * `report`: the page with everything but what is shared. `shared`: that.
 */
export const QUESTIONS = ['answer', 'curve', 'report', 'shared'] as const;
export type Question = (typeof QUESTIONS)[number];

/** Why a question was not answered. */
export interface Refused {
  readonly error: string;
  /** The field that it is about, where it is about one. */
  readonly field?: SettingName;
}

/** Name of a field of the form. */
export type SettingName = Exclude<keyof Settings, 'collectives'>;

/** The numbers at the machine; times in ns, null where no latency is too large. */
export interface LiveAnswer {
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  readonly tolerance: readonly ReportTolerance[];
  readonly operations: number;
  /** What empty fields stand for. */
  readonly values: Readonly<Record<PageField, string>>;
  readonly warnings: readonly Warning[];
  /** Time it took, ms. */
  readonly took: number;
}

/** The page's inside, and its data. */
export interface LivePage {
  readonly body: string;
  readonly data: ReportData;
  readonly took: number;
}

/** A section of the page. */
export interface LivePart {
  readonly section: string;
  readonly took: number;
}

export interface Answers {
  readonly answer: LiveAnswer;
  readonly curve: LivePage;
  readonly report: LivePage;
  readonly shared: LivePart;
}
