/** Settings of the page, the questions about them, and their messages: plain values. */
import type { Warning } from '../errors.js';
import { DEFAULT_MACHINE } from '../machine/machine.js';
import type { PageField } from '../machine/parameters.js';
import type { Site } from '../platform/site.js';
import type { LatencyShown } from '../report/page/report-columns.js';
import type { ReportData, ReportTolerance } from '../report/page/report-data.js';
import { PAGE_FIELDS } from './fields.js';

/** Fields of noise and of its runs. */
export const NOISE_SOURCES = ['jitter', 'compute-noise', 'os-noise', 'delay'] as const;
export const NOISE_DRAWS = ['samples', 'seed'] as const;
export type NoiseField = (typeof NOISE_SOURCES)[number] | (typeof NOISE_DRAWS)[number];

/** Fields of the site and the curve. A topology is written as `fat-tree:k=16`. */
const OTHER_FIELDS = [
  ...['machine', 'platform', 'map-by', 'ranks-per-node', 'topology', 'wire-latency', 'switch-latency'],
  ...['latency-range', 'pct'],
] as const;

/** Name of a field of the form: that of its flag. */
export type SettingName = PageField | NoiseField | (typeof OTHER_FIELDS)[number];

/** Settings of the page as typed; empty text means the machine's value. */
export interface Settings extends Readonly<Record<SettingName, string>> {
  /** Such as `allreduce=ring`. */
  readonly collectives: readonly string[];
}

const FIELDS: readonly SettingName[] = [
  ...PAGE_FIELDS.map(({ field }) => field),
  ...OTHER_FIELDS,
  ...NOISE_SOURCES,
  ...NOISE_DRAWS,
];

/** Separates the values of a repeated flag in its field, which contain commas. */
export const BETWEEN = ';';

/** The settings of a command line by its flags. */
export function settingsOf(flags: object): Settings {
  const given = new Map<string, unknown>(Object.entries(flags));
  const text = (value: unknown): string =>
    Array.isArray(value) ? value.join(`${BETWEEN} `) : String(value ?? '');
  const texts = FIELDS.map((name) => [name, text(given.get(name))]);
  return {
    ...(Object.fromEntries(texts) as Record<SettingName, string>),
    machine: text(given.get('machine') ?? DEFAULT_MACHINE),
    collectives: [],
  };
}

/** Whether settings name any noise. */
export const isNoisy = (settings: Pick<Settings, NoiseField>): boolean =>
  NOISE_SOURCES.some((field) => settings[field] !== '');

/** The same without noise, for everything except the noise section. */
export const withoutNoise = <Of extends Settings>(settings: Of): Of => ({
  ...settings,
  ...Object.fromEntries([...NOISE_SOURCES, ...NOISE_DRAWS].map((field) => [field, ''])),
});

/** Settings, and pinned settings for a second curve. */
export interface Query extends Settings {
  readonly pinned?: Settings;
}

/** Fields for platforms only, or for topologies only. */
export const SITE_FIELDS: Readonly<Record<Site['kind'], readonly (keyof Settings)[]>> = {
  platform: ['map-by', 'ranks-per-node'],
  topology: ['wire-latency', 'switch-latency', 'ranks-per-node'],
};

/** A collective of the traces, and its algorithms. */
export interface CollectiveChoices {
  readonly collective: string;
  /** As in `allreduce=ring`; '' leaves it to the command line, or the default. */
  readonly choices: readonly string[];
}

/** First state of the page. */
export interface Setup {
  readonly settings: Settings;
  readonly collectives: readonly CollectiveChoices[];
  /** Choices of the command line that the page keeps, such as `auto`. */
  readonly fixedCollectives: readonly string[];
}

/**
 * `answer`: the numbers at the machine. `curve`: the report with its curve, without a timeline. `report`: the report without
 * the parts of single places, contention and noise, which are `silences`, `shared` and `noise`.
 */
export type Question = keyof Answers;

/** Why a question was not answered. */
export interface Refused {
  readonly error: string;
  /** Its field, if it has one. */
  readonly field?: SettingName | undefined;
}

/** The numbers at the machine; times in ns, null where no latency is too large. */
export interface LiveAnswer {
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  readonly tolerance: readonly ReportTolerance[];
  readonly operations: number;
  /** Values of empty fields. */
  readonly values: Readonly<Record<PageField | 'samples', string>>;
  readonly warnings: readonly Warning[];
  /** Time it took, ms. */
  readonly took: number;
}

/** The latency of a section that does not follow the cursor. */
interface AtLatency {
  readonly curve: LatencyShown;
}

/** The program without single places; null if its calls are not known, or too many. */
export type SilencesPart = AtLatency & Pick<ReportData, 'silences' | 'runtime' | 'lambda' | 'tolerance'>;

/** `why`: the reason if there are no rows. */
export type SharedPart = AtLatency & Pick<ReportData, 'shared'> & { readonly why: string };

export type NoisePart = AtLatency & Pick<ReportData, 'noise'> & { readonly warnings: readonly string[] };

export interface Answers {
  readonly answer: LiveAnswer;
  readonly curve: ReportData;
  readonly report: ReportData;
  readonly silences: SilencesPart | null;
  readonly shared: SharedPart;
  readonly noise: NoisePart | null;
}

// Messages between the page and the thread that computes for it.

export interface Job {
  readonly id: number;
  readonly question: Question;
  readonly query: Query;
}

/** A cancelled job. */
export interface Cancel {
  readonly cancel: number;
}

/** A finished job; `id` null: opening the program, with the first state of the page. */
export type JobAnswer =
  | { readonly id: number; readonly value: Answers[Question] }
  | { readonly id: null; readonly value: Setup }
  | ({ readonly id: number | null } & Refused);

// Settings as the fragment of the page's address: changes and pinned settings. A fragment stays in the browser.

/** Settings, and those that are pinned beside them. */
export interface Linked {
  readonly settings: Settings;
  readonly pinned: Settings | null;
}

const COLLECTIVE = 'collective';
const PIN = 'pin';

/** Such as `latency=7us&collective=allreduce%3Dring`; '' without changes since `begin`. */
export function linkOf({ settings, pinned }: Linked, begin: Settings): string {
  const said = changes(settings, begin);
  if (pinned !== null) said.append(PIN, changes(pinned, begin).toString());
  return said.toString();
}

function changes(settings: Settings, begin: Settings): URLSearchParams {
  const said = new URLSearchParams();
  for (const name of namesOf(begin)) if (settings[name] !== begin[name]) said.append(name, settings[name]);
  if (settings.collectives.join(' ') === begin.collectives.join(' ')) return said;
  // An empty choice is a change, too.
  for (const one of settings.collectives.length === 0 ? [''] : settings.collectives)
    said.append(COLLECTIVE, one);
  return said;
}

/** The first settings changed by a fragment, with or without its #; unknown names change nothing. */
export function linkedBy(fragment: string, begin: Settings): Linked {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const pin = said.get(PIN);
  return {
    settings: changed(said, begin),
    pinned: pin === null ? null : changed(new URLSearchParams(pin), begin),
  };
}

function changed(said: URLSearchParams, begin: Settings): Settings {
  const texts = namesOf(begin).map((name) => [name, said.get(name) ?? begin[name]]);
  const collectives = said.has(COLLECTIVE)
    ? said.getAll(COLLECTIVE).filter((one) => one !== '')
    : begin.collectives;
  return { ...begin, ...Object.fromEntries(texts), collectives };
}

const namesOf = (begin: Settings): SettingName[] =>
  Object.keys(begin).filter((name): name is SettingName => name !== 'collectives');
