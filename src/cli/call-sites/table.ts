/** The names of call sites beside their traces: written after a run, where its objects are, and read wherever they go. */
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.js';
import type { SiteFrame, SourcePlace } from '../../schedule/call-sites.js';
import { readTextFileIfThere, writeFileWhole } from '../output/files.js';

export const NAMES_FILE = 'llamp-trace-sites.json';
const SCHEMA = 'llamp-ts/trace-sites/1';

const place = z.object({ function: z.string(), file: z.string(), line: z.int().min(0) });
const frame = z.object({ object: z.string(), offset: z.int().min(0), places: z.array(place) });
const table = z.object({ schema: z.literal(SCHEMA), frames: z.array(frame) });

/** A return address with what stands there; nothing where the object does not tell. */
export interface NamedFrame extends SiteFrame {
  readonly places: readonly SourcePlace[];
}

/** One frame a line. */
export async function writeNames(folder: string, frames: readonly NamedFrame[]): Promise<string> {
  const path = join(folder, NAMES_FILE);
  const lines = frames.map((one) => `  ${JSON.stringify(one)}`).join(',\n');
  const text = `{ "schema": "${SCHEMA}", "frames": [\n${lines}\n] }\n`;
  await writeFileWhole(path, [new TextEncoder().encode(text)]);
  return path;
}

/** Null where there is no such file. Throws InputError for what can't be read, or is no table of names. */
export function readNames(folder: string): NamedFrame[] | null {
  const path = join(folder, NAMES_FILE);
  const text = readTextFileIfThere(path);
  if (text === null) return null;
  const parsed = table.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data.frames;
  throw new InputError({
    place: { source: path },
    what: 'this is no table of call sites',
    mend: 'remove it, and names are looked up where the objects are, or trace the program again',
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
