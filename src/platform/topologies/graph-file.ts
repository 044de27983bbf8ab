/**
 * Topologies from graph files: graphology's JSON export, GraphML and GEXF.
 *
 * Read of a node: `kind` (`switch`, the default, or `endpoint`) and, for a switch, `endpoints`, a number of
 * endpoints on it. A graph that has no endpoint at all gets one on every switch. Read of an edge: `wire`,
 * its class (`wire` by default; `terminal` to an endpoint). In JSON the graph's attribute `wires` may list the
 * classes, shortest wires first; others follow as they appear. Directions, weights, self-loops, parallel
 * edges and every other attribute are ignored.
 */
import { z } from 'zod';
import { InputError, type Problem } from '../../errors.js';
import { readYaml } from '../../yaml-document.js';
import { refusedName } from '../names.js';
import { graphTopology, type Topology, TopologyBuilder } from '../topology.js';
import type { GraphText } from './graph-text.js';
import { readGraphXml } from './graph-xml.js';

/** As many as one byte numbers. */
const MAX_WIRE_CLASSES = 255;

const key = z.union([z.string(), z.number()]).transform(String);

const schema = z.object({
  attributes: z.object({ wires: z.array(z.string()).optional() }).optional(),
  nodes: z.array(
    z.object({
      key,
      attributes: z
        .object({ kind: z.string().optional(), endpoints: z.int().nonnegative().optional() })
        .optional(),
    }),
  ),
  edges: z.array(
    z.object({
      source: key,
      target: key,
      attributes: z.object({ wire: z.string().optional() }).optional(),
    }),
  ),
});

/**
 * A topology from the text of a graph file. Throws InputError with line and column: bad JSON or XML, an edge to an
 * unknown node, an endpoint without exactly one switch, parts that are not connected.
 */
export function readGraphTopology(text: string, source: string): Topology {
  const graph = /^\uFEFF?\s*</.test(text) ? readGraphXml(text, source) : readGraphJson(text, source);
  return topologyOf(graph, source);
}

function readGraphJson(text: string, source: string): GraphText {
  // The located reader is slow on megabytes, so it looks only where something is wrong.
  let value = quickly(text);
  value ??= readYaml(text, source, schema).value;
  return {
    wires: value.attributes?.wires ?? [],
    nodes: value.nodes.map((node) => ({ key: node.key, ...node.attributes })),
    edges: value.edges.map((edge) => ({ ...edge.attributes, source: edge.source, target: edge.target })),
    placeOf: (part, index) => readYaml(text, source, schema).placeOf([part, index]),
  };
}

function quickly(text: string): z.output<typeof schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Endpoints in the file's order: those of a switch's `endpoints` where the switch stands. */
function topologyOf(text: GraphText, source: string): Topology {
  checkNodes(text, source);
  const kinds = new Map(text.nodes.map((node) => [node.key, node.kind === 'endpoint']));
  const host = hosts(text, kinds);
  const bare = host.size === 0 && text.nodes.every((node) => (node.endpoints ?? 0) === 0);
  const wires = new Set(text.wires);
  const endpoints = text.nodes.reduce((sum, node) => sum + (node.endpoints ?? 0), 0);
  const builder = new TopologyBuilder(
    source,
    2 * text.nodes.length + endpoints,
    text.nodes.length + endpoints + text.edges.length,
  );
  for (const { key, kind } of text.nodes) if (kind !== 'endpoint') builder.switch(key);
  for (const node of text.nodes) {
    const at = host.get(node.key);
    const count = at === undefined ? (bare ? 1 : (node.endpoints ?? 0)) : 1;
    if (count === 0) continue;
    const wire = at?.wire ?? 'terminal';
    wires.add(wire);
    if (at === undefined) builder.endpoints(node.key, count, wire);
    else builder.endpoint(node.key, at.on, wire);
  }
  for (const { source, target, wire = 'wire' } of text.edges) {
    if (kinds.get(source) === true || kinds.get(target) === true || source === target) continue;
    wires.add(wire);
    builder.link(source, target, wire);
  }
  checkWires(text, wires);
  if (wires.size > MAX_WIRE_CLASSES) {
    throw new InputError({
      place: { source },
      what: `edges have ${wires.size} different wires, more than ${MAX_WIRE_CLASSES}`,
      mend: "an edge's wire names its class, not the edge",
    });
  }
  return graphTopology(`graph:${source}`, builder.graph, [...wires], { place: { source } });
}

/** The first edge of a class tells its place; one that is only listed has none of its own. */
function checkWires(text: GraphText, wires: ReadonlySet<string>): void {
  const problems = [...wires].flatMap((wire): Problem[] => {
    const refused = refusedName('wire class', wire);
    if (refused === null) return [];
    const edge = text.edges.findIndex((one) => one.wire === wire);
    return [{ ...(edge < 0 ? {} : { place: text.placeOf('edges', edge) }), ...refused }];
  });
  if (problems.length > 0) throw new InputError(problems);
}

/** The switch and the wire of each endpoint node. */
function hosts(
  text: GraphText,
  isEndpoint: ReadonlyMap<string, boolean>,
): Map<string, { on: string; wire: string | undefined }> {
  const found = new Map<string, { on: string; wire: string | undefined }>();
  const problems: Problem[] = [];
  text.edges.forEach(({ source, target, wire }, i) => {
    for (const end of [source, target]) {
      if (isEndpoint.has(end)) continue;
      problems.push({
        place: text.placeOf('edges', i),
        what: `edge ${source}–${target}: there is no node '${end}'`,
      });
    }
    for (const [one, other] of [
      [source, target],
      [target, source],
    ]) {
      if (isEndpoint.get(one) !== true) continue;
      if (found.has(one) || isEndpoint.get(other) === true) {
        problems.push({
          place: text.placeOf('edges', i),
          what:
            isEndpoint.get(other) === true
              ? `edge ${one}–${other} joins two endpoints`
              : `endpoint '${one}' has a second wire`,
          mend: 'an endpoint has one wire, to a switch',
        });
      }
      found.set(one, { on: other, wire });
    }
  });
  text.nodes.forEach(({ key, kind }, i) => {
    if (kind !== 'endpoint' || found.has(key)) return;
    problems.push({ place: text.placeOf('nodes', i), what: `endpoint '${key}' has no wire` });
  });
  if (problems.length > 0) throw new InputError(problems.slice(0, 10));
  return found;
}

function checkNodes(text: GraphText, source: string): void {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let switches = 0;
  text.nodes.forEach(({ key, kind }, i) => {
    if (seen.has(key)) problems.push({ place: text.placeOf('nodes', i), what: `node '${key}' stands twice` });
    seen.add(key);
    if (kind !== undefined && kind !== 'switch' && kind !== 'endpoint') {
      problems.push({
        place: text.placeOf('nodes', i),
        what: `node '${key}' has the unknown kind '${kind}'`,
        mend: 'kinds are switch and endpoint',
      });
    }
    if (kind !== 'endpoint') switches++;
  });
  if (switches === 0) problems.push({ place: { source }, what: 'the graph has no switch' });
  if (problems.length > 0) throw new InputError(problems.slice(0, 10));
}
