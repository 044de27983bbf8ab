/**
 * Runtime and λ_L of the original linear program (LLAMP's reference implementation, and its extension by both
 * rendezvous protocols) on real traces, row by row, on both engines. See data/ for the figures.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { curveAt } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { buildGraph, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine, type RendezvousProtocol } from '../../src/machine/machine.js';
import { summarize } from '../../src/schedule/schedule.js';
import { HighsBorder } from '../../src/solve/highs/border.js';
import { HighsEngine } from '../../src/solve/highs/highs-engine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { Replay } from '../../src/timing/replay.js';
import { cases } from '../part.js';
import { sharedPath } from '../shared.js';

type Row = Readonly<Record<string, string>>;

function rowsOf(name: string): Row[] {
  return parse(readFileSync(new URL(`data/${name}`, import.meta.url)), { columns: true });
}

/** Rows with the same trace and machine but for L, in the order of the file. */
function byMachine(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = [row.trace, row.protocol, row.S_bytes, row.o_ns, row.G_ns_per_B].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

const protocolOf = (row: Row): RendezvousProtocol => (row.protocol === 'sync' ? 'sync' : 'rdma-read');

/** An `irequires` costs nothing in the published linear program. */
function machineOf(row: Row): Machine {
  const machine = logGPS({
    L: Number(row.L_ns),
    o: Number(row.o_ns),
    G: Number(row.G_ns_per_B),
    S: row.S_bytes === undefined ? Number.POSITIVE_INFINITY : Number(row.S_bytes),
    protocol: protocolOf(row),
  });
  return { ...machine, async: 0 };
}

const schedules = new Map<string, ReturnType<typeof parseGoal>>();

function scheduleOf(path: string): ReturnType<typeof parseGoal> {
  const kept = schedules.get(path);
  if (kept !== undefined) return kept;
  const schedule = parseGoal(gunzipSync(readFileSync(path)), { source: path });
  schedules.set(path, schedule);
  return schedule;
}

/** Relative difference of a runtime from the published one. */
const off = (found: number, published: string): number =>
  Math.abs(found - Number(published)) / Number(published);

/** End of the last operation when the graph is played at `machine`'s latency moved to L. */
function playedRuntime(graph: ExecutionGraph, machine: Machine, L: number): number {
  const replay = new Replay(graph, machine, latencyAxis(machine), L);
  let last = 0;
  for (let op = 0; op < graph.schedule.operations; op++) last = Math.max(last, replay.endOf(op));
  return last;
}

const border = new HighsBorder();

describe.each(['llamp-eager.csv', 'rendezvous.csv'])('%s', (file) => {
  const groups = cases([...byMachine(rowsOf(file))], ([, [{ trace }]]) =>
    ['cg-4', 'comd-8', 'ring-4'].includes(trace),
  );
  for (const [name, rows] of groups) {
    const path = sharedPath(`data/goal/${rows[0].trace}.goal.gz`);
    it.skipIf(path === undefined)(
      `${name}: ${rows.length} latencies (needs ../shared/data/goal)`,
      async () => {
        const schedule = scheduleOf(path ?? '');
        const machine = machineOf(rows[0]);
        const graph = buildGraph(schedule, machine);
        const model = await Model.ofGraph(graph, machine, { engine: 'sweep' });
        if (rows[0].vertices !== undefined) {
          const { operations, dependencies } = summarize(schedule);
          expect(operations).toBe(Number(rows[0].vertices));
          expect(dependencies + graph.messages).toBe(Number(rows[0].edges));
        }
        const latencies = rows.map((row) => Number(row.L_ns));
        const swept = await curveAt(model, latencies);
        const highs = new HighsEngine(model.system, { border });
        const lines = model.lines(model.latency);
        for (const [i, row] of rows.entries()) {
          const at = `L = ${row.L_ns}`;
          expect(off(swept[i].runtime, row.T_ns), `${at}: T by passes`).toBeLessThan(1e-9);
          expect(swept[i].lambda, `${at}: λ by passes`).toBe(Number(row.lambda_L));
          const solved = await highs.evaluate(lines, latencies[i]);
          expect(off(solved.runtime, row.T_ns), `${at}: T by HiGHS`).toBeLessThan(1e-9);
          expect(solved.lambda, `${at}: λ by HiGHS`).toBe(Number(row.lambda_L));
          expect(solved.certificate.iterations, `${at}: iterations`).toBe(0);
          const played = playedRuntime(graph, machine, latencies[i]);
          expect(Math.abs(played - swept[i].runtime) / played, `${at}: T by replay`).toBeLessThan(1e-12);
        }
        expect(highs.iterated).toBe(0);
      },
    );
  }
});
