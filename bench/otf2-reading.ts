/**
 * How fast archives of OTF2 are read: the events of one location, from memory to the columns of a trace, beside the same calls
 * as text of liballprof.
 *
 *   node scripts/run-ts.js bench/otf2-reading.ts [CALLS]
 */
import { RankScanner } from '../src/sources/liballprof/read-liballprof.js';
import { CommTable, Definitions, GROUP, LOCATION, PARADIGM } from '../src/sources/otf2/otf2-definitions.js';
import { Regions } from '../src/sources/otf2/otf2-regions.js';
import { type ArchiveFacts, readRank } from '../src/sources/otf2/read-otf2-rank.js';
import { FIRST, header } from './binary-trace.js';
import { CHUNK, REGIONS, ringEvents } from './otf2-archive.js';

const CALLS = Number(process.argv[2] ?? 1_000_000);
const RUNS = 5;
/** What Node hands on at once. */
const PIECE = 65_536;

function facts(): ArchiveFacts {
  const definitions = new Definitions();
  for (const [ref, name] of REGIONS.entries()) {
    definitions.strings.set(ref, name);
    const plain = { file: -1, line: 0, role: 1, paradigm: PARADIGM.mpi };
    definitions.regions.set(ref, { name: ref, canonical: ref, ...plain });
  }
  definitions.groups.set(0, { type: GROUP.members, paradigm: PARADIGM.mpi, members: [0, 1] });
  definitions.comms.set(0, { name: -1, group: 0 });
  return {
    ranks: 2,
    comms: new CommTable(definitions, 2, 'bench'),
    counting: 'all ranks',
    ticksPerUs: 1_000,
    date: Number.NaN,
    regions: new Regions(definitions),
    form: { size: CHUNK, longer: () => undefined },
  };
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

const NO_TABLES = { regions: new Map(), comms: new Map(), contexts: new Map(), offsets: [] };

async function readEvents(bytes: Uint8Array, events: number): Promise<number> {
  const location = { ref: 0, type: LOCATION.thread, events, group: 0 };
  const file = { location, local: NO_TABLES, events: { source: 'bench', chunks: pieces(bytes) } };
  const { trace } = await readRank(0, [file], facts());
  return trace.rows;
}

function text(calls: number): Uint8Array {
  const us = (ns: number): string => (ns / 1_000).toFixed(3);
  const lines = [header({ rank: 0, ranks: 2 })];
  for (let i = 0; i < calls; i++) {
    const start = us(150 * i + 100);
    const end = us(150 * i + 150);
    const name = i % 3 === 0 ? 'MPI_Irecv' : 'MPI_Isend';
    lines.push(
      i % 3 === 2
        ? `MPI_Waitall:${start}:2:${FIRST}:0:${end}\n`
        : `${name}:${start}:0:10:0,8,8:1:7:1,0,2:${FIRST + (i % 3) * 8}:${end}\n`,
    );
  }
  return new TextEncoder().encode(lines.join(''));
}

async function readText(bytes: Uint8Array): Promise<number> {
  const reader = new RankScanner('text', 0);
  for await (const piece of pieces(bytes)) reader.push(piece);
  return reader.finish().rows;
}

/** Least time of several runs, ms. */
async function least(read: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    const rows = await read();
    if (rows !== CALLS) throw new Error(`${rows} of ${CALLS} calls were read`);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const { bytes, events } = ringEvents(CALLS);
const lines = text(CALLS);
const forms = [
  ['otf2', bytes, events, () => readEvents(bytes, events)],
  ['text', lines, CALLS, () => readText(lines)],
] as const;
const times: number[] = [];
for (const [name, all, units, read] of forms) {
  const ms = await least(read);
  const each = `${((ms / CALLS) * 1e6).toFixed(0)} ns a call`;
  const speed = `${(all.length / 1e3 / ms).toFixed(0)} MB/s`;
  const ofEvents = name === 'otf2' ? `, ${((ms / units) * 1e6).toFixed(0)} ns an event` : '';
  console.log(`${name.padEnd(6)}${ms.toFixed(0).padStart(7)} ms  ${each}${ofEvents}  ${speed}`);
  times.push(ms);
}
console.log(`archives are read ${(times[1] / times[0]).toFixed(2)} times as fast as text, call by call`);
