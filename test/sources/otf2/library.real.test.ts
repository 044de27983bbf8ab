/** The reader against the library of OTF2: what otf2-print reads, of archives that others and its own writer wrote. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedPath } from '../../shared.js';
import { calls, type Described, runOf } from './describe.js';
import { ourDump, theirDump } from './dump.js';
import { encode } from './encode.js';
import { everything } from './everything.js';
import { anchorIn, archiveAt, SAMPLES, writeFiles } from './files.js';
import { Folders, HAS_LIBRARY, writeByLibrary, writeFromTraces } from './library.js';

/** The least that the library writes. */
const SMALL_CHUNK = 262_144;

/** Every event of the archive in a folder, by us and by otf2-print. Returns how many there are. */
async function alike(folder: string): Promise<number> {
  const theirs = theirDump(join(folder, 'traces.otf2'));
  if (theirs === undefined) throw new Error(`otf2-print does not read ${folder}`);
  const ours = await ourDump(anchorIn(archiveAt(folder)));
  const events = [...theirs.values()].reduce((sum, lines) => sum + lines.length, 0);
  expect(events).toBeGreaterThan(0);
  for (const [location, lines] of ours) expect(lines).toEqual(theirs.get(location) ?? []);
  expect([...ours.keys()]).toEqual(expect.arrayContaining([...theirs.keys()]));
  return events;
}

describe.skipIf(!HAS_LIBRARY)('beside the library of OTF2', () => {
  const folders = new Folders();
  afterAll(() => folders.remove());

  const samples = [
    ['pipit-ping-pong-2', 120],
    ['sst-macro-mpi-10', 22_180],
  ] as const;
  for (const [name, events] of samples) {
    const folder = sharedPath(`data/formats/otf2/${name}`);
    it.skipIf(folder === undefined)(`every event of ${name} is the same`, async () => {
      expect(await alike(folder ?? '')).toBe(events);
    });
  }

  it('every event of the sample with everything is the same, and it is what its script writes', async () => {
    const folder = folders.next();
    writeByLibrary(everything(), folder);
    await alike(folder);
    const sample = await ourDump(anchorIn(archiveAt(join(SAMPLES, 'everything'))));
    expect(sample).toEqual(await ourDump(anchorIn(archiveAt(folder))));
  });

  it('many chunks of events and definitions are read through', async () => {
    const names = Array.from({ length: 6_000 }, (_, i) => `a function with a long name, number ${i}`);
    const run = runOf([
      (script) => {
        for (const [i, name] of names.entries()) script.enter(name, { file: `${i}.c`, line: i + 1 }).pass(3);
        for (const name of names.toReversed()) script.leave(name).pass(3);
        for (let i = 0; i < 30_000; i++) script.call('MPI_Send', ['mpi_send', 0, 0, i, 8 * i]);
      },
    ]);
    const folder = folders.next();
    writeByLibrary({ ...run, chunk: SMALL_CHUNK }, folder);
    const files = archiveAt(folder);
    const chunks = ['traces/0.evt', 'traces.def'].map((path) =>
      Math.ceil((files.get(path)?.length ?? 0) / SMALL_CHUNK),
    );
    expect(chunks).toEqual([6, 2]);
    expect(await alike(folder)).toBe(102_004);
  });

  it('clock offsets are interpolated to the tick', async () => {
    const run = runOf([() => undefined]);
    const [location] = run.locations;
    const times = Array.from({ length: 3_000 }, (_, i) => 7_397_466_976_977_800 + 7_919 * i);
    const events = times.flatMap((time): Described[] => [
      [time, 'enter', 0],
      [time + 10, 'leave', 0],
    ]);
    const offsets = [
      [times[100], -30],
      [times[1_000], 19_777],
      [times[2_000], -4_444],
    ] as const;
    const folder = folders.next();
    writeByLibrary({ ...run, locations: [{ ...location, events, offsets }] }, folder);
    expect(await alike(folder)).toBe(6_000);
  });

  it.each([false, true])('what our own writer of tests writes is read alike, big endian: %s', async (big) => {
    const folder = folders.next();
    writeFiles(encode(everything(), { big }), folder);
    await alike(folder);
  });

  it('the library itself goes on behind the fields of a record, whatever is there', async () => {
    const archive = encode(runOf([calls('Send: send 0 0 5 8')]));
    const bytes = [...(archive.get('traces/0.evt') ?? [])];
    const send = Buffer.from(bytes).indexOf(Buffer.from([14, 6, 0, 0, 1, 5, 1, 8]));
    expect(send).toBeGreaterThan(0);
    bytes[send + 1]++;
    bytes.splice(send + 8, 0, 0x41);
    const folder = folders.next();
    writeFiles(new Map(archive).set('traces/0.evt', Uint8Array.from(bytes)), folder);
    expect(theirDump(join(folder, 'traces.otf2'))?.get('0')).toHaveLength(7);
    await expect(ourDump(anchorIn(archiveAt(folder)))).rejects.toThrow('1 B behind the fields of a record');
  });

  const ours = ['jacobi2d-4', 'persist-4', 'fft-4', 'sweep-4'];
  it.each(ours)('every event of the archive made from %s is the same', async (name) => {
    const traces = fileURLToPath(new URL(`../../../traces/${name}/`, import.meta.url));
    const folder = folders.next();
    writeFromTraces(
      readdirSync(traces)
        .sort()
        .map((file) => join(traces, file)),
      folder,
    );
    await alike(folder);
  });
});
