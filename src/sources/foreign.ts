/** What is not read, by its first bytes or its name, and the way from there. */
import { InputError } from '../errors.js';

interface Foreign {
  readonly name: string;
  /** `head`: the first bytes, one a character; `file`: the name of the file. */
  is(head: string, file: string): boolean;
  readonly mend: string;
}

const TRACE_AGAIN = 'trace the program with liballprof, or with the tracer of llamp-ts';
const AS_GOAL = 'write its computations, sends and receives as GOAL';
const ATLAHS = 'ATLAHS (spcl/atlahs, goal_gen/ai) makes GOAL of it';

const begins =
  (...starts: readonly string[]) =>
  (head: string): boolean =>
    starts.some((start) => head.startsWith(start));

const ends =
  (end: string) =>
  (_: string, file: string): boolean =>
    file.toLowerCase().endsWith(end);

/** The first that knows a file names it. */
const FOREIGN: readonly Foreign[] = [
  { name: 'a Paraver trace', is: begins('#Paraver ('), mend: TRACE_AGAIN },
  { name: 'a VEF trace', is: (head) => /^VEF\d?[ \t\r\n]/.test(head), mend: TRACE_AGAIN },
  { name: 'an MPE log (CLOG2)', is: begins('CLOG-'), mend: TRACE_AGAIN },
  { name: 'an MPE log (SLOG2)', is: (head) => /^..?SLOG 2/s.test(head), mend: TRACE_AGAIN },
  { name: 'a trace of OTF 1', is: ends('.otf'), mend: TRACE_AGAIN },
  {
    name: 'a report of NVIDIA Nsight Systems',
    is: ends('.nsys-rep'),
    mend: `export it with 'nsys export --type sqlite'; ${ATLAHS}`,
  },
  {
    name: 'an SQLite database',
    is: begins('SQLite format 3'),
    mend: `if Nsight Systems exported it, ${ATLAHS}`,
  },
  // Length of the first message, and in it, as field 1, the version of the schema.
  { name: 'a Chakra execution trace', is: (head) => /^.\n.\d+\.\d+\.\d+/s.test(head), mend: AS_GOAL },
  {
    name: 'a Chakra execution trace',
    is: (head) => /^\s*\{.*"schema": *"[^"]*chakra/s.test(head),
    mend: AS_GOAL,
  },
  {
    name: 'an answer of llamp-ts',
    is: (head) => /^\s*\{\s*"schema": "llamp-ts\//.test(head),
    mend: 'name the program that it is about',
  },
  { name: 'a program', is: begins('\x7fELF'), mend: 'run it under a tracer, and name the traces' },
  { name: 'a PDF file', is: begins('%PDF-'), mend: 'name traces, or a schedule' },
  {
    name: 'a pointer of Git LFS',
    is: begins('version https://git-lfs'),
    mend: "get the file that it stands for with 'git lfs pull'",
  },
  { name: 'an archive', is: (head) => isArchive(head), mend: 'unpack it, and name the files' },
  { name: 'an XML or HTML page', is: (head) => /^\s*<[!?a-z]/i.test(head), mend: 'download the file itself' },
  { name: 'JSON', is: (head) => /^\s*(\{\s*["}]|\[\s*[[{"\d\]-])/.test(head), mend: AS_GOAL },
  {
    name: 'a table (CSV)',
    is: (head) => /^[\w.+"()-]+(,[\w.+"()-]*)+\r?\n/.test(head),
    mend: 'name traces, or a schedule',
  },
];

/** Zip, xz, bzip2, and tar, whose mark stands behind the first name. */
const isArchive = (head: string): boolean =>
  begins('PK\x03\x04', '\xfd7zXZ\0', 'BZh')(head) || head.startsWith('ustar', 257);

/** Throws an InputError where `head`, what `source` begins with, is of something else than what is read. */
export function refuseForeign(head: Uint8Array, source: string): void {
  const text = String.fromCharCode(...head);
  if (text.includes('num_ranks')) return;
  const found = FOREIGN.find((one) => one.is(text, source));
  if (found === undefined) return;
  throw new InputError({
    place: { source },
    what: `this is ${found.name}, which is not read`,
    mend: found.mend,
  });
}
