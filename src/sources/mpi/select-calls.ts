/**
 * Selection of calls of traces by a line, a function, a call, a communicator or an occurrence. Whoever can read the
 * objects resolves return addresses.
 */
import { COLLECTIVES } from '../../collectives/collective-algorithm.js';
import { nearest as nearestName, UsageError } from '../../errors.js';
import {
  type CallTable,
  communicatorOf,
  goesOn,
  type NamedSite,
  NO_COMMUNICATOR,
  nameSite,
  placeText,
  type SiteNames,
} from '../../schedule/program-calls.js';
import { NONE } from '../../schedule/schedule.js';
import { CALLS } from './mpi-calls.js';
import type { TraceSet } from './rank-trace.js';

/** Which calls are meant: all parts must hold, and of each rank's calls for which they do, those from `from` to `to`. */
interface CallsNamed {
  /** As it was written. */
  readonly text: string;
  readonly parts: readonly NamedPart[];
  /** From 1. */
  readonly from: number;
  readonly to: number;
}

type NamedPart =
  | { readonly kind: 'call'; readonly name: string }
  /** `file` is the end of a path. Callers count, too. */
  | { readonly kind: 'line'; readonly file: string; readonly line: number }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'communicator'; readonly name: string }
  /** A place in an object, as {@link placeText} has it. */
  | { readonly kind: 'object'; readonly place: string };

const FORM =
  'write a line as wave.c:50, a function as halo(), a call as MPI_Bcast, or several joined by @, as MPI_Bcast@wave.c:50; append #3 or #2..5 for the third, or the second to fifth, of each rank';

/** The call behind its line, as answers name a place: `wave.c:50 MPI_Bcast`, `wave.c:50 (MPI_Bcast)`. */
const SHOWN = /(?<=:\d+) (?:(MPI_\w+)|\((MPI_\w+)\))/;

/**
 * Reads `wave.c:50`, `halo()`, `MPI_Bcast#3`, `MPI_Allreduce@solver()`, and places as answers name them, such as
 * `wave.c:50 MPI_Bcast via main.c:7`. Throws UsageError.
 */
export function parseCallsNamed(text: string): CallsNamed {
  const [, names, first, range, last] = /^(.*?)(?:#(\d+)(\.\.(\d+)?)?)?$/.exec(text.trim()) ?? [];
  if (names === undefined || names === '')
    throw new UsageError('a place is empty', `remove the extra comma, or ${FORM}`);
  const from = first === undefined ? 1 : Number(first);
  const whole = first === undefined || (range !== undefined && last === undefined);
  const to = whole ? Number.POSITIVE_INFINITY : Number(last ?? first);
  if (from < 1 || to < from)
    throw new UsageError(
      `'${text}' names no occurrence; occurrences count from 1, and a range begins with the smaller number`,
      FORM,
    );
  const parts = names.replace(SHOWN, '@$1$2').split(/@| via (?=\S+:\d+)/);
  return { text: text.trim(), parts: parts.map((part) => partOf(part.trim(), text)), from, to };
}

function partOf(part: string, text: string): NamedPart {
  if (part === '') throw new UsageError(`'${text}' names no calls`, FORM);
  const [, file, line] = /^(.+):(\d+)$/.exec(part) ?? [];
  if (file !== undefined) return { kind: 'line', file, line: Number(line) };
  if (/\+0x[0-9a-f]+$/.test(part)) return { kind: 'object', place: part };
  const name = mpiName(part);
  if (name !== undefined) return { kind: 'call', name };
  if (/^(communicator \d+|MPI_COMM_\w+)/i.test(part)) return { kind: 'communicator', name: part };
  if (/^P?MPI_/i.test(part)) throw new UsageError(`'${part}' is not a modelled MPI call`, 'check its name');
  return { kind: 'function', name: part.replace(/\(\)$/, '') };
}

const NAMES = new Map(CALLS.map(({ name }) => [name.toLowerCase(), name]));
const BARE: ReadonlySet<string> = new Set(COLLECTIVES);

/** `MPI_Bcast`, or a collective by its bare name. */
function mpiName(part: string): string | undefined {
  const word = part.toLowerCase();
  return NAMES.get(BARE.has(word) ? `mpi_${word}` : word);
}

/** [ranks][rows] 1: the call of the row is meant. */
export type CallSelection = readonly Uint8Array[];

/** Rows without a call of their own: only the fact that there was one is known. */
const UNNAMED: readonly boolean[] = CALLS.map(({ kind }) => kind === 'local');

/** Finds calls in one set of traces; each place is named once. */
export class CallFinder {
  readonly #set: TraceSet;
  readonly #table: CallTable;
  readonly #names: SiteNames;
  readonly #sites = new Map<number, NamedSite>();

  constructor(set: TraceSet, table: CallTable, names: SiteNames) {
    this.#set = set;
    this.#table = table;
    this.#names = names;
  }

  /** Throws UsageError where there is none. */
  find(named: CallsNamed): CallSelection {
    this.#refuseUnplaced(named);
    let found = 0;
    const selection = this.#set.ranks.map((trace) => {
      const rows = new Uint8Array(trace.rows);
      let seen = 0;
      for (let row = 0; row < trace.rows; row++) {
        if (UNNAMED[trace.call[row]]) continue;
        if (!named.parts.every((part) => this.#holds(part, trace.rank, row))) continue;
        if (seen === 0 || !goesOn(this.#table.ranks[trace.rank], row)) seen++;
        if (seen < named.from || seen > named.to) continue;
        rows[row] = 1;
        found++;
      }
      return rows;
    });
    if (found === 0) throw new UsageError(`no call of the traces is '${named.text}'`, this.#instead(named));
    return selection;
  }

  /** Place and name of a row's call, as `wave.c:50 MPI_Bcast`; the name only where no place is known. */
  placeOf(rank: number, row: number): string {
    const site = this.#siteOf(rank, row);
    const name = this.#nameOf(rank, row);
    return site === null ? name : `${placeText(site.place)} ${name}`;
  }

  #nameOf(rank: number, row: number): string {
    return this.#table.names[this.#table.ranks[rank].name[row]];
  }

  #holds(part: NamedPart, rank: number, row: number): boolean {
    if (part.kind === 'call') return this.#nameOf(rank, row) === part.name;
    if (part.kind === 'communicator') {
      const index = communicatorOf(this.#table, rank, row);
      return index !== NO_COMMUNICATOR && isCalled(this.#table.communicators[index].name, part.name);
    }
    const site = this.#siteOf(rank, row);
    if (site === null) return false;
    return [site.place, ...site.via].some((place) => {
      if (part.kind === 'function') return bareName(place.function) === bareName(part.name);
      if (part.kind === 'object') return placeText(place) === part.place;
      return place.line === part.line && endsWithPath(place.file, part.file);
    });
  }

  #siteOf(rank: number, row: number): NamedSite | null {
    const { sites, ranks } = this.#set;
    const number = ranks[rank].site?.[row] ?? 0;
    const index = sites?.index[rank]?.[number] ?? NONE;
    if (sites === null || number === 0 || index === NONE) return null;
    const known = this.#sites.get(index);
    if (known !== undefined) return known;
    const site = nameSite(sites.list[index], this.#names);
    this.#sites.set(index, site);
    return site;
  }

  #refuseUnplaced({ text, parts }: CallsNamed): void {
    if (this.#set.sites !== null) return;
    if (parts.every(({ kind }) => kind === 'call' || kind === 'communicator')) return;
    throw new UsageError(
      `'${text}' is a place in the program, but these traces do not record the places of calls`,
      'name calls, such as MPI_Bcast or MPI_Bcast#3, or trace with llamp-ts trace run, which records their places',
    );
  }

  /** Names of all functions in which calls are. */
  #functions(): string[] {
    const names = new Set<string>();
    for (const { rank, rows } of this.#set.ranks)
      for (let row = 0; row < rows; row++) {
        const site = this.#siteOf(rank, row);
        for (const place of site === null ? [] : [site.place, ...site.via])
          names.add(bareName(place.function));
      }
    return [...names];
  }

  /** The closest to a name that was not found: lines of the same file, nearest first, otherwise calls. */
  #instead({ parts }: CallsNamed): string {
    const line = parts.find((part) => part.kind === 'line');
    const meant = parts.map((part) => part.kind === 'function' && nearestName(part.name, this.#functions()));
    const likely = meant.find((name) => typeof name === 'string');
    if (likely !== undefined) return `did you mean ${likely}?`;
    const places = new Map<string, number>();
    for (const { rank, rows, call } of this.#set.ranks)
      for (let row = 0; row < rows; row++) {
        if (UNNAMED[call[row]]) continue;
        const place = this.#siteOf(rank, row)?.place;
        const inFile = line !== undefined && place !== undefined && endsWithPath(place.file, line.file);
        if (line !== undefined && !inFile) continue;
        places.set(this.placeOf(rank, row), inFile ? Math.abs(place.line - line.line) : places.size);
      }
    const nearest = [...places].sort(([, a], [, b]) => a - b).slice(0, 4);
    if (nearest.length === 0) return 'see sensitivity --by site or --by function for all places';
    const where = line === undefined ? 'of the traces' : 'near this line';
    return `name a call ${where}, such as ${nearest.map(([place]) => place).join(', ')}`;
  }
}

const isCalled = (name: string, wanted: string): boolean =>
  name.toLowerCase() === wanted.toLowerCase() || name.toLowerCase().startsWith(`${wanted.toLowerCase()} (`);

/** Without its arguments, as compilers write them behind names of C++. */
const bareName = (name: string): string => name.replace(/\(.*$/, '');

/** Whether `end` is the path, or its last parts. */
const endsWithPath = (path: string, end: string): boolean => path === end || path.endsWith(`/${end}`);
