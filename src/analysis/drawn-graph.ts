/** The execution graph of a small program as nodes and edges that can be drawn, with its times and critical path. */
import { MessageCosts } from '../machine/costs.js';
import { Calls, callText, nameSite, placeText, type SiteNames } from '../schedule/program-calls.js';
import {
  CALC,
  DEP_OP,
  describeOp,
  IREQUIRES,
  labelOf,
  NONE,
  RECV,
  type Schedule,
  SEND,
} from '../schedule/schedule.js';
import { Replay } from '../timing/replay.js';
import { formatSize, formatTime } from '../units.js';
import type { Model } from './model.js';

/** More operations are unreadable. */
export const MOST_DRAWN = 2000;

/** An operation. Times in ns. */
export interface DrawnNode {
  readonly op: number;
  readonly rank: number;
  readonly kind: 'calc' | 'send' | 'recv';
  /** When it starts and has ended, at the machine's parameters. */
  readonly start: number;
  readonly end: number;
  /** CPU time within it: a send works from its start, a receive up to its end; between them they wait. */
  readonly busy: number;
  /** `MPI_Send#3`, or its label if calls are unknown. */
  readonly name: string;
  /** `send 4 B to 1`, `1 µs`. */
  readonly what: string;
  /** All details: call and place in the trace, call site. */
  readonly details: string;
  readonly critical: boolean;
}

/** `requires`: starts after the end; `irequires`: after the start; `message`: from a send to its receive. */
export interface DrawnEdge {
  /** Operations. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'requires' | 'irequires' | 'message';
  /** Departure: dependent operations cannot start earlier, and a message arrives later, ns. */
  readonly leaves: number;
  /** Cost of a message on its way, `L + 3 G`; '' for other edges. */
  readonly label: string;
  readonly critical: boolean;
}

/** What is drawn, for the selected ranks. */
export interface DrawnGraph {
  /** Ascending. */
  readonly ranks: readonly number[];
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** T of the whole program, ns. */
  readonly runtime: number;
  /** Messages between these and other ranks, which are omitted. */
  readonly left: number;
}

/** Number of operations in the graph of these ranks. */
export function drawnOperations({ rankStart }: Schedule, ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + rankStart[rank + 1] - rankStart[rank], 0);
}

/** The graph of some ranks. `siteNames`: of return addresses. */
export function drawnGraph(
  model: Model,
  ranks: readonly number[],
  siteNames: SiteNames = () => [],
): DrawnGraph {
  const replay = new Replay(model.graph, model.machine);
  const { schedule } = replay.graph;
  const costs = new MessageCosts(schedule, model.machine);
  const path = replay.criticalPath().map(({ op }) => op);
  const critical = new Set(path);
  const follows = new Set(path.slice(1).map((op, i) => pairKey(path[i], op)));
  const ops = ranks.flatMap((rank) => opsOf(schedule, rank));
  const there = new Set(ops);
  const nameOf = namer(schedule);
  const nodes = ops.map((op) => ({
    op,
    rank: replay.rankOf(op),
    kind: KINDS[schedule.kind[op]],
    start: replay.startOf(op),
    end: replay.endOf(op),
    busy: busyOf(replay, costs, op),
    name: nameOf(replay.rankOf(op), op),
    what: whatOf(schedule, op),
    details: [describeOp(schedule, op), siteText(schedule, op, siteNames)].filter(Boolean).join(' '),
    critical: critical.has(op),
  }));
  const edges = ops
    .flatMap((op) => edgesOf(replay, costs, op))
    .filter(({ from }) => there.has(from))
    .map((edge) => ({ ...edge, critical: follows.has(pairKey(edge.from, edge.to)) }));
  return { ranks, nodes, edges, runtime: replay.runtime, left: leftOut(replay, ops, there) };
}

/** How long the CPU works for an operation, ns: of a send from its start, of a receive up to its end. */
function busyOf({ graph }: Replay, costs: MessageCosts, op: number): number {
  const { kind, value } = graph.schedule;
  if (kind[op] === CALC) return value[op];
  if (kind[op] === SEND) return costs.onCpuNs(op, costs.of(op).sending);
  const send = graph.partner[op];
  return send === NONE ? 0 : costs.onCpuNs(send, costs.of(send).taking);
}

const KINDS: Readonly<Record<number, DrawnNode['kind']>> = { [CALC]: 'calc', [SEND]: 'send', [RECV]: 'recv' };

const pairKey = (from: number, to: number): string => `${from} ${to}`;

const opsOf = ({ rankStart }: Schedule, rank: number): number[] =>
  Array.from({ length: rankStart[rank + 1] - rankStart[rank] }, (_, i) => rankStart[rank] + i);

function namer(schedule: Schedule): (rank: number, op: number) => string {
  const calls = Calls.of(schedule);
  return (rank, op) => (calls === null ? labelOf(schedule, op) : callText(calls.operation(rank, op)));
}

function whatOf({ kind, value, peer }: Schedule, op: number): string {
  if (kind[op] === CALC) return formatTime(value[op]);
  const other = peer[op] < 0 ? 'any' : String(peer[op]);
  return `${kind[op] === SEND ? 'send' : 'recv'} ${formatSize(value[op])} ${kind[op] === SEND ? 'to' : 'from'} ${other}`;
}

function siteText({ sites }: Schedule, op: number, names: SiteNames): string {
  if (sites === null || sites.of[op] === NONE) return '';
  const { place, via } = nameSite(sites.list[sites.of[op]], names);
  return `called at ${[place, ...via].map(placeText).join(' < ')}`;
}

/** Edges that lead to an operation. */
function edgesOf(replay: Replay, costs: MessageCosts, op: number): Omit<DrawnEdge, 'critical'>[] {
  const { schedule, partner } = replay.graph;
  const { deps, depStart, kind } = schedule;
  const within = [...deps.subarray(depStart[op], depStart[op + 1])].map((dep) => ({
    from: dep & DEP_OP,
    to: op,
    kind: (dep & IREQUIRES) === 0 ? ('requires' as const) : ('irequires' as const),
    leaves: replay.dependency(dep),
    label: '',
  }));
  const send = kind[op] === RECV ? partner[op] : NONE;
  if (send === NONE) return within;
  const label = costText(costs, send);
  return [...within, { from: send, to: op, kind: 'message', leaves: replay.sentBy(send), label }];
}

/** Cost of a message from its send to the end of its receive, besides o: `L + 3 G`. */
function costText(costs: MessageCosts, send: number): string {
  const { sendToMeet, data } = costs.of(send);
  const bytes = (sendToMeet.transfers + data.transfers) * costs.bytes(send);
  const terms = [times(sendToMeet.latencies + data.latencies, 'L'), times(bytes, 'G')];
  return terms.filter(Boolean).join(' + ');
}

const times = (count: number, name: string): string =>
  count === 0 ? '' : count === 1 ? name : `${count} ${name}`;

function leftOut({ graph }: Replay, ops: readonly number[], there: ReadonlySet<number>): number {
  const { partner, schedule } = graph;
  const outside = (op: number): boolean =>
    schedule.kind[op] !== CALC && partner[op] !== NONE && !there.has(partner[op]);
  return ops.filter(outside).length;
}
