/** What is shared: T and λ by what is assumed of CPUs and cards, and when which is to be trusted. */
import { type SharedRow, type SharedWay, spreadOf } from '../../analysis/shared-rows.js';
import { formatTime } from '../../units/units.js';
import { percent, plain } from '../plots/numbers.js';
import type { ReportData } from './data.js';
import { type LatencyShown, machineLatency } from './machine-latency.js';
import { noteOf, table } from './table.js';

/** Name and trust of each, where it is told. */
const WORDS: Readonly<Record<SharedWay, readonly [name: string, trust: string]>> = {
  plain: [
    'nothing shared',
    'the library makes progress while the program computes, or ranks wait when their messages come',
  ],
  ordered: [
    'CPUs and cards in the order of the program',
    'messages are sent and taken in the order of their calls; exact at every latency',
  ],
  serial: ['CPUs and cards one thing at a time', 'near this latency: the order is that of arrival here'],
  bounds: [
    'the same in the best order, between two bounds',
    'each CPU and card does one thing at a time, whoever comes first: no order is faster than the lower bound',
  ],
  replay: [
    'played event by event',
    'the library makes no progress of its own: what arrives waits for the computation of its rank',
  ],
};

/** What the section is made of: a report, or as much of one. */
export interface SharedShown extends Pick<ReportData, 'shared' | 'runtime'> {
  readonly curve: LatencyShown;
}

/** Below this share it is rounding, or not worth a figure. */
const SAME = 5e-6;
/** Below this share nothing is made of differences. */
const LITTLE = 0.02;

/** Nothing where it was not asked. */
export function sharedSection({ shared, runtime, curve }: SharedShown): string {
  if (shared === undefined || shared.length === 0) return '';
  const [{ runtime: least }] = shared;
  const rows = shared.map((row) => {
    const [name, trust] = WORDS[row.way];
    return [name, timesOf(row), distanceOf(row, least), lambdaOf(row), trust];
  });
  const head = ['what is assumed', 'T', 'against nothing shared', 'λ', 'when to trust it'];
  const own = shared.find((row) => Math.abs(row.runtime - runtime) <= 1e-9 * runtime);
  const notes = [spreadText(shared), ownText(own), `All at ${machineLatency(curve)}.`];
  return sectionOf(`${table(head, rows, 1, 4)}${noteOf(notes.join(' '))}`);
}

/** The section where its rows are not told, with why. */
export const unsharedSection = (why: string): string => sectionOf(noteOf(why));

const sectionOf = (body: string): string =>
  `<section aria-labelledby="h-shared"><h2 id="h-shared">What is shared</h2>${body}</section>`;

const timesOf = ({ runtime, upper }: SharedRow): string =>
  upper === null || upper === runtime
    ? formatTime(runtime)
    : `${formatTime(runtime)} to ${formatTime(upper)}`;

function distanceOf({ way, runtime, upper }: SharedRow, least: number): string {
  if (least === 0 || way === 'plain') return '';
  const signed = (ns: number): string => {
    const share = ns / least - 1;
    return Math.abs(share) < SAME ? '±0' : `${share > 0 ? '+' : '−'}${percent(Math.abs(share))}`;
  };
  return upper === null || upper === runtime ? signed(runtime) : `${signed(runtime)} to ${signed(upper)}`;
}

function lambdaOf({ lambda, upper }: SharedRow): string {
  if (lambda === null) return 'T jumps';
  return upper === null ? plain(lambda, 4) : `${plain(lambda, 4)} of the lower`;
}

function spreadText(rows: readonly SharedRow[]): string {
  const spread = spreadOf(rows);
  return spread <= LITTLE
    ? `All lie within ${percent(spread)}: what is shared decides little here.`
    : `They lie up to ${percent(spread)} from nothing shared: who uses a CPU or a card first matters here.`;
}

function ownText(own: SharedRow | undefined): string {
  if (own === undefined) return '';
  return `Curve, tolerance and critical path of this page are those of “${WORDS[own.way][0]}”.`;
}
