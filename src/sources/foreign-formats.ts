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
  { name: 'a Chakra execution trace', is: (head) => isChakra(head), mend: AS_GOAL },
  {
    name: 'a Chakra execution trace of one host of PyTorch',
    is: (head) => /^\s*\{.*"schema": *"(\d+\.\d+\.\d+-chakra|\d+\.\d+\.\d+".*"(pid|nodes)")/s.test(head),
    mend: AS_GOAL,
  },
  {
    name: 'a Kineto trace of PyTorch',
    is: (head) =>
      /^\s*\{.*"(schemaVersion": *\d+,.*"(deviceProperties|distributedInfo|traceEvents)|distributedInfo)"/s.test(
        head,
      ),
    mend: AS_GOAL,
  },
  {
    name: 'a Kineto trace of PyTorch',
    is: (_, file) => /\.pt\.trace\.json(\.gz)?$/i.test(file),
    mend: AS_GOAL,
  },
  {
    name: "a trace in Chrome's format, as Kineto and others write it",
    is: (head) => /^\s*(\{.*"traceEvents" *:|\[\s*\{[^{}]*"ph" *:)/s.test(head),
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

/** Most bytes of the first message of a Chakra file: metadata, or the first node with its attributes. */
const MOST_CHAKRA = 2 ** 20;
const VERSION = /^\d+\.\d+\.\d+/;
const PRINTABLE = /^[ -~]+$/;

/**
 * Chakra's own files are messages of protobuf, each behind its length: metadata (field 1 its version, field 2 attributes;
 * it may be empty, and in old files there is none), then nodes (field 1 the number, left out where it is 0, field 2 the
 * name, field 3 the type).
 */
function isChakra(head: string): boolean {
  const first = messageAt(head, 0);
  if (first === undefined) return false;
  if (first.length === 0) return isNode(messageAt(head, first.at));
  return isMetadata(first) || isNode(first);
}

/** What is in the head of a message that begins at `at`, and how long it is in all. */
interface Message {
  readonly at: number;
  readonly text: string;
  readonly length: number;
}

function messageAt(head: string, at: number): Message | undefined {
  const length = varint(head, at);
  if (length === undefined || length.value > MOST_CHAKRA) return undefined;
  return { at: length.at, text: head.slice(length.at, length.at + length.value), length: length.value };
}

/** A number in groups of seven bits, the low ones first; all but the last have the eighth bit. */
function varint(text: string, from: number): { readonly value: number; readonly at: number } | undefined {
  let value = 0;
  for (let at = from, scale = 1; at < text.length && at < from + 7; at++, scale *= 128) {
    const byte = text.charCodeAt(at);
    value += (byte & 127) * scale;
    if (byte < 128) return { value, at: at + 1 };
  }
  return undefined;
}

interface Field {
  readonly text: string;
  /** Where the next begins. */
  readonly end: number;
}

/** The field of text or of a message that begins at `at` with `tag`; undefined for another or a longer one. */
function fieldOf({ text, length }: Message, at: number, tag: number): Field | undefined {
  if (text.charCodeAt(at) !== tag) return undefined;
  const size = varint(text, at + 1);
  if (size === undefined || size.value === 0 || size.at + size.value > length) return undefined;
  const end = size.at + size.value;
  return { text: text.slice(size.at, end), end };
}

const FIELD_1 = 0x0a;
const FIELD_2 = 0x12;
const NUMBER_1 = 0x08;
const NUMBER_3 = 0x18;

function isMetadata(message: Message): boolean {
  const version = fieldOf(message, 0, FIELD_1);
  if (version !== undefined) return VERSION.test(version.text);
  const attribute = fieldOf(message, 0, FIELD_2);
  if (attribute === undefined) return false;
  const { text } = attribute;
  const name = fieldOf({ at: 0, text, length: text.length }, 0, FIELD_1);
  return name !== undefined && PRINTABLE.test(name.text);
}

function isNode(message: Message | undefined): boolean {
  if (message === undefined) return false;
  const at = message.text.charCodeAt(0) === NUMBER_1 ? varint(message.text, 1)?.at : 0;
  const name = at === undefined ? undefined : fieldOf(message, at, FIELD_2);
  if (name === undefined || !PRINTABLE.test(name.text)) return false;
  return message.text.charCodeAt(name.end) === NUMBER_3 || name.end >= message.text.length;
}

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
