/** Names the call sites of a run where it ran: its objects are here, and are what ran. */
import { join } from 'node:path';
import { LlampError, type Warning } from '../../errors.js';
import type { SiteFrame, SiteTable } from '../../schedule/call-sites.js';
import { findInput } from '../input/find.js';
import { resolveFrames } from './resolve.js';
import { type NamedFrame, writeNames } from './table.js';

/**
 * Writes the names of the call sites of the traces `files` in `folder` beside them, where they tell of any. What stands
 * in the way is a warning: the traces are whole without names.
 */
export async function nameTraces(folder: string, files: readonly string[]): Promise<Warning[]> {
  try {
    const sites = await sitesOf(folder, files);
    if (sites !== null) await writeNames(folder, await named(sites));
    return [];
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    return [{ code: 'site-names', message: `the call sites have no names: ${error.message}` }];
  }
}

/** Of the binary form where there are both. */
async function sitesOf(folder: string, files: readonly string[]): Promise<SiteTable | null> {
  const binary = files.filter((name) => /\.bin(\.part)?$/.test(name));
  const paths = (binary.length > 0 ? binary : files).map((name) => join(folder, name));
  const { format, files: found } = await findInput(paths);
  const opened = found.map(({ path, open }) => ({ source: path, chunks: lazily(() => open().chunks) }));
  return (await format.sites?.(opened)) ?? null;
}

/** Opens a file when its turn comes. */
const lazily = (open: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator](),
});

/** The frames of objects that could be read, each once. */
async function named({ list }: SiteTable): Promise<NamedFrame[]> {
  const frames: SiteFrame[] = list.flatMap((site) => site.frames);
  const objects = await resolveFrames(frames);
  return objects.flatMap(({ object, places }) =>
    [...places].map(([offset, found]) => ({ object, offset, places: found })),
  );
}
