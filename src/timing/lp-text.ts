/**
 * The linear program as text for other solvers (LLAMP, Algorithm 1): columns `l` (one per latency class), `g` (one per
 * gap class), `o`, `t`, and the time of every vertex; one row per row of the timing system, named by the operation
 * that it leads to. Times in ns, as doubles that read back exactly.
 */
import { isEnd, opOf } from '../graph/graph-events.js';
import { countedOverhead } from '../machine/costs.js';
import { labelOf, NONE, rankOf, u32 } from '../schedule/schedule.js';
import type { TimingSystem } from './timing-system.js';

/** One term of a row. */
interface Term {
  readonly coefficient: number;
  readonly column: string;
}

/** A row: Σ terms ≥ bound. */
interface RowText {
  readonly name: string;
  readonly terms: readonly Term[];
  readonly bound: number;
}

interface ColumnBound {
  readonly column: string;
  readonly lower: number;
}

const CHUNK = 1 << 16;
/** Terms in one line of LP text: some readers end at 510 characters. */
const TERMS_PER_LINE = 6;

/** CPLEX LP format. */
export function* lpText(system: TimingSystem): Generator<string> {
  let text = '\\ LogGPS program of llamp-ts: minimise the runtime t (ns)\nMinimize\n obj: t\nSubject To\n';
  for (const { name, terms, bound } of rowsOf(system)) {
    const parts = terms.map(
      ({ coefficient, column }) => `${coefficient < 0 ? '-' : '+'} ${scaled(Math.abs(coefficient))}${column}`,
    );
    for (let i = TERMS_PER_LINE; i < parts.length; i += TERMS_PER_LINE) parts[i] = `\n  ${parts[i]}`;
    text += ` ${name}: ${parts.join(' ')} >= ${bound}\n`;
    if (text.length > CHUNK) {
      yield text;
      text = '';
    }
  }
  text += 'Bounds\n';
  for (const { column, lower } of boundsOf(system)) text += ` ${column} >= ${lower}\n`;
  yield `${text}End\n`;
}

const scaled = (coefficient: number): string => (coefficient === 1 ? '' : `${coefficient} `);

/** Free MPS format. Rows are written twice, once for their names and once, by column, for their entries. */
export function* mpsText(system: TimingSystem): Generator<string> {
  let text = 'NAME llamp\nROWS\n N obj\n';
  const byColumn = new Map<string, string[]>([['t', [' t obj 1\n']]]);
  let rhs = '';
  for (const { name, terms, bound } of rowsOf(system)) {
    text += ` G ${name}\n`;
    if (bound !== 0) rhs += ` rhs ${name} ${bound}\n`;
    for (const { coefficient, column } of terms) {
      const entries = byColumn.get(column);
      const entry = ` ${column} ${name} ${coefficient}\n`;
      if (entries === undefined) byColumn.set(column, [entry]);
      else entries.push(entry);
    }
  }
  yield text;
  yield 'COLUMNS\n';
  for (const entries of byColumn.values()) yield entries.join('');
  yield `RHS\n${rhs}BOUNDS\n`;
  for (const { column, lower } of boundsOf(system))
    if (byColumn.has(column)) yield ` LO bnd ${column} ${lower}\n`;
  yield 'ENDATA\n';
}

function* rowsOf(system: TimingSystem): Generator<RowText> {
  const { vertices, rowStart } = system;
  const columns = columnsOf(system);
  const named = new VertexNames(system);
  for (let v = 1; v < vertices; v++) {
    const name = named.of(v);
    for (let r = rowStart[v]; r < rowStart[v + 1]; r++)
      yield rowOf(system, { columns, named }, v, r, `c_${name}_${r - rowStart[v]}`);
  }
}

interface ColumnNames {
  readonly latency: readonly string[];
  readonly gap: readonly string[];
}

/** `l` and `g` alone, or with the class's name behind where there are several. */
function columnsOf({ machine }: TimingSystem): ColumnNames {
  const { latencies, gaps } = machine.network;
  const names = (letter: string, classes: readonly { readonly name: string }[]): string[] =>
    classes.length === 1 ? [letter] : classNames(letter, classes);
  return { latency: names('l', latencies), gap: names('g', gaps) };
}

/** Classes may have any characters in their names; columns have those of words, and each its own. */
function classNames(letter: string, classes: readonly { readonly name: string }[]): string[] {
  const taken = new Set<string>();
  for (const { name } of classes) {
    const word = `${letter}_${name.replace(/\W/g, '_')}`;
    let own = word;
    for (let k = 2; taken.has(own); k++) own = `${word}_${k}`;
    taken.add(own);
  }
  return [...taken];
}

function rowOf(
  system: TimingSystem,
  { columns, named }: { readonly columns: ColumnNames; readonly named: VertexNames },
  v: number,
  r: number,
  name: string,
): RowText {
  const { from, constant, bytes, overheads, latencies, route, machine } = system;
  const { counts, constantNs, gap } = machine.network.routes[route[r]];
  const terms: Term[] = [{ coefficient: 1, column: named.of(v) }];
  if (from[r] !== 0) terms.push({ coefficient: -1, column: named.of(from[r]) });
  counts.forEach((count, k) => {
    if (latencies[r] * count !== 0)
      terms.push({ coefficient: -latencies[r] * count, column: columns.latency[k] });
  });
  if (bytes[r] !== 0) terms.push({ coefficient: -bytes[r], column: columns.gap[gap] });
  if (overheads[r] !== 0) terms.push({ coefficient: -overheads[r], column: 'o' });
  return { name, terms, bound: constant[r] + latencies[r] * constantNs };
}

/** Suffix of the label of an operation that has several vertices. */
const BEHIND_LABEL = /_(?:meet|post|\d+)$/;

/**
 * `t`, or rank and label of the operation, with `_meet` where the vertex is the meeting of message and receive, and
 * `_2`, `_3` … for further vertices that lead there. Labels that end as these do have `_post` behind them, so that no two
 * vertices have one name.
 */
class VertexNames {
  readonly #system: TimingSystem;
  /** [vertices] which of those of its event a vertex is, from 1. */
  readonly #place: Uint32Array;

  constructor(system: TimingSystem) {
    this.#system = system;
    const { vertices, vertexEvent, graph } = system;
    this.#place = u32(vertices);
    const counts = u32(2 * graph.schedule.operations);
    for (let v = 0; v < vertices; v++) if (vertexEvent[v] !== NONE) this.#place[v] = ++counts[vertexEvent[v]];
  }

  of(v: number): string {
    const { vertices, vertexEvent, graph } = this.#system;
    if (v === vertices - 1) return 't';
    const event = vertexEvent[v];
    if (event === NONE) return 'zero';
    const op = opOf(event);
    const label = labelOf(graph.schedule, op);
    const name = BEHIND_LABEL.test(label) ? `${label}_post` : label;
    const further = this.#place[v] === 1 ? '' : `_${this.#place[v]}`;
    return `y_r${rankOf(graph.schedule, op)}_${name}${isEnd(event) ? '_meet' : ''}${further}`;
  }
}

function* boundsOf(system: TimingSystem): Generator<ColumnBound> {
  const { network } = system.machine;
  const names = columnsOf(system);
  for (let k = 0; k < names.latency.length; k++)
    yield { column: names.latency[k], lower: network.latencies[k].latencyNs };
  for (let k = 0; k < names.gap.length; k++)
    yield { column: names.gap[k], lower: network.gaps[k].gapNsPerByte };
  yield { column: 'o', lower: countedOverhead(system.machine) };
}
