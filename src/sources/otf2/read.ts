/** Archives of OTF2 → the traces of all ranks. */
import { InputError, type Warning } from '../../errors.js';
import type { SourceFile } from '../format.js';
import { checkRanks } from '../mpi/check-ranks.js';
import type { TraceSet } from '../mpi/trace.js';
import { type Anchor, readAnchor } from './anchor.js';
import type { ByteReader } from './bytes.js';
import { countingOf } from './collective-sizes.js';
import { CommTable } from './communicators.js';
import { readDefinitions } from './definitions.js';
import { checkLengths } from './lengths.js';
import { LocalFiles } from './local-files.js';
import { processesOf } from './processes.js';
import { type ArchiveFacts, type LocationFiles, readRank } from './rank-reader.js';
import { Regions } from './regions.js';
import { warningsOf } from './warnings.js';

const US_PER_S = 1_000_000;
const FILE = /^(?:.*[/\\])?(.+)\.otf2(?:\.gz|\.zst)?$/;

/** What opens the other files of an archive by the name of its anchor. */
function opener(anchor: SourceFile): { readonly name: string; readonly open: (path: string) => SourceFile } {
  const { beside, source } = anchor;
  const name = FILE.exec(source)?.[1];
  if (beside === undefined || name === undefined)
    throw new InputError({
      place: { source },
      what: 'this is the anchor file of an OTF2 archive, whose other files lie beside it',
      mend: 'name the archive by its folder, or its anchor file by its own name, traces.otf2',
    });
  return { name, open: (path) => beside.call(anchor, path) };
}

/**
 * Reads an archive by its anchor file, one location after the other. Throws InputError with file and byte, or number of the
 * event, for what is damaged, is not there or cannot be read.
 */
export async function readArchive(anchorFile: SourceFile): Promise<TraceSet> {
  const { name, open } = opener(anchorFile);
  const anchor = await readAnchor(anchorFile);
  const file = open(`${name}.def`);
  const longer = new LongerRecords(anchor);
  const inDefinitions = { size: anchor.definitionChunk, longer: longer.take };
  const definitions = await readDefinitions(file, inDefinitions, anchor.definitions);
  checkLocations(anchorFile.source, anchor, definitions.locations.size);
  const processes = processesOf(definitions, file.source);
  const regions = new Regions(definitions);
  const archive: ArchiveFacts = {
    ranks: processes.ranks.length,
    comms: new CommTable(definitions, processes.ranks.length, file.source),
    counting: countingOf(anchor.creator),
    ticksPerUs: definitions.clock.ticksPerSecond / US_PER_S,
    date: definitions.clock.date,
    regions,
    form: { size: anchor.eventChunk, longer: longer.take },
  };
  const locals = new LocalFiles(inDefinitions);
  const found = [];
  for (const { rank, locations } of processes.ranks) {
    const files: LocationFiles[] = [];
    for (const [i, location] of locations.entries()) {
      // Threads that did nothing may have no file.
      if (i > 0 && location.events === 0) continue;
      const local = await locals.read(open(`${name}/${location.ref}.def`));
      files.push({ location, local, events: open(`${name}/${location.ref}.evt`) });
    }
    found.push(await readRank(rank, files, archive));
  }
  const set = checkRanks(
    found.map(({ trace }) => trace),
    true,
  );
  // Where receives are told of too late, their order is not that in which they take messages.
  const ordered = found.every(({ lateReceives }) => lateReceives === 0);
  if (ordered && archive.counting === 'all ranks') checkLengths(set.ranks);
  const warnings: Warning[] = warningsOf(found, { anchor, others: processes.others, longer: longer.count });
  return { ...set, warnings: [...warnings, ...set.warnings] };
}

function checkLocations(source: string, { locations }: Anchor, defined: number): void {
  if (locations === defined) return;
  throw new InputError({
    place: { source },
    what: `an archive of ${locations} locations, of which ${defined} are defined`,
    mend: 'the files are of different archives, or the archive was not closed: copy it again, or record it again',
  });
}

/** Records that are longer than their fields: newer versions may add some, and readers go on behind them. */
class LongerRecords {
  readonly #newer: boolean;
  readonly #version: string;
  count = 0;

  constructor({ newer, version }: Anchor) {
    this.#newer = newer;
    this.#version = version;
  }

  readonly take = (bytes: ByteReader, end: number): void => {
    if (!this.#newer)
      bytes.fail(`a record with ${end - bytes.at} B behind its fields, which OTF2 ${this.#version} has not`);
    this.count++;
  };
}
