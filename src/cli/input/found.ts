/** What INPUT was found to be, and what was read of it. */
import type { Format } from '../../sources/format.js';
import type { Program } from '../../sources/program.js';
import type { InputInfo } from '../output/json.js';
import type { ByteSource } from './bytes.js';

export interface FoundFile {
  /** Its path, or '-' for standard input. */
  readonly path: string;
  readonly rank?: number;
  open(): ByteSource;
  /** A file that this one names, from its folder; left out for standard input. */
  beside?(path: string): FoundFile;
}

export interface FoundInput {
  readonly format: Format;
  /** What names the input in answers. */
  readonly source: string;
  readonly files: readonly FoundFile[];
}

/** A program with what answers say of where it comes from. */
export interface LoadedProgram {
  readonly program: Program;
  readonly info: InputInfo;
}
