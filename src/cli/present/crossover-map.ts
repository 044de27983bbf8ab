/** Maps of the fastest algorithm over latency and size, as text, JSON and CSV. */
import { shortValue } from '../../analysis/compare-variants.js';
import type { CrossoverMap, MapRow } from '../../analysis/crossover-map/map.js';
import type { Next, Standing, WonInterval } from '../../analysis/crossover-map/winners.js';
import { SUPPORTED, supportWarning } from '../../analysis/support.js';
import type { CollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { Warning } from '../../errors.js';
import type { SitedMachine } from '../../platform/site.js';
import { type LatencyWords, latencyText } from '../../report/crossovers.js';
import type { Axis } from '../../timing/axis.js';
import { formatSize, formatTime } from '../../units/units.js';
import { machineLine, nodesText } from '../machine/text.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { machineJson, occupiedJson } from '../output/json.js';
import { table } from '../output/table.js';
import { count } from './input.js';
import { percentText } from './solution.js';

/** The map for one number of ranks. */
export interface MapOfRanks {
  readonly ranks: number;
  readonly resolved: SitedMachine;
  readonly axis: Axis;
  /** Ends of the map on the axis, ns. */
  readonly low: number;
  readonly high: number;
  /** Added latencies of the borders, ns. */
  readonly at: readonly number[];
  readonly map: CrossoverMap;
}

/** What is mapped. */
interface Mapped {
  readonly collective: CollectiveName;
  readonly candidates: readonly CollectiveSpec[];
}

/** As the collective's own list names them, without the collective. */
export const candidateNames = (collective: CollectiveName, candidates: readonly CollectiveSpec[]): string[] =>
  candidates.map(({ text }) => shortValue({ kind: 'collective', name: collective, values: [] }, text));

/** `maps`: at least one; they share machine and latency but for what their ranks decide. */
export function crossoversView(mapped: Mapped, root: number, maps: readonly MapOfRanks[]): Answer {
  const names = candidateNames(mapped.collective, mapped.candidates);
  const [{ resolved }] = maps;
  return {
    json: () => ({
      input: { source: `collective ${mapped.collective}` },
      machine: machineJson(resolved),
      result: {
        collective: mapped.collective,
        root,
        algorithms: names,
        maps: maps.map((one) => mapJson(one, names)),
      },
      warnings: warningsOf(maps, mapped),
    }),
    csv: () => mapsCsv(maps, names),
    text: () => `${headText(mapped, maps)}${maps.map((one) => mapText(one, names)).join('')}`,
  };
}

const wordsOf = ({ axis }: MapOfRanks): LatencyWords => ({ base: axis.relative ? null : axis.base });

/** Added latencies beside those that they make; the latter null where several grow together. */
const latencyJson = ({ axis }: MapOfRanks, name: string, added: number): Record<string, number | null> => ({
  [`${name}_delta_ns`]: added,
  [`${name}_latency_ns`]: axis.relative ? null : axis.base + added,
});

function mapJson(one: MapOfRanks, names: readonly string[]): Record<string, unknown> {
  const named = (indices: readonly number[]): string[] => indices.map((i) => names[i]);
  return {
    ranks: one.ranks,
    ...occupiedJson(one.resolved),
    ...latencyJson(one, 'low', one.low - one.axis.base),
    ...latencyJson(one, 'high', one.high - one.axis.base),
    sizes: one.map.rows.map((row) => ({
      bytes: row.bytes,
      intervals: row.intervals.map((interval) => ({
        ...latencyJson(one, 'from', interval.from),
        ...latencyJson(one, 'to', interval.to),
        fastest: named(interval.winners),
        ...nextJson(interval.next, names),
      })),
      at: row.standings.map(({ winners, runtime, next }, i) => ({
        ...latencyJson(one, 'at', one.at[i]),
        fastest: named(winners),
        runtime_ns: runtime,
        ...nextJson(next, names),
      })),
      unpriced: named(row.unpriced),
    })),
    borders: one.map.borders.map(({ at, bytes, below, from }) => ({
      ...latencyJson(one, 'at', at),
      bytes,
      below: named(below),
      from: named(from),
    })),
    borders_complete: !one.map.cut,
  };
}

const nextJson = (next: Next | null, names: readonly string[]): Record<string, unknown> => ({
  next: next === null ? null : names[next.index],
  next_slower_pct: next?.behind == null ? null : next.behind * 100,
});

/** A row for each interval of each size. */
function mapsCsv(maps: readonly MapOfRanks[], names: readonly string[]): CsvTable {
  const heads = ['ranks', 'bytes', 'from_delta_ns', 'to_delta_ns', 'from_latency_ns', 'to_latency_ns'];
  const rows = maps.flatMap((one) =>
    one.map.rows.flatMap(({ bytes, intervals }) =>
      intervals.map(({ from, to, winners, next }) => [
        one.ranks,
        bytes,
        from,
        to,
        one.axis.relative ? '' : one.axis.base + from,
        one.axis.relative ? '' : one.axis.base + to,
        winners.map((i) => names[i]).join('='),
        next === null ? '' : names[next.index],
        next?.behind == null ? '' : next.behind * 100,
      ]),
    ),
  );
  return csvTable([...heads, 'fastest', 'next', 'next_slower_pct'], rows);
}

function headText({ collective, candidates }: Mapped, maps: readonly MapOfRanks[]): string {
  const ranks = maps.map((one) => one.ranks).join(', ');
  const others = maps.slice(1).map(({ resolved }) => nodesText(resolved.mapped));
  const words = maps.every((one) => one.ranks === 1) ? 'rank' : 'ranks that begin at once';
  return `${collective} by ${count(candidates.length, 'algorithm')}, one call of ${ranks} ${words}\n${machineLine(maps[0].resolved)}${others.join('')}`;
}

function mapText(one: MapOfRanks, names: readonly string[]): string {
  const words = wordsOf(one);
  const { map, axis, low, high } = one;
  const range = `from ${latencyText(words, low - axis.base)} to ${formatTime(high)}`;
  const heads = [
    { title: 'size' },
    { title: `fastest at ${latencyText(words, one.at[0])}`, align: 'left' },
    { title: 'next', align: 'left', spare: 1 },
    { title: 'slower by', spare: 2 },
    { title: range, align: 'left', prose: true },
  ] as const;
  const rows = map.rows.map((row) => [
    formatSize(row.bytes),
    winnersText(row.standings[0].winners, names),
    ...nextText(row.standings[0], names),
    intervalsText(row.intervals, names, one),
  ]);
  const borders = one.at.map((_, i) => bordersText(one, i, names)).join('');
  return `\n${count(one.ranks, 'rank')}:\n${table(heads, rows)}${borders}${cutText(map)}`;
}

const winnersText = (winners: readonly number[], names: readonly string[]): string =>
  winners.length === 0 ? 'none is priced' : winners.map((i) => names[i]).join(' = ');

function nextText({ next }: Standing, names: readonly string[]): [string, string] {
  if (next === null) return ['', ''];
  return [names[next.index], next.behind === null ? '' : percentText(next.behind)];
}

function intervalsText(list: readonly WonInterval[], names: readonly string[], { axis }: MapOfRanks): string {
  const sign = axis.relative ? '+' : '';
  const parts = list.map(({ to, winners }, i) => {
    const who = winnersText(winners, names);
    return i === list.length - 1 ? who : `${who} to ${sign}${formatTime(axis.base + to)}`;
  });
  return parts.join(', ');
}

/** The sizes at one latency, as stretches with one fastest algorithm each. */
function bordersText(one: MapOfRanks, place: number, names: readonly string[]): string {
  const { rows, borders } = one.map;
  if (rows.length < 2) return '';
  const own = borders.filter(({ at }) => at === one.at[place]);
  const starts = [rows[0].bytes, ...own.map(({ bytes }) => bytes)];
  const winners = [rows[0].standings[place].winners, ...own.map(({ from }) => from)];
  const lines = starts.map((from, i) => {
    const to = i + 1 < starts.length ? starts[i + 1] - 1 : rows[rows.length - 1].bytes;
    return `  ${from} B to ${to} B: ${winnersText(winners[i], names)}\n`;
  });
  return `at ${latencyText(wordsOf(one), one.at[place])}:\n${lines.join('')}`;
}

const cutText = ({ cut }: CrossoverMap): string =>
  cut ? '  more borders lie between these sizes than were followed: name more --bytes\n' : '';

function warningsOf(maps: readonly MapOfRanks[], { collective, candidates }: Mapped): Warning[] {
  const rows = maps.flatMap(({ map }) => map.rows);
  const names = candidateNames(collective, candidates);
  const unpriced = [...new Set(rows.flatMap((row: MapRow) => row.unpriced))].map(
    (i) => `${collective}=${names[i]}`,
  );
  const some = rows.some(({ unpriced: without }) => without.length < candidates.length);
  const without = { supported: false, unpriced, reason: null };
  const unsupported = unpriced.length === 0 ? null : supportWarning([without, ...(some ? [SUPPORTED] : [])]);
  const sited = maps.flatMap(({ resolved }) => resolved.warnings);
  const all = unsupported === null ? sited : [...sited, unsupported];
  return [...new Map(all.map((one) => [one.message, one])).values()];
}
