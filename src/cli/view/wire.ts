/** Messages between page and server: plain values, shared with the page's script. */
import type { Warning } from '../../errors.js';
import type { PageField } from '../../machine/parameters.js';
import type { Site } from '../../platform/site.js';
import type { ReportData, ReportTolerance } from '../../report/page/report-data.js';

/** Fields of noise and of its runs. */
export const NOISE_SOURCES = ['jitter', 'computeNoise', 'osNoise', 'delay'] as const;
export const NOISE_DRAWS = ['samples', 'seed'] as const;
export type NoiseField = (typeof NOISE_SOURCES)[number] | (typeof NOISE_DRAWS)[number];

/** Settings of the page as typed; empty text means the machine's value. */
export interface Settings extends Readonly<Record<PageField | NoiseField, string>> {
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

/** Whether settings name any noise. */
export const isNoisy = (settings: Pick<Settings, NoiseField>): boolean =>
  NOISE_SOURCES.some((field) => settings[field] !== '');

/** The same without noise, for everything except the noise section. */
export const withoutNoise = <Of extends Settings>(settings: Of): Of => ({ ...settings, ...NO_NOISE });

const NO_NOISE: Readonly<Record<NoiseField, ''>> = {
  jitter: '',
  computeNoise: '',
  osNoise: '',
  delay: '',
  samples: '',
  seed: '',
};

/** The settings of a request, and pinned settings for a second curve. */
export interface Query extends Settings {
  readonly pinned?: Settings;
}

/** Fields for platforms only, or for topologies only. */
export const SITE_FIELDS: Readonly<Record<Site['kind'], readonly (keyof Settings)[]>> = {
  platform: ['mapBy', 'ranksPerNode'],
  topology: ['wireLatency', 'switchLatency', 'ranksPerNode'],
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
  /** Levels to map by, of each platform. */
  readonly levels: Readonly<Record<string, readonly string[]>>;
  /** Fields that a platform, or a topology, overrides. */
  readonly replaced: Readonly<Record<Site['kind'], readonly PageField[]>>;
  /** Choices of the command line that the page keeps, such as `auto`. */
  readonly fixedCollectives: readonly string[];
}

export const TOKEN_HEADER = 'x-llamp-token';

/**
 * `answer`: the numbers at the machine. `curve`: the page with its curve, without a timeline. `report`: the page without the
 * sections of single places, contention and noise, which are `silences`, `shared` and `noise`.
 */
export const QUESTIONS = ['answer', 'curve', 'report', 'silences', 'shared', 'noise'] as const;
export type Question = (typeof QUESTIONS)[number];

/** Why a question was not answered. */
export interface Refused {
  readonly error: string;
  /** Its field, if it has one. */
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
  /** Values of empty fields. */
  readonly values: Readonly<Record<PageField | 'samples', string>>;
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
  readonly silences: LivePart;
  readonly shared: LivePart;
  readonly noise: LivePart;
}

// Settings as the fragment of the page's address: changes and pinned settings. A fragment stays in the browser, is in no
// request, and does not contain the token.

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
