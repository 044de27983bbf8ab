/** The call sites of traces alone: calls are passed over, whatever they say. */
import type { SiteTable } from '../../schedule/call-sites.js';
import type { RankStacks } from '../mpi/site-reader.js';
import { type RankSites, siteTable } from '../mpi/site-table.js';
import type { TraceFile } from '../mpi/trace.js';
import { tooLong } from '../text-limit.js';
import { LineCursor } from './cursor.js';
import { LineCutter } from './lines.js';
import { SiteLines } from './site-lines.js';

/** Takes the bytes of one file, in order; what is not whole at its end is left out. */
export interface SiteScanner {
  push(bytes: Uint8Array): void;
  done(): RankStacks | null;
}

/** The call sites of all files, those of text traces unless another scanner is given; null where they have none. */
export async function scanSites(
  files: readonly TraceFile[],
  scannerOf: (source: string) => SiteScanner = (source) => new LineSites(source),
): Promise<SiteTable | null> {
  const ranks: RankSites[] = [];
  for (const { source, chunks } of files) {
    const scanner = scannerOf(source);
    for await (const chunk of chunks) scanner.push(chunk);
    ranks.push({ source, stacks: scanner.done() });
  }
  return siteTable(ranks, Number.NaN);
}

const HASH = 35;

/** Looks at comment lines only. */
class LineSites implements SiteScanner {
  readonly #cursor: LineCursor;
  readonly #sites = new SiteLines();
  readonly #cutter: LineCutter;

  constructor(source: string) {
    this.#cursor = new LineCursor(source);
    this.#cutter = new LineCutter(
      (buffer, from, to) => this.#line(buffer, from, to),
      () => {
        throw tooLong({ source, line: this.#cursor.line + 1 }, 'the line', 'trace the program again');
      },
    );
  }

  push(bytes: Uint8Array): void {
    this.#cutter.push(bytes);
  }

  done(): RankStacks | null {
    return this.#sites.done();
  }

  #line(buffer: Uint8Array, from: number, to: number): void {
    const cursor = this.#cursor;
    cursor.line++;
    if (buffer[from] !== HASH) return;
    cursor.set(buffer, from, to);
    this.#sites.add(cursor, cursor.text(from, to));
  }
}
