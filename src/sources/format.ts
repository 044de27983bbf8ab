/** What a format of inputs is: a row of the table in formats.ts. */
import type { Warning } from '../errors.js';
import type { SiteTable } from '../schedule/program-calls.js';
import type { MemoryGuard } from '../schedule/schedule.js';
import type { ConversionOptions } from './mpi/conversion-options.js';
import type { Program } from './program.js';

/** One file, or what stands for one. */
export interface SourceFile {
  /** Name for errors. */
  readonly source: string;
  /** By the file's name; without it, the file's place in the list. */
  readonly rank?: number;
  /** Size of the text in bytes, where it is known: saves copies while columns grow. */
  readonly sizeHint?: number;
  /** Its bytes, unpacked; requested one at a time. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /**
   * A file that this one names, by its path from this one's folder, `/` between its parts. Where there is none, reading
   * its bytes throws an InputError. Left out where this one is not in a folder, as standard input.
   */
  beside?(path: string): SourceFile;
}

/** Input of a reader besides the files. */
export interface ReadOptions {
  /** What names the input in answers. */
  readonly source: string;
  /** Warnings about the bytes; complete when they are read. */
  readonly warnings?: readonly Warning[];
  /** For traces of MPI calls. */
  readonly liballprof?: ConversionOptions;
  /** For traces that count computation: flops of one core in a second. */
  readonly flopRate?: number;
  /** Called before the columns of a schedule grow. */
  readonly memory?: MemoryGuard;
}

/** One way in which inputs are written: how they are recognised, and their reader. */
export interface Format {
  /** For people, as in `… cannot come by standard input`. */
  readonly name: string;
  /**
   * Layout of a program: `one` file; files of all `ranks`, one each, with the number in their names; or an `anchor`, a
   * file that leads to the others.
   */
  readonly files: 'one' | 'ranks' | 'anchor';
  /** Whether it has finished with a chunk of its file when it requests the next. */
  readonly copies?: true;
  /** Of anchors: whether a file of this name is one, so that its folder may stand for it. */
  anchors?(name: string): boolean;
  /** Whether collectives are still calls, whose algorithms are to be chosen, or messages already. */
  readonly collectives: 'calls' | 'messages';
  /** Whether computation may be counted in flops, so that {@link ReadOptions.flopRate} says something. */
  readonly countsFlops?: boolean;
  /** Whether calls list numbers of requests, so that no distance between them says anything. */
  readonly numbersRequests?: boolean;
  /** Whether an input that begins with `head` (up to HEAD_BYTES, unpacked) has this format. */
  sniff(head: Uint8Array): boolean;
  /**
   * Reads a program; what reads it is loaded now, so that the others need not be. Throws InputError with file and line
   * for what cannot be read.
   */
  read(files: readonly SourceFile[], options: ReadOptions): Promise<Program>;
  /**
   * From where in the program its calls were made, without reading the calls; null where the files do not say. Formats
   * without call sites leave it out. Throws InputError where this part is damaged.
   */
  sites?(files: readonly SourceFile[]): Promise<SiteTable | null>;
}
