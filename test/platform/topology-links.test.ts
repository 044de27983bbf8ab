import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.js';
import { readGraphTopology } from '../../src/platform/graph-file.js';
import { type LinkNetwork, type Routing, topologyLinks } from '../../src/platform/link-network.js';
import { MOST_WAYS } from '../../src/platform/switches.js';
import type { Topology } from '../../src/platform/topology.js';
import { cases } from '../part.js';
import { build } from './build.js';

/** Rank r on endpoint r. */
function linksOf(topology: Topology, routing: Routing): LinkNetwork {
  const placement = Int32Array.from({ length: topology.endpoints }, (_, i) => i);
  return topologyLinks(topology, placement, { gapNsPerByte: topology.wires.map(() => 1), routing });
}

const SPECS = [
  'fat-tree:k=4',
  'fat-tree:k=6,tiers=2',
  'dragonfly:g=4,a=2,p=2',
  'dragonfly:g=3,a=4,p=1,h=2',
  'dragonfly:g=9,a=4,p=1',
  'dragonfly:g=2,a=2,p=2,h=2',
  'slim-fly:q=3',
  'slim-fly:q=5,p=1',
  'torus:dims=4x3x2,p=2',
  'torus:dims=5x5',
  'hyperx:dims=3x4,p=2',
  'hyperx:dims=3x2x2',
];

/** What the names of a route's links say: where each begins and ends. */
const ends = (network: LinkNetwork, link: number): string[] =>
  network
    .name(link)
    .replace(/ \(\d+ of \d+\)$/, '')
    .split(' → ');

describe.each(['single', 'ecmp'] as const)('%s routes', (routing) => {
  it.each(
    cases(SPECS, (spec) => ['fat-tree:k=4', 'dragonfly:g=3,a=4,p=1,h=2', 'torus:dims=5x5'].includes(spec)),
  )('have the wires of the path, hang together and add up: %s', (spec) => {
    const topology = build(spec);
    const network = linksOf(topology, routing);
    for (let a = 0; a < topology.endpoints; a++) {
      for (let b = 0; b < topology.endpoints; b++) {
        const routes = network.routes(a, b);
        if (a === b) {
          expect(routes).toEqual([{ links: new Uint32Array(0), share: 1 }]);
          continue;
        }
        const { wires } = topology.path(topology.portOf(a), topology.portOf(b));
        for (const { links } of routes) {
          const counts = wires.map(() => 0);
          for (const link of links) counts[network.classOf[link]]++;
          expect(counts).toEqual(wires);
          const names = [...links].map((link) => ends(network, link));
          expect(names[0][0]).toBe(`endpoint-${a}`);
          expect(names[names.length - 1][1]).toBe(`endpoint-${b}`);
          for (let i = 1; i < names.length; i++) expect(names[i][0]).toBe(names[i - 1][1]);
        }
        expect(routes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
        expect(new Set(routes.map(({ links }) => links.join(' '))).size).toBe(routes.length);
        if (routing === 'single') expect(routes).toHaveLength(1);
      }
    }
  });
});

describe('the links of a topology', () => {
  it('are two a wire, each with a name of its own', () => {
    const topology = build('dragonfly:g=2,a=2,p=1,h=2');
    const network = linksOf(topology, 'single');
    let wires = 0;
    topology.graph?.forEachEdge((_, { parallel }) => {
      wires += parallel ?? 1;
    });
    expect(network.links).toBe(2 * wires);
    expect(network.classOf).toHaveLength(2 * wires);
    const names = Array.from({ length: network.links }, (_, link) => network.name(link));
    expect(new Set(names).size).toBe(network.links);
    // Four cables between the two groups, two by two side by side, and two ways each.
    expect(names.filter((name) => / of 2/.test(name))).toHaveLength(8);
  });

  it('spread the cables beside each other over destinations, or share all of them', () => {
    const topology = build('dragonfly:g=2,a=1,p=4,h=3');
    const crossed = (routing: Routing) => {
      const network = linksOf(topology, routing);
      const routes = [4, 5, 6, 7].flatMap((b) => network.routes(0, b));
      return routes.map(({ links, share }) => [network.name(links[1]), share]);
    };
    const cable = (n: number) => `switch-0-0 → switch-1-0 (${n} of 3)`;
    expect(crossed('single').map(([name]) => name)).toEqual([cable(2), cable(3), cable(1), cable(2)]);
    expect(crossed('ecmp').slice(0, 3)).toEqual([1, 2, 3].map((n) => [cable(n), 1 / 3]));
  });

  it('are crossed as D-mod-k does in a fat tree: up ports are the digits of the destination', () => {
    const k = 6;
    const network = linksOf(build(`fat-tree:k=${k}`), 'single');
    const half = k / 2;
    for (let to = 0; to < k ** 3 / 4; to++) {
      const from = (to + half * half) % (k ** 3 / 4);
      const [, up, core] = [...network.routes(from, to)[0].links].map((link) => ends(network, link));
      expect(up[1]).toBe(`aggregation-${Math.floor(from / (half * half))}-${to % half}`);
      expect(core[1]).toBe(`core-${(to % half) * half + (Math.floor(to / half) % half)}`);
    }
  });

  it('carry a shift permutation without sharing, as D-mod-k does (Zahavi 2010)', () => {
    const topology = build('fat-tree:k=4');
    const network = linksOf(topology, 'single');
    for (let shift = 1; shift < topology.endpoints; shift++) {
      const load = new Uint32Array(network.links);
      for (let from = 0; from < topology.endpoints; from++) {
        const [{ links }] = network.routes(from, (from + shift) % topology.endpoints);
        for (const link of links) load[link]++;
      }
      expect(Math.max(...load)).toBe(1);
    }
  });

  it('are crossed dimension after dimension in a torus', () => {
    const network = linksOf(build('torus:dims=4x4x4'), 'single');
    for (let to = 1; to < 64; to++) {
      const classes = [...network.routes(0, to)[0].links].map((link) => network.classOf[link]);
      expect(classes.slice(1, -1)).toEqual(classes.slice(1, -1).sort());
    }
  });

  it('counts all minimal ways: (k/2)² between pods, multinomials in a torus, no more than some', () => {
    const tree = linksOf(build('fat-tree:k=6'), 'ecmp');
    expect([tree.routes(0, 1), tree.routes(0, 3), tree.routes(0, 9)].map((one) => one.length)).toEqual([
      1, 3, 9,
    ]);
    const torus = linksOf(build('torus:dims=7x7'), 'ecmp');
    // 2 steps in the first dimension, 3 in the second: 5 over 2.
    expect(torus.routes(0, 2 * 7 + 3)).toHaveLength(10);
    // 4 and 4 of 8: 70 ways in each of 4 directions.
    const large = linksOf(build('torus:dims=8x8'), 'ecmp');
    const routes = large.routes(0, 4 * 8 + 4);
    expect(routes).toHaveLength(MOST_WAYS);
    expect(new Set(routes.map(({ links }) => links[1])).size).toBe(4);
  });

  it('are those of a graph file', () => {
    const text = JSON.stringify({
      nodes: [
        { key: 'a', attributes: { endpoints: 2 } },
        { key: 'b', attributes: { endpoints: 1 } },
      ],
      edges: [{ source: 'a', target: 'b', attributes: { wire: 'trunk' } }],
    });
    const network = linksOf(readGraphTopology(text, 'two.json'), 'single');
    const [{ links }] = network.routes(1, 2);
    expect([...links].map((link) => network.name(link))).toEqual([
      'endpoint-1 → a',
      'a → b',
      'b → endpoint-2',
    ]);
    expect(network.classes[network.classOf[links[1]]]).toBe('trunk');
  });

  it('are refused of a fixed table', () => {
    const table = build('published-fat-tree:k=4');
    expect(() => linksOf(table, 'single')).toThrow(UsageError);
    expect(() => linksOf(table, 'single')).toThrow(/fixed table of wires/);
  });
});
