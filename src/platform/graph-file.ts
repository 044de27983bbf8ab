/**
 * Topologies from graph files: graphology's JSON export, GraphML and GEXF.
 *
 * Read of a node: `kind` (`switch`, the default, or `endpoint`) and, for a switch, `endpoints`, a number of
 * endpoints on it. A graph that has no endpoint at all gets one on every switch. Read of an edge: `wire`,
 * its class (`wire` by default; `terminal` to an endpoint). In JSON the graph's attribute `wires` may list the
 * classes, shortest wires first; others follow as they appear. Directions, weights, self-loops, parallel
 * edges and every other attribute are ignored.
 */

import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { InputError, type Place, type Problem } from '../errors.js';
import { readYaml } from '../yaml-document.js';
import { refusedName } from './platform.js';
import { graphTopology, type Topology, TopologyBuilder } from './topology.js';

/** A graph file's nodes and edges, whatever the format. */
interface GraphText {
  /** Wire classes, shortest wires first; others follow as they appear. */
  readonly wires: readonly string[];
  readonly nodes: readonly {
    readonly key: string;
    readonly kind?: string | undefined;
    readonly endpoints?: number | undefined;
  }[];
  readonly edges: readonly {
    readonly source: string;
    readonly target: string;
    readonly wire?: string | undefined;
  }[];
  placeOf(part: 'nodes' | 'edges', index: number): Place;
}

// Nodes and edges of GraphML and GEXF graphs. Of a node its id and the data named `kind` and `endpoints`, of
// an edge its ends and the data named `wire`; nested graphs, hierarchies, dynamics and drawing are ignored.

/** An element as the XML library hands it out: attributes with `@`, text as `#text`, children by name. */
type Element = Readonly<Record<string, unknown>>;

/** Where an element starts in the text; on elements that hold anything at all. The library's types say the wrapper Symbol. */
const META: symbol = XMLParser.getMetaDataSymbol().valueOf();

/** Elements of which there may be several. */
const REPEATED = new Set(['graph', 'node', 'edge', 'data', 'key', 'attributes', 'attribute', 'attvalue']);

/** Data of a node or an edge, by name. */
type Data = ReadonlyMap<string, string>;

/** Throws InputError with line and column for text that is not well-formed or holds no such graph. */
function readGraphXml(text: string, source: string): GraphText {
  checkWellFormed(text, source);
  const document = element(parsed(text, source));
  if ('graphml' in document) return graphMl(element(document.graphml), text, source);
  if ('gexf' in document) return gexf(element(document.gexf), text, source);
  throw new InputError({
    place: { source, line: 1, column: 1 },
    what: `the outermost element is ${Object.keys(document).filter((name) => !name.startsWith('?'))[0]}`,
    mend: 'give a GraphML or GEXF file, or graphology JSON',
  });
}

function checkWellFormed(text: string, source: string): void {
  const result = XMLValidator.validate(text);
  if (result === true) return;
  const { line, col, msg } = result.err;
  throw badXml({ source, line, column: Math.max(1, col ?? 1) }, msg);
}

function badXml(place: Place, message: string): InputError {
  const why = message.replace(/^\[\w+\] /, '').replace(/\.$/, '');
  return new InputError({
    place,
    what: `bad XML: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
    mend: 'correct it, or export the graph again',
  });
}

/** The document. The library refuses some input that its own check accepts, and does not say where. */
function parsed(text: string, source: string): unknown {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseAttributeValue: false,
    parseTagValue: false,
    captureMetaData: true,
    isArray: (name) => REPEATED.has(name),
  });
  try {
    return parser.parse(text);
  } catch (error) {
    const message = messageOf(error);
    throw badXml({ source, line: firstBadLine(parser, text, message) }, message);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The line with which the parser begins to fail: it takes a text that is cut, with elements left open. */
function firstBadLine(parser: XMLParser, text: string, message: string): number {
  const lines = text.split('\n');
  let good = 0;
  let bad = lines.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fails(parser, lines.slice(0, middle).join('\n'), message)) bad = middle;
    else good = middle;
  }
  return bad;
}

function fails(parser: XMLParser, text: string, message: string): boolean {
  try {
    parser.parse(text);
    return false;
  } catch (error) {
    return messageOf(error) === message;
  }
}

/** An element without attributes and children is handed out as a string. */
function element(value: unknown): Element {
  return typeof value === 'object' && value !== null ? (value as Element) : {};
}

function children(parent: Element, name: string): Element[] {
  const list = parent[name];
  return Array.isArray(list) ? list.map(element) : [];
}

function attribute(of: Element, name: string): string | undefined {
  const value = of[`@${name}`];
  return typeof value === 'string' ? value : undefined;
}

function graphMl(root: Element, text: string, source: string): GraphText {
  const [graph = {}] = children(root, 'graph');
  const names = new Map(
    children(root, 'key').map((key) => [attribute(key, 'id'), attribute(key, 'attr.name')]),
  );
  const data = (of: Element): Data =>
    new Map(
      children(of, 'data').map((one) => [
        names.get(attribute(one, 'key')) ?? '',
        String(one['#text'] ?? '').trim(),
      ]),
    );
  return graphText(children(graph, 'node'), children(graph, 'edge'), data, text, source);
}

function gexf(root: Element, text: string, source: string): GraphText {
  const [graph = {}] = children(root, 'graph');
  // Ids of attributes are of nodes or of edges; the two may overlap.
  const titles = new Map<string, string>();
  for (const list of children(graph, 'attributes')) {
    for (const one of children(list, 'attribute')) {
      titles.set(`${attribute(list, 'class')} ${attribute(one, 'id')}`, attribute(one, 'title') ?? '');
    }
  }
  const data = (of: Element, kind: string): Data =>
    new Map(
      children(element(of.attvalues), 'attvalue').map((one) => [
        titles.get(`${kind} ${attribute(one, 'for')}`) ?? '',
        attribute(one, 'value') ?? '',
      ]),
    );
  const nodes = children(element(graph.nodes), 'node');
  return graphText(nodes, children(element(graph.edges), 'edge'), data, text, source);
}

function graphText(
  nodes: readonly Element[],
  edges: readonly Element[],
  dataOf: (of: Element, kind: string) => Data,
  text: string,
  source: string,
): GraphText {
  const placeOf = (part: 'nodes' | 'edges', index: number) =>
    placeOfElement((part === 'nodes' ? nodes : edges)[index], text, source);
  const needed = (of: Element, name: string): string => {
    const value = attribute(of, name);
    if (value !== undefined) return value;
    throw new InputError({ place: placeOfElement(of, text, source), what: `attribute '${name}' is missing` });
  };
  return {
    wires: [],
    nodes: nodes.map((node) => {
      const data = dataOf(node, 'node');
      const endpoints = data.get('endpoints') || undefined;
      if (endpoints !== undefined && !/^\d+$/.test(endpoints)) {
        throw new InputError({
          place: placeOfElement(node, text, source),
          what: `endpoints '${endpoints}' is not a whole number`,
        });
      }
      return {
        key: needed(node, 'id'),
        kind: data.get('kind') || undefined,
        endpoints: endpoints === undefined ? undefined : Number(endpoints),
      };
    }),
    edges: edges.map((edge) => ({
      source: needed(edge, 'source'),
      target: needed(edge, 'target'),
      wire: dataOf(edge, 'edge').get('wire') || undefined,
    })),
    placeOf,
  };
}

function placeOfElement(of: Element, text: string, source: string): Place {
  const start: unknown = Reflect.get(element(Reflect.get(of, META)), 'startIndex');
  if (typeof start !== 'number') return { source };
  const before = text.slice(0, start).split('\n');
  return { source, line: before.length, column: before[before.length - 1].length + 1 };
}

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

/** Endpoints in the file's order: those of a switch's `endpoints` at the place of the switch. */
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
      what: `edges have ${wires.size} wire classes, more than ${MAX_WIRE_CLASSES}`,
      mend: "set the attribute 'wire' of an edge to the class of its wire, not to a name of its own",
    });
  }
  return graphTopology(`graph:${source}`, builder.graph, [...wires], { place: { source } });
}

/** A class has the place of its first edge; one that is only listed has none. */
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
        what: `edge ${source}–${target} names '${end}', which is not a node`,
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
          mend: 'give each endpoint one wire, to a switch',
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
    if (seen.has(key))
      problems.push({ place: text.placeOf('nodes', i), what: `node '${key}' is given twice` });
    seen.add(key);
    if (kind !== undefined && kind !== 'switch' && kind !== 'endpoint') {
      problems.push({
        place: text.placeOf('nodes', i),
        what: `node '${key}' has the unknown kind '${kind}'`,
        mend: 'use switch or endpoint',
      });
    }
    if (kind !== 'endpoint') switches++;
  });
  if (switches === 0) problems.push({ place: { source }, what: 'the graph has no switch' });
  if (problems.length > 0) throw new InputError(problems.slice(0, 10));
}
