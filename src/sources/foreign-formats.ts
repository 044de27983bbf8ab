/** What is not read, recognised by its first bytes or its name, and the way from there. */
import { InputError } from '../errors.js';
import { withoutLabels } from './text-lines.js';

interface Foreign {
  readonly name: string;
  /** `head`: the first bytes, one a character; `file`: the name of the file. */
  is(head: string, file: string): boolean;
  readonly mend: string;
}

const TRACE_AGAIN = 'trace the program with liballprof or with llamp-ts trace run';
const AS_GOAL =
  'trace the program with llamp-ts trace run, or write its computations, sends and receives as GOAL';
const ATLAHS = 'convert it to GOAL with ATLAHS (spcl/atlahs, goal_gen/ai)';
const SUMS =
  'it contains sums over the run instead of single messages; trace the program with llamp-ts trace run';

const begins =
  (...starts: readonly string[]) =>
  (head: string): boolean =>
    starts.some((start) => head.startsWith(start));

const ends =
  (...endings: readonly string[]) =>
  (_: string, file: string): boolean =>
    endings.some((end) => file.toLowerCase().endsWith(end));

/**
 * Traces, profiles and results of other tools. Sources: the specification of CTF 1.8 and 2; SimGrid 3.32, which wrote the
 * sample of Pajé; for the others the marks that the tools' own writers print, where nothing else is said.
 */
const OF_TOOLS: readonly Foreign[] = [
  { name: 'a Paraver trace', is: begins('#Paraver ('), mend: TRACE_AGAIN },
  { name: 'a Dimemas trace', is: begins('#DIMEMAS'), mend: TRACE_AGAIN },
  {
    name: 'a Pajé trace',
    // SimGrid writes its version and command line first.
    is: (head) =>
      /^(?:\s*#[^\n]*\n)*\s*%EventDef\s+Paje/.test(head) ||
      begins('#This file was generated using SimGrid')(head),
    mend: 'it contains states without sizes of messages; trace the program with smpirun -trace-ti, or with llamp-ts trace run',
  },
  {
    name: 'text of dumpi2ascii',
    is: (head) => /^MPI_\w+ entering at walltime /m.test(head),
    mend: 'name the binary DUMPI traces from which it was made',
  },
  { name: 'a VEF trace', is: (head) => /^VEF\d?[ \t\r\n]/.test(head), mend: TRACE_AGAIN },
  { name: 'an MPE log (CLOG2)', is: begins('CLOG-'), mend: TRACE_AGAIN },
  { name: 'an MPE log (SLOG2)', is: (head) => /^..?SLOG 2/s.test(head), mend: TRACE_AGAIN },
  { name: 'a trace of OTF 1', is: ends('.otf'), mend: TRACE_AGAIN },
  {
    name: 'a CTF trace',
    // Metadata as text of CTF 1.8 or JSON of CTF 2, packets of metadata, packets of events; either byte order.
    is: begins(
      '/* CTF 1',
      '\x1e{"type":"preamble"',
      '\x75\xd1\x1d\x57',
      '\x57\x1d\xd1\x75',
      '\xc1\xfc\x1f\xc1',
      '\xc1\x1f\xfc\xc1',
    ),
    mend: TRACE_AGAIN,
  },
  {
    name: 'a Projections trace of Charm++',
    is: begins('PROJECTIONS_ID', 'PROJECTIONS-RECORD'),
    mend: 'it contains messages of Charm++ instead of MPI; write them as GOAL',
  },
  {
    name: 'a database or measurement of HPCToolkit',
    is: (head) =>
      begins('HPCTOOLKIT', 'HPCRUN-', 'HPCPROF-')(head) || head.includes('<!DOCTYPE HPCToolkitExperiment'),
    mend: 'it contains samples of call paths instead of messages; trace the program with llamp-ts trace run',
  },
  {
    name: 'a TAU profile',
    is: (head) => /^\d+ templated_functions/.test(head),
    mend: `${SUMS}, or with TAU as OTF2 (TAU_TRACE=1 TAU_TRACE_FORMAT=otf2)`,
  },
  { name: 'a Cube profile of Score-P', is: ends('.cubex'), mend: `${SUMS}, or with Score-P as OTF2` },
  { name: 'a report of mpiP', is: begins('@ mpiP'), mend: SUMS },
  {
    name: 'a Darshan log',
    // Its version in 8 bytes, then the magic number 6567223 in either byte order; or the text of darshan-parser.
    is: (head, file) =>
      /^\d\.\d\d?\0{4,5}(?:75d\0{5}|\0{5}d57)/.test(head) ||
      begins('# darshan log version:')(head) ||
      ends('.darshan')(head, file),
    mend: 'it contains input and output of files instead of messages; trace the program with llamp-ts trace run',
  },
  {
    name: 'output of the OSU micro-benchmarks',
    is: (head) => /^#\s*OSU\b/m.test(withoutLabels(head)),
    mend: 'it contains times of messages instead of a program; use it with llamp-ts collective fit',
  },
  {
    name: 'output of the Intel MPI Benchmarks',
    is: (head) => /^#\s+(?:Intel ?\(R\)|PALLAS) MPI Benchmark/im.test(withoutLabels(head)),
    mend: 'it contains times of messages instead of a program; name traces, and measure the machine with llamp-ts measure',
  },
  {
    name: 'a report of NVIDIA Nsight Systems',
    is: ends('.nsys-rep'),
    mend: `export it with 'nsys export --type sqlite', then ${ATLAHS}`,
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
];

/** A host of a list: `node1`, `node1 slots=4`, `node1:4`, `node1*4`. A name alone needs a digit, to differ from other words. */
const HOST =
  /^(?:localhost|[a-z][\w.-]*\d[\w.-]*|[a-z][\w.-]*(?:(?:\s+(?:slots|max[-_]slots)\s*=\s*\d+)+|:\d+|\*\d+))$/i;

/** Files of any other kind. */
const OTHERS: readonly Foreign[] = [
  {
    name: 'a rankfile',
    is: (head) => everyLine(head, /^rank\s+\d+\s*=\s*\S+/i),
    mend: 'name a program as INPUT, and this file with --map-by rankfile:FILE',
  },
  {
    name: 'a list of hosts',
    is: (head) => everyLine(head, HOST),
    mend: 'name a program as INPUT; --map-by rankfile:FILE reads the hosts of its ranks',
  },
  {
    name: 'an answer of llamp-ts',
    is: (head) => /^\s*\{\s*"schema": "llamp-ts\//.test(head),
    mend: 'name the traces or the schedule that it is about',
  },
  { name: 'a program', is: begins('\x7fELF'), mend: 'run it with a tracer, and name the traces' },
  { name: 'a PDF file', is: begins('%PDF-'), mend: 'name traces, or a schedule' },
  {
    name: 'a pointer of Git LFS',
    is: begins('version https://git-lfs'),
    mend: "get the file itself with 'git lfs pull'",
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

/** Whether all lines but comments are of a kind; the last one may be cut. */
function everyLine(head: string, line: RegExp): boolean {
  const whole = head.length < FOREIGN_BYTES ? head : head.slice(0, head.lastIndexOf('\n') + 1);
  const lines = whole
    .split('\n')
    .map((text) => text.replace(/#.*/, '').trim())
    .filter((text) => text !== '');
  return lines.length > 0 && lines.every((text) => line.test(text));
}

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

/** Zip, xz, bzip2, and tar, whose mark is after the first name. */
const isArchive = (head: string): boolean =>
  begins('PK\x03\x04', '\xfd7zXZ\0', 'BZh')(head) || head.startsWith('ustar', 257);

/** Bytes by which they are recognised: some begin with comments. */
export const FOREIGN_BYTES = 4096;

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, FOREIGN_BYTES));

/** Throws an InputError where a file that begins with `bytes` is of something else than what is read. */
export const refuseForeign = (bytes: Uint8Array, source: string): void =>
  refuseAmong([...OF_TOOLS, ...OTHERS], bytes, source);

/** The same for what other tools write alone: their folders contain further files. */
export const refuseTools = (bytes: Uint8Array, source: string): void => refuseAmong(OF_TOOLS, bytes, source);

function refuseAmong(formats: readonly Foreign[], bytes: Uint8Array, source: string): void {
  const head = textOf(bytes);
  if (head.includes('num_ranks')) return;
  const found = formats.find((one) => one.is(head, source));
  if (found === undefined) return;
  throw new InputError({
    place: { source },
    what: `this is ${found.name}, which is not read`,
    mend: found.mend,
  });
}
