/** Which algorithm of a collective takes the least time, by size of the message and by latency. */
import type { CollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { Machine } from '../../machine/machine.js';
import { collectivePattern } from '../../sources/patterns/collective.js';
import { patternSchedule } from '../../sources/patterns/make.js';
import { type LatencyCurve, latencyCurve } from '../latency-curve.js';
import { Model } from '../model.js';
import { supportOf } from '../support.js';
import { type Standing, standingAt, type WonInterval, wonIntervals } from './winners.js';

/** What is mapped: one call by all ranks, which begin at once. */
export interface MapQuestion {
  readonly collective: CollectiveName;
  /** The algorithms, each for this collective. */
  readonly candidates: readonly CollectiveSpec[];
  readonly ranks: number;
  /** 0 where the collective has none. */
  readonly root: number;
  /** Bytes of the collective's unit, ascending, as in CollectiveCall. */
  readonly sizes: readonly number[];
  /** Added latency, ns: both ends of the map. */
  readonly low: number;
  readonly high: number;
  /** Added latencies at which borders over the size are sought to the byte. */
  readonly at: readonly number[];
}

/** One size: who wins over the latency. */
export interface MapRow {
  readonly bytes: number;
  readonly intervals: readonly WonInterval[];
  /** At each latency of `at`. */
  readonly standings: readonly Standing[];
  /** Indices of the candidates that the model cannot price here. */
  readonly unpriced: readonly number[];
}

/** A size from which on others win, at one latency. */
export interface SizeBorder {
  /** Added latency, ns. */
  readonly at: number;
  /** The first size of the upper side. */
  readonly bytes: number;
  readonly below: readonly number[];
  readonly from: readonly number[];
}

/** All sizes, and where on the way from one to the next another algorithm takes over. */
export interface CrossoverMap {
  readonly rows: readonly MapRow[];
  /** By latency in the order of `at`, then ascending. */
  readonly borders: readonly SizeBorder[];
  /** Whether between two sizes there are more borders than were followed. */
  readonly cut: boolean;
}

/** Borders that are followed between two neighbouring sizes at one latency. */
const MOST_BORDERS = 8;

/**
 * Each row is exact in the latency. Over the size each border is exact to the byte where the winners of two neighbouring
 * rows differ; winners that come and go between two rows that agree are not seen. `onRow` hears of each size that is
 * priced. Throws UsageError and LimitError.
 */
export async function crossoverMap(
  machine: Machine,
  question: MapQuestion,
  onRow: () => void = () => {},
): Promise<CrossoverMap> {
  const known = new Map<number, MapRow>();
  const rowOf = async (bytes: number): Promise<MapRow> => {
    const kept = known.get(bytes);
    if (kept !== undefined) return kept;
    const row = await mapRow(machine, question, bytes);
    onRow();
    known.set(bytes, row);
    return row;
  };
  const rows: MapRow[] = [];
  for (const bytes of question.sizes) rows.push(await rowOf(bytes));
  const borders: SizeBorder[] = [];
  let cut = false;
  for (const [place, at] of question.at.entries()) {
    for (const [i, row] of rows.slice(1).entries()) {
      const found = await bordersBetween(rowOf, rows[i], row, place);
      borders.push(...found.borders.map((one) => ({ ...one, at })));
      cut ||= found.cut;
    }
  }
  return { rows, borders, cut };
}

async function mapRow(machine: Machine, question: MapQuestion, bytes: number): Promise<MapRow> {
  const curves: (LatencyCurve | null)[] = [];
  for (const spec of question.candidates) curves.push(await curveOf(machine, question, spec, bytes));
  return {
    bytes,
    intervals: wonIntervals(curves, question.low, question.high),
    standings: question.at.map((added) => standingAt(curves, added)),
    unpriced: curves.flatMap((curve, i) => (curve === null ? [i] : [])),
  };
}

/** T of one call over the latency; null where the model cannot price the algorithm. */
async function curveOf(
  machine: Machine,
  { collective, ranks, root, low, high, at }: MapQuestion,
  spec: CollectiveSpec,
  bytes: number,
): Promise<LatencyCurve | null> {
  if (!supportOf(machine, [{ collective, ranks, bytes }], [spec]).supported) return null;
  const schedule = patternSchedule(collectivePattern(collective, spec), { ranks, bytes, root });
  const model = await Model.of(schedule, machine, { engine: 'sweep' });
  return latencyCurve(model, Math.min(low, ...at), Math.max(high, ...at));
}

type RowOf = (bytes: number) => Promise<MapRow>;

/** `place`: of the latency in `at`. */
async function bordersBetween(
  rowOf: RowOf,
  below: MapRow,
  above: MapRow,
  place: number,
): Promise<{ borders: Omit<SizeBorder, 'at'>[]; cut: boolean }> {
  const borders: Omit<SizeBorder, 'at'>[] = [];
  for (let row = below; !sameWinners(row, above, place); ) {
    if (borders.length === MOST_BORDERS) return { borders, cut: true };
    const next = await firstOther(rowOf, row, above, place);
    borders.push({ bytes: next.bytes, below: winners(row, place), from: winners(next, place) });
    row = next;
  }
  return { borders, cut: false };
}

const winners = (row: MapRow, place: number): readonly number[] => row.standings[place].winners;

const sameWinners = (a: MapRow, b: MapRow, place: number): boolean =>
  winners(a, place).join() === winners(b, place).join();

/** A row whose winners differ from those of `below`, where the size one byte less has the same: by bisection. */
async function firstOther(rowOf: RowOf, below: MapRow, above: MapRow, place: number): Promise<MapRow> {
  let [low, high] = [below, above];
  while (high.bytes - low.bytes > 1) {
    const middle = await rowOf(Math.floor((low.bytes + high.bytes) / 2));
    if (sameWinners(below, middle, place)) low = middle;
    else high = middle;
  }
  return high;
}
