/**
 * Nodes and edges of GraphML and GEXF graphs. Of a node its id and the data named `kind` and `endpoints`, of
 * an edge its ends and the data named `wire`; nested graphs, hierarchies, dynamics and drawing are ignored.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { InputError, type Place } from '../../errors.js';
import type { GraphText } from './graph-text.js';

/** An element as the XML library hands it out: attributes with `@`, text as `#text`, children by name. */
type Element = Readonly<Record<string, unknown>>;

/** Where an element starts in the text; on elements that hold anything at all. */
// The library's types say Symbol, the wrapper object.
const META: symbol = XMLParser.getMetaDataSymbol().valueOf();

/** Elements of which there may be several. */
const REPEATED = new Set(['graph', 'node', 'edge', 'data', 'key', 'attributes', 'attribute', 'attvalue']);

/** Data of a node or an edge, by name. */
type Data = ReadonlyMap<string, string>;

/** Throws InputError with line and column for text that is not well-formed or holds no such graph. */
export function readGraphXml(text: string, source: string): GraphText {
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
    mend: 'mend it, or export the graph anew',
  });
}

/** The document. The library refuses some of what its own check lets pass, and does not say where. */
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
          what: `endpoints '${endpoints}' is no whole number`,
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
