/** Which demands on what is shared lie on the critical path of a bounded system. */
import type { BoundedSystem } from '../../bounds/bounded-system.js';
import type { DemandSpan } from '../../bounds/plan.js';
import type { Resource } from '../../bounds/resources.js';
import { NONE } from '../../schedule/columns.js';
import { Labels, pass, pathRows } from '../../solve/sweep/pass.js';
import type { LineSystem } from '../../timing/lines.js';

/** What a resource has to do on the critical path, over all stretches of it. */
export interface CriticalResource extends Resource {
  /** Stretches of the path that it decides. */
  readonly stretches: number;
  /** Uses in them. */
  readonly users: number;
  /** How long they take, ns. */
  readonly timeNs: number;
  /** Share of T. */
  readonly share: number;
  /** ∂T by what a byte holds the resource, on this path: bytes. Of CPUs those before the first of them. */
  readonly bytes: number;
  /** ∂T by o in these stretches. */
  readonly overheads: number;
}

/** Resources on the critical path at x, the longest first. Of several longest paths the right derivative's. */
export function criticalResources(system: BoundedSystem, lines: LineSystem, x: number): CriticalResource[] {
  const labels = new Labels(lines.vertices);
  const { c, a } = pass(lines, x, labels);
  const runtime = c + a * x * lines.scale;
  const found = new Map<number, { demands: DemandSpan[]; ns: number }>();
  const demandOf = demandsByRow(system);
  let vertex = 1;
  for (const row of pathRows(lines, labels)) {
    while (system.rowStart[vertex + 1] <= row) vertex++;
    const demand = demandOf(row, vertex);
    if (demand === null) continue;
    const one = found.get(demand.resource) ?? { demands: [], ns: 0 };
    if (one.demands.at(-1) !== demand) one.demands.push(demand);
    one.ns += lines.base[row] + lines.slope[row] * x * lines.scale;
    found.set(demand.resource, one);
  }
  const sum = (demands: readonly DemandSpan[], of: (one: DemandSpan) => number): number =>
    demands.reduce((total, one) => total + of(one), 0);
  return [...found]
    .map(([resource, { demands, ns }]) => ({
      ...system.resources.describe(resource),
      stretches: demands.length,
      users: sum(demands, ({ users }) => users),
      timeNs: ns / lines.scale,
      share: runtime === 0 ? 0 : ns / runtime,
      bytes: sum(demands, ({ bytes }) => bytes),
      overheads: sum(demands, ({ overheads }) => overheads),
    }))
    .sort((one, other) => other.timeNs - one.timeNs);
}

/** The demand that a row of a vertex is a part of; null: it is one of the program itself. */
function demandsByRow(system: BoundedSystem): (row: number, vertex: number) => DemandSpan | null {
  const { milestones, plan, vertexEvent, vertices } = system;
  const joinAt = new Map<number, number>();
  milestones.joins.forEach((vertex, join) => {
    if (vertex !== NONE) joinAt.set(vertex, join);
  });
  const amid = milestones.amid as ReadonlyMap<number, DemandSpan>;
  return (row, vertex) => {
    const within = amid.get(vertex) ?? amid.get(system.from[row]);
    if (within !== undefined) return within;
    const join = joinAt.get(vertex);
    const event = vertexEvent[vertex];
    const spans =
      join !== undefined
        ? plan.joins[join]
        : vertex === vertices - 1
          ? plan.spansToEnd
          : [...(plan.spansTo.get(event) ?? []), ...(plan.spansTo.get(event ^ 1) ?? [])];
    return spans.find((span) => isRow(system, row, span)) ?? null;
  };
}

function isRow(system: BoundedSystem, row: number, span: DemandSpan): boolean {
  const start = span.start === NONE ? 0 : system.milestones.starts[span.start];
  return (
    system.from[row] === start &&
    system.constant[row] === span.constantNs &&
    system.overheads[row] === span.overheads &&
    system.latencies[row] === span.latencies &&
    system.bytes[row] === span.bytes
  );
}
