/** What the build puts into a bundle: the modules of the command line in chunks, and the files that ship with it. */

import type { SolverHints } from './hints.js';

/** Modules that the same commands need, as the text of one function of `require`, `module` and `exports`. */
export interface Chunk {
  /** Place in the part `code`, bytes. */
  readonly at: number;
  readonly bytes: number;
  /** Chunks that are evaluated with it. */
  readonly needs: readonly number[];
}

export interface Index {
  /** Of the bundle's content: two builds of one version differ in it. */
  readonly id: string;
  readonly version: string;
  /** Bytes of each part. */
  readonly sizes: Readonly<Record<PartName, number>>;
  readonly chunks: readonly Chunk[];
  /** Chunks by what they begin: `app`, `command tolerance`, `thread view` … */
  readonly entries: Readonly<Record<string, number>>;
  /** Place and length in the part `files` by path in the package. */
  readonly files: Readonly<Record<string, readonly [at: number, bytes: number]>>;
  readonly solver: SolverHints;
}

/** The parts that a bundle carries its bytes in. */
export type PartName = 'code' | 'files' | 'solver';

/** One of them. */
export type Part = Buffer<ArrayBuffer>;

/** What is evaluated once HiGHS is asked. */
export const SOLVER_ENTRIES = ['solver preload', 'solver engine', 'solver loader'] as const;

export const commandEntry = (id: string): string => `command ${id}`;
export const threadEntry = (role: string): string => `thread ${role}`;
export const jobEntry = (job: string): string => `job ${job}`;

/** Name by which code may ask for what an entry begins, where it cannot say it in an import. */
export const ENTRY = 'llamp-ts:';

/** How a pool asks for the module of a job. */
export const pooledIn = (job: string): string => `${ENTRY}${jobEntry(job)}`;
