/**
 * Files of `collective fit`: what kind each is, and which channel and how many ranks it measured. A file says
 * so by its columns, by its name (`latency_core.txt`, `bcast_node_p8.txt`) or by words before it
 * (`core=FILE`, `node:8=FILE`).
 */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type CollectiveRow,
  type LogGPParameters,
  logGPFromNetgauge,
  type Measurements,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
  type NbftRow,
  nbftRowsOf,
  type OsuReport,
  type P2pRow,
  p2pRowsOf,
  parseNbftTable,
  parseNetgauge,
  parseOsu,
  parseP2pTable,
} from '../../collective-models/index.js';
import { CHANNELS, type ChannelName } from '../../collective-models/shape.js';
import { InputError, UsageError, type Warning } from '../../errors.js';
import type { Format } from '../flags/collective-fit.js';
import { oneName } from '../flags/lists.js';
import { readTextFile } from '../output/files.js';
import { filesOf, labelOfName, readCollectiveTable } from './tables.js';

/** Everything that the files hold. */
export interface FileMeasurements extends Measurements {
  readonly p2p: P2pRow[];
  readonly nbft: Record<ModelledCollective, NbftRow[]>;
  readonly loggp: LogGPParameters[];
  readonly collectives: CollectiveRow[];
  readonly warnings: Warning[];
  readonly files: string[];
}

export interface ReadSettings {
  readonly from: Format;
  /** Which L to take from Netgauge. */
  readonly netgaugeLatency: 'printed' | 'without-overhead';
}

interface Source {
  readonly path: string;
  readonly channel?: ChannelName;
  readonly ranks?: number;
}

/** Reads files and folders. Throws UsageError and InputError. */
export function readMeasurements(inputs: readonly string[], settings: ReadSettings): FileMeasurements {
  const found: FileMeasurements = {
    p2p: [],
    nbft: { bcast: [], reduce: [] },
    loggp: [],
    collectives: [],
    warnings: [],
    files: [],
  };
  for (const source of inputs.flatMap(sourcesOf)) {
    readSource(source, settings, found);
    found.files.push(source.path);
  }
  return found;
}

/** A file with what was said before it; of a folder every table and text. */
function sourcesOf(input: string): readonly Source[] {
  const match = /^([a-z]+)(?::(\d+))?=(.+)$/.exec(input);
  if (match !== null) {
    const [, channel, ranks, path] = match;
    return [
      {
        path,
        channel: oneName(channel, CHANNELS, 'channel'),
        ...(ranks === undefined ? {} : { ranks: Number(ranks) }),
      },
    ];
  }
  if (statSync(input, { throwIfNoEntry: false })?.isDirectory() !== true) return [{ path: input }];
  const names = filesOf(input).filter((name) => /\.(csv|txt|out|log)$/i.test(name));
  if (names.length > 0) return names.map((name) => ({ path: join(input, name) }));
  throw new InputError({
    place: { source: input },
    what: 'no measurement in this folder',
    mend: 'its files end in .csv, .txt, .out or .log',
  });
}

/** What a text is, by its first telling line. */
function formatOf(text: string, path: string): Exclude<Format, 'auto'> {
  if (/^#\s*OSU\b/im.test(text)) return 'osu';
  if (/(?:^|\s)L=.*\bo_s=/m.test(text)) return 'netgauge';
  if (/^\uFEFF?\s*[\w"]+\s*,/.test(text)) return 'csv';
  throw new InputError({
    place: { source: path, line: 1 },
    what: 'neither OSU output, nor a table (CSV), nor Netgauge output',
    mend: 'give a file as the benchmark wrote it, or say what it is by --from',
  });
}

function readSource(source: Source, { from, netgaugeLatency }: ReadSettings, found: FileMeasurements): void {
  const { path } = source;
  const text = readTextFile(path);
  switch (from === 'auto' ? formatOf(text, path) : from) {
    case 'csv':
      readTable(text, path, found);
      return;
    case 'osu':
      for (const report of parseOsu(text, path)) addReport(report, source, found);
      return;
    case 'netgauge': {
      const report = parseNetgauge(text, path);
      found.loggp.push(logGPFromNetgauge(report, channelOf(source), netgaugeLatency));
      found.warnings.push(...report.warnings);
    }
  }
}

/** A table is known by its columns; flat trees of reduces by `reduce` in the file's name. */
function readTable(text: string, path: string, found: FileMeasurements): void {
  const header = text
    .slice(0, text.search(/\r?\n|$/))
    .toLowerCase()
    .replaceAll('"', '')
    .split(',');
  const columns = header.map((name) => name.replace('\uFEFF', '').trim());
  if (columns.includes('algorithm')) found.collectives.push(...readCollectiveTable(path));
  else if (columns.includes('p')) {
    found.nbft[labelOfName(path).collective ?? 'bcast'].push(...parseNbftTable(text, path));
  } else found.p2p.push(...parseP2pTable(text, path));
}

function addReport(report: OsuReport, source: Source, found: FileMeasurements): void {
  const channel = channelOf(source);
  const { benchmark } = report;
  if (benchmark === 'latency' || benchmark === 'multi-threaded') {
    found.p2p.push(...p2pRowsOf(report, channel));
    return;
  }
  const collective = MODELLED_COLLECTIVES.find((name) =>
    benchmark.startsWith(name === 'bcast' ? 'broadcast' : name),
  );
  if (collective === undefined) {
    throw new InputError({
      place: { source: source.path },
      what: `'${report.title}' is of no use here`,
      mend: 'give osu_latency, and osu_bcast or osu_reduce of the linear algorithm within one channel',
    });
  }
  found.nbft[collective].push(...nbftRowsOf(report, channel, ranksOf(source)));
}

function wordsOf(path: string): readonly string[] {
  return basename(path)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function channelOf({ channel, path }: Source): ChannelName {
  const found = channel ?? CHANNELS.find((name) => wordsOf(path).includes(name));
  if (found !== undefined) return found;
  throw new UsageError(
    `'${path}' does not say which channel was measured`,
    `write it before the file, as in core=${path}; channels are ${CHANNELS.join(', ')}`,
  );
}

function ranksOf({ ranks, path }: Source): number {
  const word = wordsOf(path)
    .map((one) => /^(?:n|np|p)?(\d+)$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  const found = ranks ?? (word === undefined ? Number.NaN : Number(word));
  if (Number.isInteger(found) && found >= 2) return found;
  throw new UsageError(
    `'${path}' does not say how many ranks took part`,
    `write channel and ranks before the file, as in core:8=${path}, or name it like bcast_core_p8.txt`,
  );
}
