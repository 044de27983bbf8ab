/** An execution graph in the language of Graphviz: one box per operation, one cluster per rank. */
import type { DrawnEdge, DrawnGraph, DrawnNode } from '../analysis/drawn-graph.js';
import { LIGHT } from './plots/frame.js';

/** As in LLAMP, Fig. 3: computations green, sends and receives red, the critical path thick. */
const FILL: Readonly<Record<DrawnNode['kind'], string>> = {
  calc: '#cdebdf',
  send: '#f8d5c2',
  recv: '#f8d5c2',
};
const CRITICAL = LIGHT.series[0];
const STYLE: Readonly<Record<DrawnEdge['kind'], string>> = {
  requires: 'solid',
  irequires: 'dashed',
  message: 'solid',
};
const THICK = 3;

/** A text in quotes: `\n` between its lines. */
const quoted = (...lines: readonly string[]): string =>
  `"${lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"', '\\"')).join('\\n')}"`;

/** The graph as a digraph named `title`. */
export function dotText({ ranks, nodes, edges, left }: DrawnGraph, title: string): string {
  const clusters = ranks.map((rank) =>
    clusterText(
      rank,
      nodes.filter((one) => one.rank === rank),
    ),
  );
  return [
    `digraph ${quoted(title)} {`,
    ...(left === 0 ? [] : [['  //', left, 'messages to or from other ranks are omitted.'].join(' ')]),
    '  rankdir=LR;',
    '  node [shape=box, style=filled, fontname="Helvetica", fontsize=10];',
    '  edge [fontname="Helvetica", fontsize=10];',
    ...clusters,
    ...edges.map(edgeText),
    '}',
    '',
  ].join('\n');
}

function clusterText(rank: number, nodes: readonly DrawnNode[]): string {
  const lines = nodes.map((node) => `    ${nodeText(node)}`);
  return [`  subgraph cluster_${rank} {`, `    label=${quoted(`rank ${rank}`)};`, ...lines, '  }'].join('\n');
}

function nodeText({ op, kind, name, what, details, critical }: DrawnNode): string {
  const thick = critical ? ['', `color="${CRITICAL}"`, `penwidth=${THICK}`].join(', ') : '';
  return `op${op} [label=${quoted(name, what)}, tooltip=${quoted(details)}, fillcolor="${FILL[kind]}"${thick}];`;
}

function edgeText({ from, to, kind, label, critical }: DrawnEdge): string {
  const colour = critical ? CRITICAL : kind === 'message' ? LIGHT.series[1] : LIGHT.faint;
  const own = [
    ...(label === '' ? [] : [`label=${quoted(label)}`]),
    `style=${STYLE[kind]}`,
    `color="${colour}"`,
    // Messages do not pull the operations of a rank apart.
    `weight=${kind === 'message' ? 0 : 10}`,
    ...(critical ? [`penwidth=${THICK}`] : []),
  ];
  return `  op${from} -> op${to} [${own.join(', ')}];`;
}
