/** The formats that can be read, told apart by their content. A new one is a folder with a row, and its place here. */
import { peek, unpacked } from '../compression/unpacked.js';
import { InputError } from '../errors.js';
import { dumpiFormat, dumpiMetaFormat } from './dumpi/dumpi-format.js';
import type { Format, ReadOptions, SourceFile } from './format.js';
import { goalFormat } from './goal/goal-format.js';
import { goalBinaryFormat } from './goal-binary/goal-binary-format.js';
import { liballprofFormat } from './liballprof/liballprof-format.js';
import { llampTraceFormat } from './llamp-trace/llamp-trace-format.js';
import { otf2Format } from './otf2/otf2-format.js';
import { patternSource } from './patterns/pattern-source.js';
import { lenientProgram, type Program, type ProgramData } from './program.js';
import { smpiFormat, smpiListFormat, smpiMergedFormat } from './smpi/smpi-format.js';

/** Bytes that tell formats apart. */
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

const SOURCES = [...FORMATS, patternSource];

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
 * Reads a program of any format that the command line reads, told by its first bytes: a schedule in one file; traces, one
 * file a rank; or the file that leads to the others of an archive. Throws InputError, with file and line, for what cannot
 * be read, and for several files that are not traces of ranks.
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

/** The program that gave `data`, in whichever thread. */
export async function programOf(data: ProgramData): Promise<Program> {
  const source = SOURCES.find(({ name }) => name === data.info.format);
  if (source === undefined) throw new Error(`no programs come from ${data.info.format}`);
  return lenientProgram(await source.restore(data), data.lenient);
}
