/** Which requests calls completed, and what receives of any source or tag took. */
import type { CallKind } from '../mpi/calls.js';
import { P2P, REPLACE, SENDRECV } from '../mpi/calls.js';
import type { NotesColumns } from '../mpi/notes.js';
import type { DumpiRecord } from './record.js';

/** Fields of records: of a list of requests, of answers behind it. */
const REQUEST = 0;
const LIST = 1;
const FLAG = 2;
const INDEX = 2;
const TESTANY_FLAG = 3;
const INDICES = 3;
const SINGLE_FLAG = 1;
const ISSUED = P2P.request;

export interface RequestWatch {
  /** The call of a row, whose record is at hand. */
  call(kind: CallKind, row: number, record: DumpiRecord): void;
}

export class Completed implements RequestWatch {
  readonly #notes: NotesColumns;
  readonly #fail: (what: string) => never;
  /** Receives of any source or tag that are under way, or persistent. */
  readonly #wild = new Set<number>();

  constructor(notes: NotesColumns, fail: (what: string) => never) {
    this.#notes = notes;
    this.#fail = fail;
  }

  call(kind: CallKind, row: number, record: DumpiRecord): void {
    const { value } = record;
    switch (kind) {
      case 'isend':
      case 'send-init':
        this.#wild.delete(value[ISSUED]);
        break;
      case 'irecv':
      case 'recv-init':
        if (value[P2P.peer] < 0 || value[P2P.tag] < 0) this.#wild.add(value[ISSUED]);
        else this.#wild.delete(value[ISSUED]);
        break;
      case 'recv':
        this.#took(row, value[P2P.peer], value[P2P.tag], record);
        break;
      case 'sendrecv':
        this.#took(row, value[SENDRECV.source], value[SENDRECV.recvTag], record);
        break;
      case 'sendrecv-replace':
        this.#took(row, value[REPLACE.source], value[REPLACE.recvTag], record);
        break;
      default:
        this.#completes(kind, row, record);
    }
  }

  #completes(kind: CallKind, row: number, record: DumpiRecord): void {
    const { value } = record;
    if (kind === 'wait') this.#one(row, value[REQUEST], record, 0);
    else if (kind === 'test' && value[SINGLE_FLAG] !== 0) this.#one(row, value[REQUEST], record, 0);
    else if (kind === 'waitall' || (kind === 'testall' && value[FLAG] !== 0))
      for (const [i, request] of record.list(LIST).entries()) this.#one(row, request, record, i);
    else if (kind === 'waitany' || (kind === 'testany' && value[TESTANY_FLAG] !== 0))
      this.#indexed(row, [value[INDEX]], record);
    else if (kind === 'waitsome' || kind === 'testsome') this.#indexed(row, record.list(INDICES), record);
  }

  /** Requests by their places in the list. */
  #indexed(row: number, indices: readonly number[], record: DumpiRecord): void {
    const requests = record.list(LIST);
    for (const [i, index] of indices.entries()) {
      // MPI_UNDEFINED: there was none to be completed.
      if (index < 0) continue;
      if (index >= requests.length) this.#fail(`request ${index} of ${requests.length} was completed`);
      this.#one(row, requests[index], record, i);
    }
  }

  #one(row: number, request: number, record: DumpiRecord, status: number): void {
    this.#notes.completed.add(row, [request]);
    if (!this.#wild.has(request) || status >= record.statuses) return;
    const { source, tag } = record.status(status);
    if (source >= 0) this.#notes.matched.add(row, [source, tag, request]);
  }

  #took(row: number, peer: number, tag: number, record: DumpiRecord): void {
    if ((peer >= 0 && tag >= 0) || record.statuses === 0) return;
    const status = record.status(0);
    if (status.source >= 0) this.#notes.matched.add(row, [status.source, status.tag, 0]);
  }
}
