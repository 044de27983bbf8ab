/**
 * Measurement tables as CSV, the layout of the EPYC-ORFEO data set: point-to-point times
 * (`mapby,size,latency,recv`), flat trees (`mapby,p,size,latency,min,max`) and collectives
 * (`algorithm,cores,size,latency,min,max`). Further columns are ignored. Times in µs.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { InputError } from '../../errors.js';
import { decimal } from '../../units/units.js';
import type { AlgorithmName, MappingName, ModelledCollective } from '../types.js';
import type { CollectiveRow, NbftRow, P2pRow } from './measurements.js';
import type { OsuReport } from './osu.js';

/** Numbers of `coll_tuned_*_algorithm` in Open MPI for the algorithms that are modelled here. */
const ALGORITHM_IDS: Readonly<Record<ModelledCollective, Readonly<Record<string, AlgorithmName>>>> = {
  bcast: { 0: 'default', 1: 'linear', 2: 'chain', 5: 'binary' },
  reduce: { 0: 'default', 1: 'linear', 2: 'chain', 4: 'binary' },
};

interface TableLine {
  readonly cells: Readonly<Record<string, string>>;
  readonly line: number;
}

function readLines(text: string, columns: readonly string[], source: string): readonly TableLine[] {
  let found: readonly { readonly record: Record<string, string>; readonly info: { lines: number } }[];
  try {
    found = parse(text, { columns: true, info: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new InputError({
      place: { source, line: Number(error.lines ?? 1) },
      what: error.message,
      mend: 'give a comma-separated table with a header line',
    });
  }
  if (found.length === 0) throw new InputError({ place: { source }, what: 'the table has no rows' });
  const missing = columns.filter((name) => !(name in found[0].record));
  if (missing.length > 0) {
    throw new InputError({
      place: { source, line: 1 },
      what: `the table has no column ${missing.join(', ')}`,
      mend: `its header must name ${columns.join(', ')}`,
    });
  }
  return found.map(({ record, info }) => ({ cells: record, line: info.lines }));
}

function numberAt(line: TableLine, column: string, source: string): number {
  const text = line.cells[column];
  const value = decimal(text);
  if (!(value >= 0)) {
    throw new InputError({
      place: { source, line: line.line },
      what: `${column} '${text}' is not a number from 0`,
      mend: 'correct the row or leave it out',
    });
  }
  return value;
}

function extremes(line: TableLine, source: string): { minUs?: number; maxUs?: number } {
  return {
    ...(line.cells.min === undefined ? {} : { minUs: numberAt(line, 'min', source) }),
    ...(line.cells.max === undefined ? {} : { maxUs: numberAt(line, 'max', source) }),
  };
}

/** The number of a core; what else stands in such a column is none of ours. */
function receiverOf({ cells }: TableLine): { receiver?: number } {
  const receiver = decimal(cells.recv ?? '');
  return Number.isSafeInteger(receiver) && receiver >= 0 ? { receiver } : {};
}

/**
 * Columns `mapby` (the channel), `size`, `latency`, optionally `recv` (the receiving core). Throws InputError with the
 * place of the first fault.
 */
export function parseP2pTable(text: string, source = 'p2p'): readonly P2pRow[] {
  return readLines(text, ['mapby', 'size', 'latency'], source).map((line) => ({
    channel: line.cells.mapby,
    bytes: numberAt(line, 'size', source),
    latencyUs: numberAt(line, 'latency', source),
    ...receiverOf(line),
  }));
}

/** Columns `mapby` (the channel), `p`, `size`, `latency`, optionally `min` and `max`. */
export function parseNbftTable(text: string, source = 'nbft'): readonly NbftRow[] {
  return readLines(text, ['mapby', 'p', 'size', 'latency'], source).map((line) => ({
    channel: line.cells.mapby,
    ranks: numberAt(line, 'p', source),
    bytes: numberAt(line, 'size', source),
    latencyUs: numberAt(line, 'latency', source),
    ...extremes(line, source),
  }));
}

/** What a table of collectives does not say by itself. */
export interface RunLabel {
  readonly collective: ModelledCollective;
  readonly mapping: MappingName;
}

/**
 * Columns `algorithm` (Open MPI's number), `cores` (ranks), `size`, `latency`, optionally `min` and `max`.
 * Rows of algorithms that are not modelled here (a binomial broadcast, say) are left out.
 */
export function parseCollectiveTable(
  text: string,
  label: RunLabel,
  source = 'collective',
): readonly CollectiveRow[] {
  const names = ALGORITHM_IDS[label.collective];
  return readLines(text, ['algorithm', 'cores', 'size', 'latency'], source)
    .filter(({ cells }) => cells.algorithm in names)
    .map((line) => ({
      ...label,
      algorithm: names[line.cells.algorithm],
      ranks: numberAt(line, 'cores', source),
      bytes: numberAt(line, 'size', source),
      latencyUs: numberAt(line, 'latency', source),
      ...extremes(line, source),
    }));
}

/** Rows of an `osu_latency` report whose two ranks shared `channel`. A size of 0 B is left out. */
export function p2pRowsOf(report: OsuReport, channel: string): readonly P2pRow[] {
  return report.rows
    .filter(({ bytes }) => bytes > 0)
    .map(({ bytes, latencyUs }) => ({ channel, bytes, latencyUs }));
}

/** Rows of an `osu_bcast` or `osu_reduce` report of the linear algorithm within one channel. */
export function nbftRowsOf(report: OsuReport, channel: string, ranks: number): readonly NbftRow[] {
  return report.rows.map(({ bytes, latencyUs, minUs, maxUs }) => ({
    channel,
    ranks,
    bytes,
    latencyUs,
    ...(minUs === undefined ? {} : { minUs }),
    ...(maxUs === undefined ? {} : { maxUs }),
  }));
}

/** Rows of an `osu_bcast` or `osu_reduce` report of a run that `label` describes. */
export function collectiveRowsOf(
  report: OsuReport,
  label: RunLabel & { readonly algorithm: AlgorithmName; readonly ranks: number },
): readonly CollectiveRow[] {
  return report.rows.map(({ bytes, latencyUs, minUs, maxUs }) => ({
    ...label,
    bytes,
    latencyUs,
    ...(minUs === undefined ? {} : { minUs }),
    ...(maxUs === undefined ? {} : { maxUs }),
  }));
}
