/** Trace events read as the published format has them ("Trace Event Format"): what a viewer would show. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

export interface ShownSlice {
  readonly name: string;
  /** ns */
  readonly start: number;
  readonly end: number;
  /** Slices around it. */
  readonly depth: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Where a message is sent and taken: process, slice, time in ns. */
interface ShownEnd {
  readonly process: string;
  readonly slice: string;
  readonly at: number;
}

export interface ShownTrace {
  readonly about: { readonly source: string; readonly runtime_ns: number };
  /** By the names of process and thread, `rank 0: calls`; of threads of one name all. */
  readonly tracks: ReadonlyMap<string, readonly ShownSlice[]>;
  readonly messages: readonly { readonly from: ShownEnd; readonly to: ShownEnd }[];
}

interface TraceEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  /** µs */
  readonly ts: number;
  readonly id: number;
  readonly bp?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Holds that threads go on in time, slices lie within each other, and messages have two ends within slices. */
export function readTraceEvents(file: string): ShownTrace {
  const { displayTimeUnit, otherData, traceEvents } = JSON.parse(readFileSync(file, 'utf8'));
  expect(displayTimeUnit).toBe('ns');
  const events: readonly TraceEvent[] = traceEvents;
  const nameOf = (what: string, { pid, tid }: TraceEvent): string =>
    String(
      events.find((one) => one.name === what && one.pid === pid && (what[0] === 'p' || one.tid === tid))?.args
        ?.name,
    );
  const threads = new Map<string, TraceEvent[]>();
  for (const event of events) {
    if (event.ph === 'M') continue;
    const key = `${event.pid} ${event.tid}`;
    threads.set(key, [...(threads.get(key) ?? []), event]);
  }
  const tracks = new Map<string, ShownSlice[]>();
  const sent = new Map<number, ShownEnd>();
  const taken = new Map<number, ShownEnd>();
  for (const thread of threads.values()) {
    const process = nameOf('process_name', thread[0]);
    const track = `${process}: ${nameOf('thread_name', thread[0])}`;
    const slices = tracks.get(track) ?? [];
    tracks.set(track, slices);
    const open: TraceEvent[] = [];
    let last = 0;
    for (const event of thread) {
      const at = Math.round(event.ts * 1000);
      expect(at).toBeGreaterThanOrEqual(last);
      last = at;
      if (event.ph === 'B') open.push(event);
      else if (event.ph === 'E') {
        const begun = open.pop();
        expect(begun?.name).toBe(event.name);
        const start = Math.round((begun?.ts ?? Number.NaN) * 1000);
        slices.push({ name: event.name, start, end: at, depth: open.length, args: begun?.args ?? {} });
      } else {
        expect(event.ph).toMatch(/^[sf]$/);
        expect(event.bp).toBe(event.ph === 'f' ? 'e' : undefined);
        const ends = event.ph === 's' ? sent : taken;
        expect(ends.has(event.id)).toBe(false);
        ends.set(event.id, { process, slice: String(open.at(-1)?.name), at });
      }
    }
    expect(open).toEqual([]);
  }
  expect([...taken.keys()].sort()).toEqual([...sent.keys()].sort());
  const messages = [...sent].map(([id, from]) => ({ from, to: taken.get(id) ?? from }));
  return { about: otherData, tracks, messages };
}
