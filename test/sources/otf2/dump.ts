/** Every event of an archive as a line, by our reader and by otf2-print, in the same words. */
import { spawnSync } from 'node:child_process';
import type { SourceFile } from '../../../src/sources/format.js';
import type { ByteReader } from '../../../src/sources/otf2/otf2-bytes.js';
import { readDefinitions, readLocalDefinitions } from '../../../src/sources/otf2/otf2-definitions.js';
import { Epoch, EVENT, EventReader, type OtfEvent } from '../../../src/sources/otf2/otf2-events.js';
import { readAnchor } from '../../../src/sources/otf2/read-otf2.js';

const NAMES: Readonly<Record<number, string>> = {
  [EVENT.flush]: 'BUFFER_FLUSH',
  [EVENT.onOff]: 'MEASUREMENT_ON_OFF',
  [EVENT.enter]: 'ENTER',
  [EVENT.leave]: 'LEAVE',
  [EVENT.send]: 'MPI_SEND',
  [EVENT.isend]: 'MPI_ISEND',
  [EVENT.isendComplete]: 'MPI_ISEND_COMPLETE',
  [EVENT.irecvRequest]: 'MPI_IRECV_REQUEST',
  [EVENT.recv]: 'MPI_RECV',
  [EVENT.irecv]: 'MPI_IRECV',
  [EVENT.requestTest]: 'MPI_REQUEST_TEST',
  [EVENT.cancelled]: 'MPI_REQUEST_CANCELLED',
  [EVENT.collectiveBegin]: 'MPI_COLLECTIVE_BEGIN',
  [EVENT.collectiveEnd]: 'MPI_COLLECTIVE_END',
  [EVENT.collectiveRequest]: 'NON_BLOCKING_COLLECTIVE_REQUEST',
  [EVENT.collectiveComplete]: 'NON_BLOCKING_COLLECTIVE_COMPLETE',
};
const OPS =
  'BARRIER BCAST GATHER GATHERV SCATTER SCATTERV ALLGATHER ALLGATHERV ALLTOALL ALLTOALLV ALLTOALLW ALLREDUCE REDUCE ' +
  'REDUCE_SCATTER SCAN EXSCAN REDUCE_SCATTER_BLOCK CREATE_HANDLE DESTROY_HANDLE ALLOCATE DEALLOCATE ' +
  'CREATE_HANDLE_AND_ALLOCATE DESTROY_HANDLE_AND_DEALLOCATE';
const OP_NAMES = OPS.split(' ');
const ROOTS: Readonly<Record<number, string>> = { [2 ** 32 - 1]: 'NONE', [2 ** 32 - 2]: 'SELF' };

function fieldsOf(event: OtfEvent, absolute: (ticks: number) => bigint): (string | number | bigint)[] {
  const message = [event.peer, event.comm, event.tag, event.bytes];
  const collective = [
    OP_NAMES[event.op] ?? event.op,
    event.comm,
    ROOTS[event.root] ?? event.root,
    event.bytes,
    event.received,
  ];
  switch (event.type) {
    case EVENT.enter:
    case EVENT.leave:
      return [event.region];
    case EVENT.send:
    case EVENT.recv:
      return message;
    case EVENT.isend:
    case EVENT.irecv:
      return [...message, event.request];
    case EVENT.isendComplete:
    case EVENT.irecvRequest:
    case EVENT.requestTest:
    case EVENT.cancelled:
    case EVENT.collectiveRequest:
      return [event.request];
    case EVENT.collectiveEnd:
      return collective;
    case EVENT.collectiveComplete:
      return [...collective, event.request];
    case EVENT.flush:
      return [absolute(event.stop)];
    case EVENT.onOff:
      return [event.on ? 'ON' : 'OFF'];
    default:
      return [];
  }
}

/** By location: its events in order, as `TYPE time fields`. */
export type Dump = Map<string, string[]>;

/** All that the library writes is read: no record has more in it. */
function refuseLonger(bytes: ByteReader, end: number): never {
  return bytes.fail(`${end - bytes.at} B behind the fields of a record`);
}

/** Every event by our reader. */
export async function ourDump(anchorFile: SourceFile): Promise<Dump> {
  const anchor = await readAnchor(anchorFile);
  const beside = (path: string): SourceFile => {
    const file = anchorFile.beside?.(path);
    if (file === undefined) throw new Error(`no ${path}`);
    return file;
  };
  const { locations } = await readDefinitions(
    beside(anchorFile.source.replace(/.*\/|otf2$/g, '').concat('def')),
    { size: anchor.definitionChunk, longer: refuseLonger },
    anchor.definitions,
  );
  const dump: Dump = new Map();
  for (const ref of locations.keys()) {
    const local = await readLocalDefinitions(beside(`traces/${ref}.def`), {
      size: anchor.definitionChunk,
      longer: refuseLonger,
    });
    const lines: string[] = [];
    const file = beside(`traces/${ref}.evt`);
    const form = { size: anchor.eventChunk, longer: refuseLonger };
    const reader = new EventReader(file.source, form, local, new Epoch(), (event) => {
      const absolute = (ticks: number): bigint => reader.clock.absolute(ticks);
      const fields = fieldsOf(event, absolute);
      lines.push([NAMES[event.type] ?? 'OTHER', absolute(event.time), ...fields].join(' '));
    });
    for await (const piece of file.chunks) reader.push(piece);
    reader.end();
    dump.set(String(ref), lines);
  }
  return dump;
}

/** What stands behind each key, in the order of the line: `<5>` of a region, numbers, words. */
const VALUE =
  /(Region|Communicator|Receiver|Sender|Tag|Length|Request|Operation|Root|Sent|Received|Stop Time|Mode): (?:(?:INVALID|"(?:[^"\\]|\\.)*") <(\d+)>|([A-Z_]+|\d+))/gs;
/** As a number of 32 bits. */
const UNDEFINED = String(2 ** 32 - 1);

const KNOWN = new Set(Object.values(NAMES));

/** Every event by otf2-print; undefined where there is none. */
export function theirDump(path: string): Dump | undefined {
  const { status, stdout } = spawnSync('otf2-print', ['--', path], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  return status === 0 ? eventsIn(stdout) : undefined;
}

/** The events among the lines that otf2-print writes. */
export function eventsIn(stdout: string): Dump {
  const dump: Dump = new Map();
  for (const line of stdout.split('\n')) {
    const match = /^([A-Z_\d]+) +(\d+) +(\d+)(.*)$/s.exec(line);
    if (match === null) continue;
    const [, type, location, time, rest] = match;
    const values = [...rest.matchAll(VALUE)].map(
      ([, , ref, word]) => ref ?? (word === 'UNDEFINED' ? UNDEFINED : word),
    );
    const lines = dump.get(location) ?? [];
    dump.set(location, lines);
    lines.push([...(KNOWN.has(type) ? [type, time, ...values] : ['OTHER', time])].join(' '));
  }
  return dump;
}
