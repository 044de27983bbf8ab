/** An execution graph over time, one lane per rank (LLAMP, Fig. 3 B). */
import type { DrawnEdge, DrawnGraph, DrawnNode } from '../../analysis/drawn-graph.js';
import { formatTime } from '../../units.js';
import { type At, chart } from './chart.js';
import { element, escapeText, figure, label, MARGIN, type Palette, type PlotStyle, styled } from './frame.js';
import { PLAIN, scaleOf } from './scales.js';

// Rows for concurrent operations of one rank.

/** Rows of all lanes. */
interface LaneRows {
  /** By operation, from 0. */
  readonly of: ReadonlyMap<number, number>;
  /** Rows by rank, at least 1. */
  readonly count: ReadonlyMap<number, number>;
}

/** Puts each operation in the first row of its rank that is free at its start, for at least `least` ns. */
function laneRows({ ranks, nodes }: DrawnGraph, least: number): LaneRows {
  const of = new Map<number, number>();
  const count = new Map(ranks.map((rank) => [rank, 1]));
  for (const rank of ranks) {
    const ends: number[] = [];
    for (const { op, start, end } of inOrder(nodes.filter((one) => one.rank === rank))) {
      const free = ends.findIndex((until) => until <= start);
      const row = free < 0 ? ends.length : free;
      ends[row] = Math.max(end, start + least);
      of.set(op, row);
    }
    count.set(rank, Math.max(ends.length, 1));
  }
  return { of, count };
}

const inOrder = (nodes: readonly DrawnNode[]): DrawnNode[] =>
  [...nodes].sort((a, b) => a.start - b.start || a.end - b.end || a.op - b.op);

/** Words and style of the picture. */
export interface SpaceTimeOptions extends PlotStyle {}

const ROW = 24;
const BAR = 18;
const LANE_GAP = 26;
/** Least width of a bar, so that operations without a duration are visible. */
const LEAST = 3;
/** Approximate width of a letter of 10 px. */
const LETTER = 5.6;
/** Height of a line of such letters. */
const LINE = 12;
/** Approximate width of the margins beside the lanes. */
const SIDES = 2 * MARGIN + 60;

/** Positions of all elements. */
interface Layout {
  readonly x: (time: number) => number;
  /** Top of an operation's bar. */
  readonly y: (op: number) => number;
  readonly palette: Palette;
}

/** Bars are as long as operations; short ones are a stroke with a tooltip. */
export function spaceTimePlot(graph: DrawnGraph, options: SpaceTimeOptions = {}): string {
  const { palette, width: usual } = styled(options);
  const { left, ranks, nodes, runtime } = graph;
  const width = options.width ?? Math.min(4000, Math.max(usual, 14 * nodes.length));
  const rows = laneRows(graph, (LEAST * Math.max(runtime, 1e-9)) / (width - SIDES));
  const tops = laneTops(ranks, rows.count);
  const lanes = new Map(ranks.map((rank, i) => [rank, tops[i]]));
  const body = (at: At): string => {
    const placed = new Map(
      nodes.map(({ op, rank }) => [op, at.top + (lanes.get(rank) ?? 0) + ROW * (rows.of.get(op) ?? 0)]),
    );
    const layout: Layout = { x: at.x, y: (op) => placed.get(op) ?? 0, palette };
    const edges = placedEdges(graph, layout);
    const lines = edges.map(({ edge, ends }) =>
      element('line', { ...ends, ...stroke(edge, palette) }, tooltip(edge)),
    );
    const parts = [lines, nodes.map((node) => bar(node, layout)), costs(edges, palette)];
    return parts.flat().join('\n');
  };
  return figure(
    {
      width,
      title: 'Execution graph',
      subtitle: [
        `T = ${formatTime(runtime)}; green: computation; red: sends, receives; lines: messages and their cost`,
        `thick blue: critical path; pale: waiting${left === 0 ? '' : `; ${left} messages of other ranks omitted`}`,
      ],
      description: `${nodes.length} operations of ${ranks.length} ranks over ${formatTime(runtime)}`,
      blocks: [
        chart({
          x: scaleOf([0, runtime], 'time', { unit: 'ns', count: 8 }),
          y: {
            ends: [tops[ranks.length], 0],
            ticks: ranks.map((_, i) => tops[i] + BAR / 2),
            words: ranks.map((rank) => `rank ${rank}`),
            ...{ title: '', unit: PLAIN, log: false },
          },
          height: tops[ranks.length],
          grid: 'x',
          over: body,
        }),
      ],
    },
    options,
  );
}

/** [lanes + 1] top of each lane, and the end of the last. */
function laneTops(ranks: readonly number[], count: ReadonlyMap<number, number>): number[] {
  const tops = [6];
  for (const rank of ranks) tops.push((tops.at(-1) ?? 0) + ROW * (count.get(rank) ?? 1) + LANE_GAP);
  return tops;
}

const COLOURS: Readonly<Record<DrawnNode['kind'], number>> = { calc: 2, send: 1, recv: 1 };

/** Pale from start to end, solid where the CPU works. */
function bar(node: DrawnNode, { x, y, palette }: Layout): string {
  const { op, kind, name, what, details, critical, start, end, busy } = node;
  const fill = palette.series[COLOURS[kind]];
  const width = Math.max(x(end) - x(start), LEAST);
  const works = kind === 'recv' ? end - busy : start;
  const box = { y: y(op), height: BAR, fill };
  const line = { stroke: critical ? palette.series[0] : fill, 'stroke-width': critical ? 3 : 1 };
  const text = [`${name}: ${what}`, name].find((one) => one.length * LETTER < width - 4) ?? '';
  const middle = { 'text-anchor': 'middle', 'font-size': 10 };
  const parts = [
    element('title', {}, escapeText(`${details}; from ${formatTime(start)} to ${formatTime(end)}`)),
    element('rect', { x: x(start), width, rx: 2, ...box, 'fill-opacity': 0.25, ...line }),
    element('rect', { x: x(works), width: x(works + busy) - x(works), ...box, 'fill-opacity': 0.4 }),
    text === '' ? '' : label(text, x(start) + width / 2, y(op) + 13, middle),
  ];
  return element('g', { id: `op${op}` }, parts.join(''));
}

/** An edge with the positions of its ends, in pixels. */
interface PlacedEdge {
  readonly edge: DrawnEdge;
  readonly ends: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
}

function placedEdges({ nodes, edges }: DrawnGraph, { x, y }: Layout): PlacedEdge[] {
  const byOp = new Map(nodes.map((node) => [node.op, node]));
  return edges.flatMap((edge) => {
    const [from, to] = [byOp.get(edge.from), byOp.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    // A message arrives when its receive starts to work, which may have waited for it.
    const [x1, x2] = [x(edge.leaves), x(edge.kind === 'message' ? to.end - to.busy : to.start)];
    return [{ edge, ends: { x1, y1: y(from.op) + BAR / 2, x2, y2: y(to.op) + BAR / 2 } }];
  });
}

const tooltip = ({ label: text }: DrawnEdge): string =>
  text === '' ? '' : element('title', {}, escapeText(text));

function stroke({ kind, critical }: DrawnEdge, { series, faint }: Palette): Record<string, string | number> {
  return {
    stroke: critical ? series[0] : kind === 'message' ? series[1] : faint,
    'stroke-width': critical ? 3 : kind === 'message' ? 1.4 : 0.8,
    ...(kind === 'irequires' ? { 'stroke-dasharray': '3 2' } : {}),
  };
}

/** Costs of messages beside their lines; labels that would overlap are only in tooltips. */
function costs(edges: readonly PlacedEdge[], { paper, ink }: Palette): string[] {
  const halo = { stroke: paper, 'stroke-width': 3, 'paint-order': 'stroke', fill: ink };
  const written: [x: number, y: number, width: number][] = [];
  return edges.flatMap(({ edge: { label: text }, ends: { x1, x2, y1, y2 } }) => {
    // To the right of the line's middle: above a line that goes down, below one that goes up.
    const [x, y] = [(x1 + x2) / 2 + 4, (y1 + y2) / 2 + (y2 >= y1 ? -3 : 11)];
    const width = text.length * LETTER;
    const hides = written.some(([a, b, w]) => Math.abs(b - y) < LINE && a < x + width && x < a + w);
    if (text === '' || hides) return [];
    written.push([x, y, width]);
    return [label(text, x, y, { 'font-size': 10, ...halo })];
  });
}
