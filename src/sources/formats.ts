/**
 * The formats that can be read, recognised by their content. A new one is a folder with a reader, a row here, and its
 * place in `FORMATS`. Readers are loaded when they are needed.
 */
import { InputError } from '../errors.js';
import type { MemoryGuard, Schedule } from '../schedule/schedule.js';
import type { FilesOfRun } from './dumpi/read-dumpi.js';
import { refuseForeign } from './foreign-formats.js';
import type { Format, ReadOptions, SourceFile } from './format.js';
import { BYTES, GOAL_BINARY_MAGIC } from './goal-binary/goal-binary-layout.js';
import { LLAMP_TRACE_MAGIC } from './llamp-trace/llamp-trace-chunks.js';
import { fixedProgram, type Program } from './program.js';
import { withoutPacking } from './rank-files.js';
import { ACTIONS } from './smpi/smpi-actions.js';
import { behindMark } from './text-lines.js';
import { peek, unpacked } from './unpack.js';

/** What all traces of calls have in common. */
const traces = { collectives: 'calls' } as const;

/** What all schedules of messages have in common; `reader` gives the function that reads one. */
const schedule = (name: string, reader: () => Promise<ScheduleReader>) =>
  ({
    name,
    files: 'one',
    collectives: 'messages',
    async read([{ source: file, sizeHint = 0, chunks }], { source, warnings = [], memory }) {
      const read = await reader();
      const options = { source: file, sizeHint, ...(memory === undefined ? {} : { memory }) };
      const schedule = await read(chunks, options);
      return fixedProgram({ info: { source, format: name }, schedule, warnings }, file);
    },
  }) satisfies Omit<Format, 'sniff'>;

type ScheduleReader = (
  chunks: SourceFile['chunks'],
  options: { readonly source: string; readonly sizeHint: number; readonly memory?: MemoryGuard },
) => Promise<Schedule>;

const goalFormat: Format = {
  ...schedule('a GOAL file', async () => {
    const { readGoal } = await import('./goal/read-goal.js');
    return (chunks, options) => readGoal(refusing(chunks, options.source), options);
  }),
  copies: true,
  /** It has no mark of its own: errors in a text that is not GOAL have line and column. */
  sniff: () => true,
};

/** Input of no known format: content that the first bytes identify is not GOAL with errors. */
async function* refusing(chunks: AsyncIterable<Uint8Array>, source: string): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of chunks) {
    if (first) refuseForeign(chunk, source);
    first = false;
    yield chunk;
  }
}

const goalBinaryFormat: Format = {
  ...schedule(
    'a binary GOAL file',
    async () => (await import('./goal-binary/read-goal-binary.js')).readGoalBinary,
  ),
  sniff: (head) =>
    head.length >= BYTES.magic &&
    head
      .subarray(0, BYTES.magic)
      .every((byte, i) => byte === (Math.floor(GOAL_BINARY_MAGIC / 256 ** i) & 0xff)),
};

// Traces of liballprof as a format of inputs.

const LIBALLPROF = 'traces';

/** Whether text looks like a trace of liballprof, by its first bytes (either generation). */
function looksLikeTrace(head: string): boolean {
  return /^\s*(#[^\n]*(collprof|PMPI Tracer)|MPI_[A-Za-z_]+:)/.test(head);
}

export const liballprofFormat: Format = {
  ...traces,
  name: LIBALLPROF,
  files: 'ranks',
  sniff: (head) => looksLikeTrace(new TextDecoder().decode(head)),
  async read(files, options) {
    const [{ readTraceProgram }, { scanner }] = await Promise.all([
      import('./mpi/trace-program.js'),
      import('./liballprof/read-liballprof.js'),
    ]);
    // Several files of no known format come here as well, as one does to GOAL.
    const [{ source, chunks }, ...others] = files;
    const checked = [{ ...files[0], chunks: refusing(chunks, source) }, ...others];
    return readTraceProgram(LIBALLPROF, checked, scanner, options);
  },
  async sites(files) {
    const { scanSites } = await import('./liballprof/call-site-lines.js');
    return scanSites(files);
  },
};

// Binary traces of llamp-trace as a format of inputs; its text form is read as liballprof's, which it is.

const LLAMP_TRACE = 'binary traces';

const llampTraceFormat: Format = {
  ...traces,
  name: LLAMP_TRACE,
  files: 'ranks',
  sniff: (head) => [...LLAMP_TRACE_MAGIC].every((letter, i) => head[i] === letter.charCodeAt(0)),
  async read(files, options) {
    const [{ readTraceProgram }, { RecordReader }] = await Promise.all([
      import('./mpi/trace-program.js'),
      import('./llamp-trace/read-llamp-trace.js'),
    ]);
    return readTraceProgram(LLAMP_TRACE, files, (source, rank) => new RecordReader(source, rank), options);
  },
  async sites(files) {
    const [{ scanSites }, { siteScanner }] = await Promise.all([
      import('./liballprof/call-site-lines.js'),
      import('./llamp-trace/call-site-chunks.js'),
    ]);
    return scanSites(files, siteScanner);
  },
};

// Archives of OTF2, as Score-P, TAU and others write them, as a format of inputs.

const OTF2 = 'OTF2 archives';

/** The mark of a file of OTF2, and the magic of its anchor. */
const OTF2_MAGIC = 'OTF2\0';

export const otf2Format: Format = {
  ...traces,
  name: OTF2,
  files: 'anchor',
  anchors: (name) => withoutPacking(name).endsWith('.otf2'),
  numbersRequests: true,
  sniff: (head) =>
    head[0] === 3 && [...OTF2_MAGIC].every((letter, i) => head[2 + i] === letter.charCodeAt(0)),
  async read([anchor], options) {
    const [{ readArchive }, { traceProgram }] = await Promise.all([
      import('./otf2/read-otf2.js'),
      import('./mpi/trace-program.js'),
    ]);
    const set = await readArchive(anchor);
    return traceProgram({ source: options.source, format: OTF2 }, set, options);
  },
};

// Traces of DUMPI as formats of inputs: a file a rank, or the metafile that leads to them.

const DUMPI_MAGIC = [0xff, 0xaa, 0xdd, 0x44, 0x55, 0x4d, 0x50, 0x49];

async function readDumpiAs(
  name: string,
  files: FilesOfRun,
  { source, ...options }: ReadOptions,
): Promise<Program> {
  const [{ traceProgram }, { readDumpi }] = await Promise.all([
    import('./mpi/trace-program.js'),
    import('./dumpi/read-dumpi.js'),
  ]);
  return traceProgram({ source, format: name }, await readDumpi(files), options);
}

const ofDumpi = { ...traces, numbersRequests: true } as const;

const DUMPI_RANKS = 'DUMPI traces';
const dumpiFormat: Format = {
  ...ofDumpi,
  name: DUMPI_RANKS,
  files: 'ranks',
  sniff: (head) => DUMPI_MAGIC.every((byte, i) => head[i] === byte),
  read: (files, options) => readDumpiAs(DUMPI_RANKS, files, options),
};

const DUMPI_META = 'a metafile of DUMPI traces';
const dumpiMetaFormat: Format = {
  ...ofDumpi,
  name: DUMPI_META,
  files: 'anchor',
  anchors: (name) => name.endsWith('.meta'),
  sniff: (head) => {
    const text = new TextDecoder('latin1').decode(head);
    return /^numprocs=\d/m.test(text) && /^fileprefix=/m.test(text);
  },
  async read([meta], options) {
    const { filesOfMeta } = await import('./dumpi/read-dumpi.js');
    return readDumpiAs(DUMPI_META, await filesOfMeta(meta), options);
  },
};

// How SMPI's traces differ from other texts in their first bytes.

const ACTION_NAMES = new Set(ACTIONS.map(({ name }) => name));

const textOf = (head: Uint8Array): string =>
  new TextDecoder('latin1').decode(head.subarray(behindMark(head)));

/** Whole lines of a head that say something; a last one that may be cut only where there is no other. */
function linesOf(head: Uint8Array): string[] {
  const lines = textOf(head).split('\n');
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

const rankOf = (line: string): number | undefined => {
  const [, rank, name] = /^(\d+)\s+([A-Za-z]\w*)/.exec(line) ?? [];
  return name !== undefined && ACTION_NAMES.has(name.toLowerCase()) ? Number(rank) : undefined;
};

/** Whether a text begins with a rank and an action. */
export function looksLikeActions(head: Uint8Array): boolean {
  const [first] = linesOf(head);
  return first !== undefined && rankOf(first) !== undefined;
}

/** Whether it shows actions of several ranks. */
export function looksMerged(head: Uint8Array): boolean {
  const ranks = new Set(linesOf(head).map(rankOf));
  ranks.delete(undefined);
  return looksLikeActions(head) && ranks.size > 1;
}

/** A path without spaces, in a folder or with an ending. */
const PATH = /^(?!\/[/*]|%PDF-)[\w.+~@%=/-]*[A-Za-z][\w.+~@%=/-]*$/;

/** Whether a text is a list of files: every line a path. */
export function looksLikeList(head: Uint8Array): boolean {
  const text = textOf(head);
  const lines = linesOf(head);
  return (
    !text.includes('#') && lines.length > 0 && lines.every((line) => PATH.test(line) && /[./]\w/.test(line))
  );
}

async function readSmpiAs(
  name: string,
  files: readonly SourceFile[],
  { source, flopRate, ...options }: ReadOptions,
): Promise<Program> {
  const [{ traceProgram }, { readSmpi }] = await Promise.all([
    import('./mpi/trace-program.js'),
    import('./smpi/read-smpi.js'),
  ]);
  const set = await readSmpi(files, flopRate === undefined ? {} : { flopRate });
  return traceProgram({ source, format: name }, set, options);
}

const ofSmpi = {
  ...traces,
  countsFlops: true,
  numbersRequests: true,
} as const;

const SMPI_RANKS = 'SMPI traces';
const smpiFormat: Format = {
  ...ofSmpi,
  name: SMPI_RANKS,
  files: 'ranks',
  sniff: looksLikeActions,
  read: (files, options) => readSmpiAs(SMPI_RANKS, files, options),
};

const SMPI_MERGED = 'an SMPI trace of all ranks';
const smpiMergedFormat: Format = {
  ...ofSmpi,
  name: SMPI_MERGED,
  files: 'one',
  sniff: looksMerged,
  read: (files, options) => readSmpiAs(SMPI_MERGED, files, options),
};

const SMPI_LIST = 'a list of SMPI traces';
const smpiListFormat: Format = {
  ...ofSmpi,
  name: SMPI_LIST,
  files: 'anchor',
  sniff: looksLikeList,
  async read([list], options) {
    const { listedFiles } = await import('./smpi/read-smpi.js');
    return readSmpiAs(SMPI_LIST, await listedFiles(list), options);
  },
};

// The formats in their order, and reading by them.

/** Bytes by which formats are recognised. */
export const HEAD_BYTES = 512;

/** The first that knows an input by its head reads it. GOAL is the last: it takes what no other knows. */
export const FORMATS: readonly Format[] = [
  llampTraceFormat,
  otf2Format,
  dumpiFormat,
  dumpiMetaFormat,
  smpiMergedFormat,
  smpiFormat,
  liballprofFormat,
  goalBinaryFormat,
  smpiListFormat,
  goalFormat,
];

/** The format of an input that begins with `head`. */
export const formatOf = (head: Uint8Array): Format => firstOf(FORMATS, head);

/** The format of a set of files, one a rank, the first of which begins with `head`. */
export const formatOfSeveral = (head: Uint8Array): Format =>
  firstOf(
    FORMATS.filter(({ files }) => files === 'ranks'),
    head,
  );

/** Whether a file of this name leads to the others of its folder. */
export const isAnchor = (name: string): boolean => FORMATS.some(({ anchors }) => anchors?.(name) ?? false);

/** Where none knows the head, the last says what is wrong with it. */
function firstOf(formats: readonly Format[], head: Uint8Array): Format {
  const first = head.subarray(0, HEAD_BYTES);
  return formats.find((format) => format.sniff(first)) ?? formats[formats.length - 1];
}

/** A file as it is stored: packed with gzip or zstd, or as it is. */
export interface StoredFile extends Pick<SourceFile, 'source' | 'rank' | 'sizeHint'> {
  /** Its bytes in pieces of any size; iterated over once. */
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** As {@link SourceFile.beside}: archives of OTF2 and others that one file leads to need it. */
  beside?(path: string): StoredFile;
}

/**
 * Reads a program of any format that the command line reads, recognised by its first bytes: a schedule in one file;
 * traces, one file per rank; or the file that leads to the others of an archive. Throws InputError, with file and line,
 * for input that cannot be read, and for several files that are not traces of ranks.
 */
export async function readProgram(
  files: readonly StoredFile[],
  options: Partial<ReadOptions> = {},
): Promise<Program> {
  const [first, ...others] = files.map(opened);
  if (first === undefined)
    throw new InputError({ what: 'no file', mend: 'give a GOAL file, or the traces of all ranks' });
  const { head, all } = await peek(first.chunks, HEAD_BYTES);
  const format = others.length === 0 ? formatOf(head) : formatOfSeveral(head);
  return format.read([{ ...first, chunks: all }, ...others], { source: first.source, ...options });
}

/** The same file with its content, which is unpacked when its turn comes. */
function opened({ beside, ...file }: StoredFile): SourceFile {
  const chunks = { [Symbol.asyncIterator]: () => unpacked(file.chunks, file.source) };
  return { ...file, chunks, ...(beside && { beside: (path) => opened(beside(path)) }) };
}
