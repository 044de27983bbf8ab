import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, LimitError, UsageError } from '../../src/errors.js';
import { readGraphTopology } from '../../src/platform/graph-file.js';
import { parseTopologySpec, TOPOLOGIES } from '../../src/platform/topologies.js';
import { graphTopology, type Topology, TopologyBuilder } from '../../src/platform/topology.js';
import { cases, isWhole } from '../part.js';
import { build } from './build.js';

const between = (topology: Topology, a: number, b: number) =>
  topology.path(topology.portOf(a), topology.portOf(b));

/** Wires between two endpoints. */
const links = (topology: Topology, a: number, b: number) => between(topology, a, b).switches + 1;

function count(topology: Topology, kind: 'switch' | 'endpoint'): number {
  return topology.graph?.filterNodes((_, node) => node.kind === kind).length ?? 0;
}

function wires(topology: Topology, name: string): number {
  return topology.graph?.filterEdges((_, { wire }) => wire === name).length ?? 0;
}

/** Every pair of different endpoints has the wires that `expected` says, by class in order. */
function expectPaths(topology: Topology, expected: (a: number, b: number) => readonly number[]): void {
  for (let a = 0; a < topology.endpoints; a++) {
    for (let b = 0; b < topology.endpoints; b++) {
      if (a === b) continue;
      const path = between(topology, a, b);
      const want = expected(a, b);
      // Compared by hand: an expectation for each of 10⁶ pairs takes seconds.
      if (path.wires.some((one, k) => one !== want[k]) || path.switches + 1 !== sum(want)) {
        expect({ a, b, path }).toEqual({ a, b, path: { switches: sum(want) - 1, wires: want } });
      }
    }
  }
}

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);

/** Largest number of wires between two endpoints, less the two terminal ones. */
function diameter(topology: Topology): number {
  let most = 0;
  for (let a = 0; a < topology.ports; a++) {
    for (let b = 0; b < topology.ports; b++) most = Math.max(most, topology.path(a, b).switches - 1);
  }
  return most;
}

describe('fat tree', () => {
  it.each(cases([2, 4, 6, 16], (k) => k < 16))('of 3 tiers, k = %i', (k) => {
    const topology = build(`fat-tree:k=${k}`);
    expect(topology.endpoints).toBe(k ** 3 / 4);
    expect(count(topology, 'switch')).toBe((5 * k * k) / 4);
    expect(count(topology, 'endpoint')).toBe(k ** 3 / 4);
    // k pods of (k/2)² wires each, and as many up to the core.
    expect([wires(topology, 'terminal'), wires(topology, 'pod'), wires(topology, 'core')]).toEqual(
      [1, 1, 1].map(() => k ** 3 / 4),
    );
    // 2 wires on an edge switch of k/2 endpoints, 4 in a pod of k²/4, else 6.
    expectPaths(topology, (a, b) => {
      if (Math.floor(a / (k / 2)) === Math.floor(b / (k / 2))) return [2, 0, 0];
      return Math.floor(a / (k * k * 0.25)) === Math.floor(b / (k * k * 0.25)) ? [2, 2, 0] : [2, 2, 2];
    });
  });

  it('of 2 tiers', () => {
    const topology = build('fat-tree:k=8,tiers=2');
    expect([topology.endpoints, count(topology, 'switch'), wires(topology, 'core')]).toEqual([32, 12, 32]);
    expectPaths(topology, (a, b) => (Math.floor(a / 4) === Math.floor(b / 4) ? [2, 0] : [2, 2]));
  });
});

describe('dragonfly', () => {
  it.each([
    [8, 4, 8, undefined],
    [9, 4, 2, 2],
    [5, 4, 2, 3],
    [2, 3, 1, 1],
    [1, 4, 2, undefined],
    [3, 1, 2, 4],
  ])('g = %i, a = %i, p = %i, h = %s', (g, a, p, h) => {
    const topology = build(`dragonfly:g=${g},a=${a},p=${p}${h === undefined ? '' : `,h=${h}`}`);
    expect(topology.endpoints).toBe(g * a * p);
    expect(count(topology, 'switch')).toBe(g * a);
    expect(wires(topology, 'intra')).toBe((g * a * (a - 1)) / 2);
    const ports = h ?? Math.ceil((g - 1) / a);
    const most = topology.graph
      ?.filterNodes((_, { kind }) => kind === 'switch')
      .map((key) => topology.graph?.filterEdges(key, (_, { wire }) => wire === 'inter').length ?? 0);
    expect(Math.max(0, ...(most ?? []))).toBeLessThanOrEqual(ports);

    // Inter-group wires of the graph, for the closed form: a path between groups enters the wire directly
    // or over one intra wire, and likewise leaves it.
    const joined = new Map<string, [number, number][]>();
    topology.graph?.forEachEdge((_, { wire }, source, target) => {
      if (wire !== 'inter') return;
      const [s, t] = [source, target].map((key) => key.split('-').slice(1).map(Number));
      for (const [one, other] of [
        [s, t],
        [t, s],
      ]) {
        const key = `${one[0]} ${other[0]}`;
        joined.set(key, [...(joined.get(key) ?? []), [one[1], other[1]]]);
      }
    });
    expect(joined.size).toBe(g * (g - 1));
    const place = (endpoint: number) => {
      const at = Math.floor(endpoint / p);
      return [Math.floor(at / a), at % a];
    };
    expectPaths(topology, (x, y) => {
      const [group, from] = place(x);
      const [other, to] = place(y);
      if (group === other) return [2, from === to ? 0 : 1, 0];
      const intra = (joined.get(`${group} ${other}`) ?? []).map(
        ([exit, entry]) => Number(exit !== from) + Number(entry !== to),
      );
      return [2, Math.min(...intra), 1];
    });
  });

  it('the case study has 256 endpoints and at most 5 wires', () => {
    const topology = build('dragonfly');
    expect(topology.name).toBe('dragonfly:g=8,a=4,p=8,h=2');
    expect([topology.endpoints, diameter(topology)]).toEqual([256, 3]);
  });

  it('needs a wire to every other group', () => {
    expect(() => build('dragonfly:g=8,a=2,p=1,h=3')).toThrow(
      'topology dragonfly: h=3 is too small to reach 7 other groups. Write h=4 or more',
    );
  });
});

describe('slim fly', () => {
  it.each(cases([3, 5, 7, 11, 13], (q) => q < 11))('q = %i', (q) => {
    const delta = q % 4 === 1 ? 1 : -1;
    const degree = (3 * q - delta) / 2;
    const topology = build(`slim-fly:q=${q},p=1`);
    const { graph } = topology;
    expect(topology.endpoints).toBe(2 * q * q);
    expect(diameter(topology)).toBe(2);
    // Regular; the endpoint is one more wire.
    const degrees = graph?.filterNodes((_, { kind }) => kind === 'switch').map((key) => graph.degree(key));
    expect(new Set(degrees)).toEqual(new Set([degree + 1]));
  });

  it('has half its degree in endpoints by default', () => {
    // q = 5: 50 switches of degree 7, 4 endpoints each.
    expect(build('slim-fly').endpoints).toBe(200);
  });
});

describe('torus', () => {
  it.each(['4x4x4', '2x3', '5x2x3x2', '3x2x2x2x2x2'])('%s', (text) => {
    const dims = text.split('x').map(Number);
    const topology = build(`torus:dims=${text},p=2`);
    expect(topology.endpoints).toBe(2 * dims.reduce((a, b) => a * b, 1));
    expect(diameter(topology)).toBe(sum(dims.map((size) => Math.floor(size / 2))));
    const at = (endpoint: number) => coordinatesOf(Math.floor(endpoint / 2), dims);
    expectPaths(topology, (a, b) => [
      2,
      ...dims.map((size, d) => {
        const apart = Math.abs(at(a)[d] - at(b)[d]);
        return Math.min(apart, size - apart);
      }),
    ]);
  });
});

describe('hyperx', () => {
  it.each(['4x4', '7', '2x3x4'])('%s', (text) => {
    const dims = text.split('x').map(Number);
    const topology = build(`hyperx:dims=${text},p=2`);
    const switches = dims.reduce((a, b) => a * b, 1);
    const network = sum(dims.map((_, d) => wires(topology, `dim${d + 1}`)));
    expect(network).toBe((switches * sum(dims.map((size) => size - 1))) / 2);
    expect(diameter(topology)).toBe(dims.length);
    const at = (endpoint: number) => coordinatesOf(Math.floor(endpoint / 2), dims);
    expectPaths(topology, (a, b) => [2, ...dims.map((_, d) => Number(at(a)[d] !== at(b)[d]))]);
  });
});

/** Coordinates, the last dimension fastest. */
function coordinatesOf(index: number, dims: readonly number[]): number[] {
  return dims.map((size, d) => Math.floor(index / dims.slice(d + 1).reduce((a, b) => a * b, 1)) % size);
}

describe('the published tables', () => {
  it('fat tree: 2 wires among k/2 nodes, 4 among k, else 6', () => {
    const topology = build('published-fat-tree');
    expect([7, 8, 15, 16, 255].map((b) => links(topology, 0, b))).toEqual([2, 4, 4, 6, 6]);
    expect([links(topology, 15, 16), topology.endpoints]).toEqual([6, 1024]);
  });
  it('dragonfly: 2 wires in a switch, 3 in a group, else 4', () => {
    const topology = build('published-dragonfly');
    expect([7, 8, 31, 32, 255].map((b) => links(topology, 0, b))).toEqual([2, 3, 3, 4, 4]);
    expect(topology.endpoints).toBe(256);
  });
});

describe('a spec', () => {
  it.each([
    [
      'mesh:dims=2x2',
      "unknown topology 'mesh'. Use one of fat-tree, dragonfly, slim-fly, torus, hyperx, published-fat-tree, published-dragonfly, graph:FILE",
    ],
    ['toString', "unknown topology 'toString'"],
    ['fat-tre', "unknown topology 'fat-tre'. Did you mean fat-tree? Use one of fat-tree, "],
    ['fat-tree,k=4', "unknown topology 'fat-tree,k=4'. Did you mean fat-tree:k=4? Use one of fat-tree, "],
    ['fat-tree:q=4', "topology fat-tree: unknown key 'q'. Use one of k, tiers"],
    ['fat-tree:k', "topology fat-tree: 'k' is not key=value. Use the keys k, tiers, such as k=16"],
    ['fat-tree:k=4,k=4', "topology fat-tree: key 'k' is given twice"],
    ['fat-tree:k=5', 'topology fat-tree: k=5 is odd, but half of the ports lead up. Write k=6'],
    [
      'fat-tree:k=-4',
      "topology fat-tree: '-4' is not a value of k. Give a whole number of at least 2 (ports of a switch, even)",
    ],
    ['fat-tree:k=4,tiers=4', 'tiers=4 is neither 2 nor 3'],
    ['torus', 'topology torus needs dims'],
    ['torus:dims=4', 'dims=4 has 1 dimension; write 2 to 6'],
    ['torus:4x4x4', "topology torus: '4x4x4' is not key=value. Use the keys dims, p, such as dims=4x4"],
    ['torus:dims=4x1', "'1' is not a value of dims"],
    ['slim-fly:q=9', 'q=9 is not an odd prime'],
    ['graph:', "topology 'graph:' names no file"],
    ['published-fat-tree:k=3', 'k=3 is odd'],
  ])('%s is refused', (text, message) => {
    expect(() => build(text)).toThrow(UsageError);
    expect(() => build(text)).toThrow(message);
  });

  it('of a graph keeps the name of its file whole', () => {
    const spec = parseTopologySpec('graph:nets/a,b=c:d.json');
    expect(spec.kind === 'graph' && spec.file).toBe('nets/a,b=c:d.json');
  });

  it('of a huge topology is refused before it is built', () => {
    expect(() => build('torus:dims=9999x9999')).toThrow(LimitError);
    // 4·2147483648 wires of a group are 1227133513 rounds of its 7 others, each 28 wires; and 2·4 + 6 within a group.
    expect(() => build('dragonfly:a=4,h=2147483648,p=2')).toThrow('has 34359738476 wires, more than 3145728');
    // Few switches, but all joined: 4095·4096/2, and one endpoint each.
    expect(() => build('hyperx:dims=4096')).toThrow('has 8390656 wires');
    expect(() => build('dragonfly:g=1,a=4096,p=1')).toThrow('has 8390656 wires');
  });

  it('whose paths are too long to count in 16 bits is refused', () => {
    const chain = (switches: number): Topology => {
      const builder = new TopologyBuilder('chain', switches + 2, switches + 1);
      for (let i = 0; i < switches; i++) {
        builder.switch(`${i}`);
        if (i > 0) builder.link(`${i - 1}`, `${i}`, 'link');
      }
      builder.endpoints('0', 1);
      builder.endpoints(`${switches - 1}`, 1);
      return graphTopology('chain', builder.graph, ['terminal', 'link']);
    };
    expect(() => chain(65536)).toThrow('a path of the topology has more than 65535 wires');
    if (isWhole) expect(chain(65535).path(0, 1)).toEqual({ switches: 65535, wires: [2, 65534] });
  });

  it.each(TOPOLOGIES)('of $name ends quickly, however large a key is', (family) => {
    for (const { name, type } of family.keys) {
      for (const huge of ['2147483648', '9007199254740990']) {
        const others = family.keys.filter((key) => key.type === 'dims' && key.name !== name);
        const value = type === 'dims' ? `${huge}x${huge}` : huge;
        const keys = [`${name}=${value}`, ...others.map((key) => `${key.name}=2x2`)];
        expect(() => build(`${family.name}:${keys.join(',')}`)).toThrow(
          /more than|is neither|is not an odd prime/,
        );
      }
    }
  });

  it('is spelled out in the name, which builds the same', () => {
    for (const text of ['fat-tree:k=4', 'dragonfly', 'slim-fly:q=3', 'torus:dims=3x3', 'hyperx:dims=3']) {
      const { name } = build(text);
      expect(build(name).name).toBe(name);
    }
  });
});

describe('a graph file', () => {
  const read = (graph: unknown) =>
    readGraphTopology(typeof graph === 'string' ? graph : JSON.stringify(graph), 'net.json');
  const nodes = (...keys: string[]) => keys.map((key) => ({ key }));
  const edge = (source: string, target: string, wire?: string) => ({
    source,
    target,
    ...(wire === undefined ? {} : { attributes: { wire } }),
  });

  it('takes endpoints from nodes or from counts, in the order of the file', () => {
    const topology = read({
      nodes: [
        { key: 'h0', attributes: { kind: 'endpoint' } },
        { key: 'a', attributes: { endpoints: 2 } },
        { key: 'b' },
        { key: 'h3', attributes: { kind: 'endpoint' } },
      ],
      edges: [edge('h0', 'b'), edge('a', 'b', 'long'), edge('b', 'h3', 'short')],
    });
    expect(topology.wires).toEqual(['terminal', 'short', 'long']);
    expect(topology.endpoints).toBe(4);
    expect(between(topology, 0, 1)).toEqual({ switches: 2, wires: [2, 0, 1] }); // h0–b–a–endpoint
    expect(between(topology, 1, 2)).toEqual({ switches: 1, wires: [2, 0, 0] });
    expect(between(topology, 0, 3)).toEqual({ switches: 1, wires: [1, 1, 0] });
  });

  it('refuses a wire class that is called as a parameter is, with the edge', () => {
    const graph = { nodes: nodes('a', 'b'), edges: [edge('a', 'b', 'L')] };
    expect(() => read(JSON.stringify(graph, null, 1))).toThrow(
      /net\.json:\d+:\d+: wire class 'L' has the name of a LogGPS parameter/,
    );
  });

  it('puts an endpoint on every switch where it names none', () => {
    const topology = read({
      nodes: nodes('a', 'b', 'endpoint-0'),
      edges: [edge('a', 'b'), edge('b', 'endpoint-0')],
    });
    expect(topology.endpoints).toBe(3);
    expect(links(topology, 0, 2)).toBe(4);
  });

  it('prefers short wires among paths of as many switches', () => {
    // a–b–d and a–c–d; b's wires are long.
    const graph = {
      attributes: { wires: ['terminal', 'short', 'long'] },
      nodes: nodes('a', 'b', 'c', 'd'),
      edges: [
        edge('a', 'b', 'long'),
        edge('b', 'd', 'short'),
        edge('a', 'c', 'short'),
        edge('c', 'd', 'short'),
      ],
    };
    expect(between(read(graph), 0, 3).wires).toEqual([2, 2, 0]);
  });

  it('reads back what graphology exports of a generated topology', () => {
    const torus = build('torus:dims=3x4');
    const again = read(torus.graph?.export());
    expect(again.wires).toEqual(torus.wires);
    expectPaths(again, (a, b) => between(torus, a, b).wires);
  });

  it('of any shape has the hops of Floyd and Warshall', () => {
    const pairs = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, (extra) => {
        // A path keeps the eight switches connected.
        const all = [...extra, ...Array.from({ length: 7 }, (_, i) => [i, i + 1] as const)];
        const topology = read({
          nodes: nodes(...'01234567'),
          edges: all.map(([a, b]) => edge(String(a), String(b))),
        });
        const apart = Array.from({ length: 8 }, (_, i) =>
          Array.from({ length: 8 }, (_, j) => Number(i === j ? 0 : 99)),
        );
        for (const [a, b] of all) if (a !== b) apart[a][b] = apart[b][a] = 1;
        for (let k = 0; k < 8; k++) {
          for (let i = 0; i < 8; i++) {
            for (let j = 0; j < 8; j++) apart[i][j] = Math.min(apart[i][j], apart[i][k] + apart[k][j]);
          }
        }
        expectPaths(topology, (a, b) => [2, apart[a][b]]);
      }),
    );
  });

  const h = { key: 'h', attributes: { kind: 'endpoint' } };
  it.each([
    [
      'net.json: no way leads from switches a, c to b, d, e and 1 more',
      { nodes: nodes('a', 'b', 'c', 'd', 'e', 'f'), edges: [edge('a', 'c')] },
    ],
    [
      "net.json:2:10: edge a–z names 'z', which is not a node",
      '{"nodes":[{"key":"a"}],\n"edges":[{"source":"a","target":"z"}]}',
    ],
    [
      "net.json:2:1: node 'a' has the unknown kind 'hub'. Use switch or endpoint",
      '{"nodes":[\n{"key":"a","attributes":{"kind":"hub"}}],"edges":[]}',
    ],
    ["node 'a' is given twice", { nodes: nodes('a', 'a'), edges: [] }],
    ["endpoint 'h' has no wire", { nodes: [...nodes('s'), h], edges: [] }],
    [
      "endpoint 'h' has a second wire. Give each endpoint one wire, to a switch",
      { nodes: [...nodes('a', 'b'), h], edges: [edge('a', 'b'), edge('a', 'h'), edge('h', 'b')] },
    ],
    ['net.json: the graph has no switch', { nodes: [], edges: [] }],
    ["net.json:1:1: key 'nodes' is missing", '{"edges":[]}'],
    ["net.json:1:10: this '[' is not closed", '{"nodes":['],
  ])('is refused: %s', (message, graph) => {
    expect(() => read(graph)).toThrow(InputError);
    expect(() => read(graph)).toThrow(message);
  });
});
