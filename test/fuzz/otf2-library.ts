/**
 * Archives of OTF2 as its own library reads them: what otf2-print writes of one, as the text of our tracer. The library is
 * the judge of what is in a file; what the events mean is here as docs/otf2.md has it, for the calls of the sample.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LlampError } from '../../src/errors.js';
import { type Dump, eventsIn, ourDump } from '../sources/otf2/dump.js';
import { fileIn, writeFiles } from '../sources/otf2/files.js';
import { type DecodedCall, NOBODY, textOfCalls } from './binary-forms.js';
import { Finding } from './input.js';

/** One that hangs, or writes without end. */
const LIMITS = { timeout: 20_000, maxBuffer: 2 ** 26 } as const;

let installed: boolean | undefined;

/** Whether the library is there; says so once where it is not. */
export function hasLibrary(): boolean {
  if (installed === undefined) {
    installed = spawnSync('otf2-print', ['--version']).status === 0;
    if (!installed) console.log('no otf2-print: archives of OTF2 are not held against the library');
  }
  return installed;
}

/** Definitions and events, by the library. */
interface LibraryRead {
  readonly definitions: string;
  readonly events: Dump;
}

/** Snapshots tell again what events tell, and make no program: it misses those that the anchor counts. */
const SNAPSHOTS = /File or directory does not exist: .*\.snap'/;

/** It writes no chunks below 256 KiB, and reads none. Our reader takes smaller ones, of which its tests are made. */
const SMALL_CHUNKS = /This is no valid chunk size!/;

/** Records that our reader reads, as the library names them in its errors. */
const READ =
  'Mpi\\w+|Enter|Leave|BufferFlush|MeasurementOnOff|CallingContext(?:Enter|Leave)?|NonBlocking\\w+|CommCreate|' +
  'ClockProperties|String|Attribute|SystemTreeNode|LocationGroup|Location|Region|Group|Comm|MappingTable|ClockOffset';

/** What attributes and records of other kinds hold is not read: they are passed over by their length. */
const OTHERS = new RegExp(
  `Could not read attribute (?:list|value|from list)|attribute of (?!(?:${READ}) record)\\w+ record`,
);

/** What the library reads in an archive; null where it stumbles over what we do not read. A Finding where it refuses it, crashes or hangs. */
function readByLibrary(files: ReadonlyMap<string, Uint8Array>, anchor: string): LibraryRead | null {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-otf2-'));
  try {
    writeFiles(files, folder);
    // Asked for both at once, it reads thumbnails too, which make no program.
    const definitions = printed(folder, '-G', '--', anchor);
    const events = printed(folder, '--', anchor);
    return definitions === null || events === null ? null : { definitions, events: eventsIn(events) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printed(cwd: string, ...options: readonly string[]): string | null {
  const print = spawnSync('otf2-print', options, { cwd, encoding: 'utf8', ...LIMITS });
  if (print.status === 0) return print.stdout;
  if ([SNAPSHOTS, SMALL_CHUNKS, OTHERS].some((reason) => reason.test(print.stderr))) return null;
  throw new Finding(
    'what is accepted is read by the library of OTF2',
    `exit ${print.status ?? print.signal}: ${print.stderr.trim().split('\n')[0]}`,
  );
}

/**
 * Throws a Finding where our reader and the library read other events. False where a file is damaged that is no rank's, which
 * is not read by who makes a program.
 */
export async function sameEvents(files: ReadonlyMap<string, Uint8Array>, anchor: string): Promise<boolean> {
  let ours: Dump;
  try {
    ours = await ourDump(fileIn(files, anchor));
  } catch (error) {
    if (error instanceof LlampError) return false;
    throw error;
  }
  const read = readByLibrary(files, anchor);
  for (const [location, lines] of read === null ? [] : ours) {
    const theirs = read?.events.get(location) ?? [];
    const at = lines.findIndex((line, i) => line !== inDoubles(theirs[i] ?? ''));
    if (at >= 0 || lines.length !== theirs.length)
      throw new Finding(
        'events are those that the library of OTF2 reads',
        `${location}: ${lines[at]}, ${theirs[at]}`,
      );
  }
  return read !== null;
}

/** Numbers behind the time of an event, as far as a double holds them: no size is past 2^53. */
const inDoubles = (line: string): string =>
  line
    .split(' ')
    .map((word, i) => (i > 1 && /^\d{16,}$/.test(word) ? String(Number(word)) : word))
    .join(' ');

/** Calls of the sample by the name in lower case: what each needs of its events, and the fields of its line. */
const CALL = /^p?mpi_([a-z]\w*?)_*(?: *\(\))?$/i;
const CALLS = ['init', 'finalize', 'allreduce', 'sendrecv', 'irecv', 'isend', 'waitall'];
/** Events of which no call is made. */
const WITHOUT_ROW: ReadonlySet<string> = new Set(['MPI_COLLECTIVE_BEGIN', 'MEASUREMENT_ON_OFF', 'OTHER']);
/** Handles of communicators that are neither the world nor none. */
const FIRST = 3;

/** Numbered definitions of a kind, each with its line. */
function defined(definitions: string, kind: string): Map<string, string> {
  const lines = definitions.matchAll(new RegExp(`^${kind} +(\\d+) +(.*)$`, 'gm'));
  return new Map([...lines].map(([, id, line]) => [id, line]));
}

/** Names of regions that are calls of MPI, by number. */
function callNames(definitions: string): Map<string, string> {
  const found = new Map<string, string>();
  const strings = defined(definitions, 'STRING');
  for (const [id, line] of defined(definitions, 'REGION')) {
    // A name that is defined behind the region is printed by its number alone.
    const refs = /^Name: .*? <(\d+)> \(Aka\. .*? <(\d+)>\)/.exec(line)?.slice(1).reverse() ?? [];
    const name = refs
      .map((ref) => CALL.exec(strings.get(ref)?.slice(1, -1) ?? '')?.[1].toLowerCase())
      .find((one) => one !== undefined);
    if (name === undefined) continue;
    if (!CALLS.includes(name)) throw new RangeError(`a call of ${name}`);
    found.set(id, `MPI_${name[0].toUpperCase()}${name.slice(1)}`);
  }
  return found;
}

/** Members of communicators as ranks of the world, and those of the group that MPI numbers, as locations. */
function membersOf(definitions: string): { locations: string[]; comms: Map<string, number[] | 'self'> } {
  const groups = defined(definitions, 'GROUP');
  const isMpi = (line: string): boolean => line.includes('Paradigm: MPI,');
  const own = [...groups.values()].find((line) => line.includes('Type: COMM_LOCATIONS') && isMpi(line)) ?? '';
  const list = (line: string): string => /\d+ Members:? ?(.*)$/.exec(line)?.[1] ?? '';
  // One whose name is not defined stands there by its number alone.
  const locations = [...list(own).matchAll(/(\d+)>?(?:, |$)/g)].map(([, id]) => id);
  const comms = new Map<string, number[] | 'self'>();
  for (const [id, line] of defined(definitions, 'COMM')) {
    // Whose name is not defined is printed by its number alone.
    const named = /Group: (?:".*?" <(\d+)>|(\d+))/.exec(line);
    const group = groups.get(named?.[1] ?? named?.[2] ?? '') ?? '';
    if (group.includes('Type: COMM_SELF')) comms.set(id, 'self');
    else
      comms.set(
        id,
        [...list(group).matchAll(/(\d+) \(/g)].map(([, rank]) => Number(rank)),
      );
  }
  return { locations, comms };
}

/**
 * The texts of all ranks by what the library reads; null where it stumbles over what we do not read. Throws where the events contradict each
 * other, or are of other calls.
 */
export function textsOfArchive(files: ReadonlyMap<string, Uint8Array>, anchor: string): string[] | null {
  const read = readByLibrary(files, anchor);
  if (read === null) return null;
  const { definitions, events } = read;
  const names = callNames(definitions);
  const { locations, comms } = membersOf(definitions);
  const ticksPerUs = Number(/Ticks per Seconds: (\d+)/.exec(definitions)?.[1]) / 1e6;
  return locations.map((location, rank) => {
    const words = new RankEvents(rank, locations.length, names, comms, ticksPerUs);
    for (const line of events.get(location) ?? []) words.event(line.split(' '));
    return textOfCalls(words.done(), rank, locations.length);
  });
}

/** The calls of one rank while its events go by. */
class RankEvents {
  readonly #rank: number;
  readonly #ranks: number;
  readonly #names: ReadonlyMap<string, string>;
  readonly #comms: ReadonlyMap<string, readonly number[] | 'self'>;
  readonly #ticksPerUs: number;
  readonly #calls: DecodedCall[] = [];
  /** By number of the archive: the request, and which call issued it. */
  readonly #open = new Map<string, { readonly request: number; readonly call: number }>();
  #issued = 0;
  #first = 0n;
  #last = -1n;
  /** The call at hand, its region, how many regions are entered in it, and the events in it. */
  #region = '';
  #depth = 0;
  #start = 0;
  #inside: string[][] = [];
  /** Members of communicators that no line has told yet, and the handles of those that one has. */
  #notes: string[] = [];
  readonly #noted = new Set<number>();

  constructor(
    rank: number,
    ranks: number,
    names: ReadonlyMap<string, string>,
    comms: ReadonlyMap<string, readonly number[] | 'self'>,
    ticksPerUs: number,
  ) {
    this.#rank = rank;
    this.#ranks = ranks;
    this.#names = names;
    this.#comms = comms;
    this.#ticksPerUs = ticksPerUs;
  }

  done(): DecodedCall[] {
    // Tools that stop in MPI_Finalize never leave it.
    if (this.#depth > 0 && this.#names.get(this.#region) === 'MPI_Finalize') {
      this.#depth = 0;
      this.#call('MPI_Finalize', this.#start);
    }
    if (this.#depth > 0 || this.#calls.length === 0) throw new RangeError('a call without an end');
    return this.#calls;
  }

  event([type, time, ...fields]: readonly string[]): void {
    const now = BigInt(time);
    if (this.#last < 0n) this.#first = now;
    if (now < this.#last) throw new RangeError('time goes backwards');
    this.#last = now;
    const us = Number(now - this.#first) / this.#ticksPerUs;
    if (type === 'ENTER') this.#enter(fields[0], us);
    else if (type === 'LEAVE') this.#leave(fields[0], us);
    else if (!WITHOUT_ROW.has(type)) {
      if (this.#depth === 0) throw new RangeError(`${type} outside of a call`);
      this.#inside.push([type, ...fields]);
    }
  }

  #enter(region: string, us: number): void {
    if (this.#depth > 0) this.#depth++;
    if (this.#depth > 0 || !this.#names.has(region)) return;
    this.#depth = 1;
    this.#region = region;
    this.#start = us;
    this.#inside = [];
  }

  #leave(region: string, us: number): void {
    if (this.#depth > 1) this.#depth--;
    else if (this.#depth === 1) {
      if (this.#names.get(region) !== this.#names.get(this.#region)) throw new RangeError('left as another');
      this.#depth = 0;
      this.#call(this.#names.get(region) ?? '', us);
    } else if (this.#names.has(region)) throw new RangeError('left and not entered');
  }

  #call(name: string, us: number): void {
    const start = name === 'MPI_Init' ? '-' : this.#start;
    const end = name === 'MPI_Finalize' ? '-' : us;
    const said = this.#said(name);
    this.#calls.push({ name, start, end, ...said, notes: this.#notes.splice(0) });
    if (this.#inside.length > 0) throw new RangeError(`${this.#inside[0]} in ${name}`);
  }

  #said(name: string): Pick<DecodedCall, 'fields' | 'issues' | 'waits'> {
    if (name === 'MPI_Init') return { fields: [0, 0] };
    if (name === 'MPI_Finalize') return { fields: [] };
    if (name === 'MPI_Waitall') return { fields: [], waits: this.#completed() };
    if (name === 'MPI_Allreduce') return { fields: this.#allreduce() };
    if (name === 'MPI_Isend') return this.#issue(this.#take('MPI_ISEND'), 4);
    if (name === 'MPI_Irecv') return this.#issue(this.#take('MPI_IRECV_REQUEST'), 0);
    const [sent, received] = [this.#take('MPI_SEND'), this.#take('MPI_RECV')];
    const comm = this.#comm((sent ?? received)?.[1]);
    if (comm !== this.#comm((received ?? sent)?.[1])) throw new RangeError('two communicators');
    return { fields: [...this.#half(sent), ...this.#half(received), comm, 0] };
  }

  /** Takes the first event of a type out of the call. */
  #take(type: string): string[] | undefined {
    const at = this.#inside.findIndex(([one]) => one === type);
    return at < 0 ? undefined : this.#inside.splice(at, 1)[0].slice(1);
  }

  /** Buffer, bytes, type, peer and tag. */
  #half(message: readonly string[] | undefined): (string | number)[] {
    if (message === undefined) return [0, 0, '0,1,1', NOBODY, 0];
    const [peer, , tag, bytes] = message;
    return [0, Number(bytes), '0,1,1', Number(peer), Number(tag)];
  }

  /** A receive is told of where it is complete: until then it is one from nobody. */
  #issue(event: readonly string[] | undefined, request: number): Pick<DecodedCall, 'fields' | 'issues'> {
    const message = request > 0 ? event : undefined;
    const issues = ++this.#issued;
    if (event !== undefined) this.#open.set(event[request], { request: issues, call: this.#calls.length });
    return { fields: [...this.#half(message), this.#comm(message?.[1])], issues };
  }

  #completed(): number[] {
    return this.#inside.splice(0).map(([type, ...fields]) => {
      const received = type === 'MPI_IRECV';
      if (!received && type !== 'MPI_ISEND_COMPLETE') throw new RangeError(`${type} in a wait`);
      const number = fields[received ? 4 : 0];
      const open = this.#open.get(number);
      const call = this.#calls[open?.call ?? -1];
      if (open === undefined || (call.name === 'MPI_Irecv') !== received)
        throw new RangeError(`request ${number}`);
      this.#open.delete(number);
      if (received)
        this.#calls[open.call] = { ...call, fields: [...this.#half(fields), this.#comm(fields[1])] };
      return open.request;
    });
  }

  /** Of the collective that the call is named after. Score-P counts what goes to all ranks; in place, to all others. */
  #allreduce(): (string | number)[] {
    const [, comm, , sent] = this.#take('MPI_COLLECTIVE_END') ?? [];
    const members = this.#membersOf(comm).length;
    const bytes = [members, members - 1].map((by) => Number(sent) / by).find(Number.isInteger);
    if (bytes === undefined) throw new RangeError(`an MPI_Allreduce of ${sent} B`);
    return [0, 0, bytes, '0,1,1', 0, this.#comm(comm)];
  }

  #membersOf(comm: string): readonly number[] {
    const members = this.#comms.get(comm);
    if (members === undefined) throw new RangeError(`communicator ${comm}`);
    return members === 'self' ? [this.#rank] : members;
  }

  #comm(comm: string | undefined): string {
    if (comm === undefined) return `1,${this.#rank},${this.#ranks}`;
    const members = this.#membersOf(comm);
    const isWorld = members.length === this.#ranks && members.every((rank, i) => rank === i);
    const handle = isWorld ? 1 : FIRST + Number(comm);
    if (!isWorld && !this.#noted.has(handle)) this.#notes.push(`#comm: ${[handle, ...members]}`);
    this.#noted.add(handle);
    return `${handle},${members.indexOf(this.#rank)},${members.length}`;
  }
}
