/** `compare --map`: the fastest algorithm of a collective over message size and latency. */
import {
  type CrossoverMap,
  crossoverMap,
  type MapRow,
  type Next,
  type Standing,
  type WonInterval,
} from '../../analysis/algorithm-crossovers.js';
import { SUPPORTED, supportWarning } from '../../analysis/collective-support.js';
import { shortValue } from '../../analysis/rank-variants.js';
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { algorithmsOf, parseCollectiveName } from '../../collectives/registry.js';
import { joinWarnings, UsageError, type Warning } from '../../errors.js';
import type { SitedMachine } from '../../platform/site.js';
import { type LatencyWords, latencyText } from '../../report/crossover-text.js';
import { type Axis, latencyAxis } from '../../timing/axis.js';
import { parseList, parseRange } from '../../timing/axis-values.js';
import { formatSize, formatTime } from '../../units.js';
import { collectiveAxis } from '../flags/collective-choices.js';
import { LATENCY_RANGE, type MachineFlags } from '../flags/common-flags.js';
import { counts, sizes } from '../flags/parameter-values.js';
import { type Answer, type Answered, machineJson, occupiedJson } from '../output/answer.js';
import { type CsvTable, csvTable, percentText, table } from '../output/table.js';
import { refuseArguments } from '../pipeline/collective-models.js';
import { machineLine, nodesText } from '../pipeline/machine-of-flags.js';
import { withProgress } from '../pipeline/pipeline.js';
import type { ProgressBar } from '../process/progress.js';
import { checkMachine, machineFor } from '../workers/evaluator.js';
import { count } from './solution-text.js';

type MapFlags = MachineFlags & {
  readonly collective?: readonly string[] | undefined;
  readonly ranks?: string | undefined;
  readonly bytes?: string | undefined;
  readonly root?: number | undefined;
  readonly 'latency-range'?: string | undefined;
  readonly at?: string | undefined;
  readonly quiet: boolean;
};

const SIZES = '8B..1MiB';
const ROOTED: readonly CollectiveName[] = ['bcast', 'reduce', 'gather', 'gatherv', 'scatter', 'scatterv'];

/** Settings that need no machine. */
interface MapQuery {
  readonly collective: CollectiveName;
  readonly candidates: readonly CollectiveSpec[];
  readonly ranks: readonly number[];
  readonly sizes: readonly number[];
}

function mapQuery({ collective: texts = [], ranks, bytes, root }: MapFlags): MapQuery {
  const [text] = texts;
  if (texts.length !== 1)
    throw new UsageError(`--map takes one collective, not ${texts.length}`, 'write --collective allreduce');
  if (ranks === undefined) throw new UsageError('--map needs --ranks', 'add --ranks 8,64');
  const candidates = candidatesOf(text);
  const [{ collective }] = candidates;
  if (collective === null)
    throw new UsageError(
      `--collective '${text}' names no collective`,
      'write allreduce or allreduce=ring,linear',
    );
  if (bytes !== undefined && collective === 'barrier')
    throw new UsageError('--bytes has no meaning for a barrier', 'leave it out');
  if (root !== undefined && !ROOTED.includes(collective))
    throw new UsageError(`--root has no meaning for ${collective}, which has no root`, 'leave it out');
  const sized = collective === 'barrier' ? '1' : (bytes ?? SIZES);
  return { collective, candidates, ranks: counts(ranks, '--ranks', 1), sizes: sizes(sized, '--bytes') };
}

function candidatesOf(text: string): CollectiveSpec[] {
  if (!text.includes('=')) {
    const name = parseCollectiveName(text);
    return algorithmsOf(name).map((algorithm) => parseCollectiveSpec(`${name}=${algorithm.name}`));
  }
  const specs = collectiveAxis(text).values.map((value) => parseCollectiveSpec(value));
  const ranged = specs.find(({ from, to }) => from > 0 || Number.isFinite(to));
  if (ranged === undefined) return specs;
  throw new UsageError(
    `'${ranged.text}' holds for some sizes only`,
    'leave the sizes out, because the map covers all',
  );
}

// Maps of the fastest algorithm over latency and size, as text, JSON and CSV.

/** The map for one number of ranks. */
interface MapOfRanks {
  readonly ranks: number;
  readonly resolved: SitedMachine;
  readonly axis: Axis;
  /** Ends of the map on the axis, ns. */
  readonly low: number;
  readonly high: number;
  /** Added latencies at which borders are computed, ns. */
  readonly at: readonly number[];
  readonly map: CrossoverMap;
}

/** Collective and algorithms of a map. */
interface Mapped {
  readonly collective: CollectiveName;
  readonly candidates: readonly CollectiveSpec[];
}

/** Names of the algorithms without the collective. */
const candidateNames = (collective: CollectiveName, candidates: readonly CollectiveSpec[]): string[] =>
  candidates.map(({ text }) => shortValue({ kind: 'collective', name: collective, values: [] }, text));

/** `maps`: at least one; they differ only in their ranks. */
function mapView(mapped: Mapped, root: number, maps: readonly MapOfRanks[]): Answer {
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

/** Added latencies and resulting latencies; the latter null if several classes grow together. */
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
  const words = maps.every((one) => one.ranks === 1) ? 'rank' : 'ranks that start together';
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
  winners.length === 0 ? 'not priced' : winners.map((i) => names[i]).join(' = ');

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

/** Ranges of sizes at one latency, each with its fastest algorithm. */
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
  cut ? '  not all borders between these sizes were found; add sizes with --bytes\n' : '';

function warningsOf(maps: readonly MapOfRanks[], { collective, candidates }: Mapped): Warning[] {
  const rows = maps.flatMap(({ map }) => map.rows);
  const names = candidateNames(collective, candidates);
  const unpriced = [...new Set(rows.flatMap((row: MapRow) => row.unpriced))].map(
    (i) => `${collective}=${names[i]}`,
  );
  const some = rows.some(({ unpriced: without }) => without.length < candidates.length);
  const without = { supported: false, unpriced, reason: null };
  const sited = maps.map(({ resolved }) => resolved);
  return joinWarnings(...sited, supportWarning(some ? [without, SUPPORTED] : [without]));
}

// Maps of the fastest algorithm over latency and size, one for each number of ranks.

/** Default range of latencies. */
const FACTOR = 10;
const RELATIVE_RANGE = '+0..+100us';

export async function mapAnswer(argv: readonly unknown[], flags: MapFlags): Promise<Answered> {
  refuseArguments(argv, 'leave it out, because --map takes --collective NAME instead of INPUT');
  const query = mapQuery(flags);
  await checkMachine(flags);
  const maps = await withProgress(flags.quiet, async (progress) => {
    const found: MapOfRanks[] = [];
    for (const ranks of query.ranks) found.push(await mapFor(query, ranks, flags, progress));
    return found;
  });
  const { collective } = query;
  const names = candidateNames(collective, query.candidates);
  return {
    answer: mapView(query, flags.root ?? 0, maps),
    picture: ({ crossoverMapPlot }) => crossoverMapPlot(maps, { collective, names }),
  };
}

async function mapFor(
  query: MapQuery,
  ranks: number,
  flags: MapFlags,
  progress: ProgressBar,
): Promise<MapOfRanks> {
  const resolved = await machineFor({ ...flags, sharing: 'ordered' }, { ranks });
  const axis = latencyAxis(resolved.machine);
  const [low, high] = rangeOn(axis, flags);
  const at = parseList(axis, flags.at ?? '+0', '--at').map((value) => value - axis.base);
  let priced = 0;
  const map = await crossoverMap(
    resolved.machine,
    { ...query, ranks, root: flags.root ?? 0, low: low - axis.base, high: high - axis.base, at },
    () => progress.update(`pricing sizes on ${ranks} ranks, ${++priced} done`, 0, 0),
  );
  return { ranks, resolved, axis, low, high, at, map };
}

function rangeOn(axis: Axis, { 'latency-range': range }: MapFlags): readonly [number, number] {
  if (range !== undefined) return parseRange(axis, range, LATENCY_RANGE);
  if (axis.relative) return parseRange(axis, RELATIVE_RANGE, LATENCY_RANGE);
  if (axis.base > 0) return [axis.base / FACTOR, axis.base * FACTOR];
  throw new UsageError(
    'the latency of the machine is 0, so the map has no default range',
    `add ${LATENCY_RANGE} 0..100us`,
  );
}
