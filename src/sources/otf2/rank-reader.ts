/** One rank: the events of its locations → its trace. Calls of several threads are put in the order of their starts. */
import { formatPlace, InputError } from '../../errors.js';
import type { SourceFile } from '../format.js';
import type { RankTrace } from '../mpi/trace.js';
import { CallPaths } from './call-paths.js';
import { CallRows, type OpenFacts } from './call-rows.js';
import type { ChunkForm } from './chunks.js';
import { Epoch } from './clock.js';
import type { LocationDefinition } from './definitions.js';
import { copyEvent, EventReader, newEvent } from './events.js';
import type { LocalDefinitions } from './local-definitions.js';
import { RankRows, type RunFacts } from './rank-rows.js';
import { RegionMarks } from './region-marks.js';
import type { Regions } from './regions.js';
import { CallTracker, newCall, type OtfCall } from './tracker.js';

/** A location with its files. */
export interface LocationFiles {
  readonly location: LocationDefinition;
  readonly local: LocalDefinitions;
  readonly events: SourceFile;
}

/** What reading a rank found beside its trace. */
export interface RankFound extends OpenFacts {
  readonly trace: RankTrace;
  /** One-sided operations outside of calls. */
  readonly oneSided: number;
  /** Calls that were left and not entered. */
  readonly unentered: number;
  /** Where the first of them is; undefined: there is none. */
  readonly firstUnentered: string | undefined;
  /** Regions without marks where they only compute: they are entered too often. */
  readonly unmarked: readonly string[];
  /** Locations with another number of events than is defined. */
  readonly miscounted: readonly string[];
}

/** All that is the same for each rank. */
export interface ArchiveFacts extends RunFacts {
  readonly regions: Regions;
  readonly form: ChunkForm;
}

/** Throws InputError for what is damaged. */
export async function readRank(
  rank: number,
  files: readonly LocationFiles[],
  archive: ArchiveFacts,
): Promise<RankFound> {
  const [{ events: first }] = files;
  const paths = new CallPaths(archive.regions.places);
  const rows = new RankRows(first.source, rank, archive, paths);
  const names = files.map(({ events }) => events.source);
  const calls = new CallRows(rows, names);
  const epoch = new Epoch();
  const marks = new RegionMarks(archive.regions, rows.columns.marks, archive.ticksPerUs);
  const streams = files.map(
    (file, i) => new LocationStream(file, i, epoch, paths, archive, i === 0 ? marks : null),
  );
  if (streams.length === 1) await streams[0].all((call) => calls.add(call));
  else await inOrder(streams, (call) => calls.add(call));
  calls.finish();
  if (rows.columns.empty)
    rows.fail('no MPI call of this rank', 'record the program with MPI among what is recorded');
  const unmarked = marks.done();
  return {
    ...calls.facts,
    unmarked,
    trace: rows.done(paths.stacks(), names),
    oneSided: streams.reduce((sum, { tracker }) => sum + tracker.oneSided, 0),
    unentered: streams.reduce((sum, { tracker }) => sum + tracker.unentered, 0),
    firstUnentered: streams.flatMap((stream) => stream.firstUnentered())[0],
    miscounted: streams.flatMap((stream) => stream.miscounted()),
  };
}

/** The calls of one location. */
class LocationStream {
  readonly source: string;
  readonly tracker: CallTracker;
  readonly #defined: number;
  readonly #file: SourceFile;
  readonly #reader: EventReader;
  #take: (call: OtfCall) => void = () => undefined;

  constructor(
    { location, local, events }: LocationFiles,
    index: number,
    epoch: Epoch,
    paths: CallPaths,
    { regions, form }: ArchiveFacts,
    marks: RegionMarks | null,
  ) {
    this.source = events.source;
    this.#defined = location.events;
    this.#file = events;
    this.tracker = new CallTracker(index, regions, paths, marks, (call) => this.#take(call));
    this.#reader = new EventReader(events.source, form, local, epoch, (event, bytes) =>
      this.tracker.event(event, bytes),
    );
  }

  /** Each call as it comes. */
  async all(take: (call: OtfCall) => void): Promise<void> {
    this.#take = take;
    for await (const piece of this.#file.chunks) this.#reader.push(piece);
    this.#end();
  }

  /** Copies of the calls, some at a time. */
  async *some(): AsyncGenerator<readonly OtfCall[]> {
    let found: OtfCall[] = [];
    this.#take = (call) => found.push(copyOf(call));
    for await (const piece of this.#file.chunks) {
      this.#reader.push(piece);
      if (found.length === 0) continue;
      yield found;
      found = [];
    }
    this.#end();
    if (found.length > 0) yield found;
  }

  /** The place of the first call that was left and not entered, if there is one. */
  firstUnentered(): string[] {
    const { unentered, firstUnentered: line } = this.tracker;
    return unentered === 0 ? [] : [formatPlace({ source: this.source, line })];
  }

  /** Its file, where it has not as many events as it was defined with. */
  miscounted(): string[] {
    return this.#reader.count === this.#defined ? [] : [this.source];
  }

  #end(): void {
    this.#reader.end();
    const open = this.tracker.end();
    if (open !== null)
      throw new InputError({
        place: { source: this.source, line: this.#reader.count },
        what: `the events end within ${open.name}`,
        mend: 'the program was killed there, or its events were cut: let it reach its end',
      });
  }
}

function copyOf(call: OtfCall): OtfCall {
  const events = call.events.slice(0, call.count).map((event) => {
    const copy = newEvent();
    copyEvent(event, copy);
    return copy;
  });
  return { ...newCall(), ...call, events };
}

/** Where a thread is on its way through its calls. */
interface Turn {
  readonly more: AsyncIterator<readonly OtfCall[]>;
  calls: readonly OtfCall[];
  at: number;
}

/** The calls of several threads by the times of their starts. */
async function inOrder(streams: readonly LocationStream[], take: (call: OtfCall) => void): Promise<void> {
  const turns: Turn[] = [];
  for (const stream of streams) {
    const turn = { more: stream.some(), calls: [], at: 0 };
    if (await fill(turn)) turns.push(turn);
  }
  while (turns.length > 0) {
    const turn = turns.reduce((a, b) => (b.calls[b.at].start < a.calls[a.at].start ? b : a));
    take(turn.calls[turn.at++]);
    if (turn.at === turn.calls.length && !(await fill(turn))) turns.splice(turns.indexOf(turn), 1);
  }
}

/** False where there are no more. */
async function fill(turn: Turn): Promise<boolean> {
  const next = await turn.more.next();
  if (next.done === true) return false;
  turn.calls = next.value;
  turn.at = 0;
  return true;
}
