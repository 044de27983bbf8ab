/** Topologies by name (`fat-tree:k=16`, `torus:dims=4x4x4,p=2`, `graph:FILE`), and how each family is built. */
import { LimitError, many, namesInstead, nearest, UsageError } from '../errors.js';
import { graphTopology, type Topology, TopologyBuilder } from './topology.js';

/** A key of a spec such as `fat-tree:k=16`. */
interface SpecKey {
  readonly name: string;
  /** What it means, for help. */
  readonly summary: string;
  /** `count`: a whole number; `dims`: sizes of dimensions, `4x4x4`. */
  readonly type: 'count' | 'dims';
  /** Text of the value when it is left out; without it the key is required. */
  readonly fallback?: string;
  /** Smallest value allowed (of each dimension). */
  readonly min: number;
}

/** Values of a spec's keys. A key that was left out and has no fallback is absent from `counts`. */
interface SpecValues {
  readonly counts: Readonly<Record<string, number>>;
  readonly dims: readonly number[];
}

interface TopologyFamily {
  readonly name: string;
  /** One sentence for help and docs. */
  readonly summary: string;
  readonly keys: readonly SpecKey[];
  /** Throws UsageError for values that make no such topology. */
  readonly build: (values: SpecValues) => Topology;
}

/** The error of a value that makes no topology of this kind. */
function badValue(
  family: string,
  key: string,
  value: number | string,
  why: string,
  mend?: string,
): UsageError {
  return new UsageError(`topology ${family}: ${key}=${value} ${why}`, mend);
}

/** Mixed-radix coordinates of `index`, the last dimension fastest. */
function coordinates(index: number, dims: readonly number[]): number[] {
  const at = new Array<number>(dims.length);
  let rest = index;
  for (let d = dims.length - 1; d >= 0; d--) {
    at[d] = rest % dims[d];
    rest = Math.floor(rest / dims[d]);
  }
  return at;
}

/**
 * Switches at the points of a grid with `p` endpoints each. `links`: as many wires a switch has, each counted at one end;
 * `others`: which coordinates it is joined to in a dimension, by its own there and the dimension's size.
 */
function grid(
  name: string,
  dims: readonly number[],
  p: number,
  links: number,
  others: (at: number, size: number) => readonly number[],
): Topology {
  const switches = dims.reduce((product, size) => product * size, 1);
  const builder = new TopologyBuilder(name, switches * (1 + p), switches * (p + links));
  const key = (at: readonly number[]) => `switch-${at.join('-')}`;
  for (let s = 0; s < switches; s++) builder.endpoints(builder.switch(key(coordinates(s, dims))), p);
  for (let s = 0; s < switches; s++) {
    const at = coordinates(s, dims);
    dims.forEach((size, d) => {
      for (const other of others(at[d], size)) builder.link(key(at), key(at.with(d, other)), `dim${d + 1}`);
    });
  }
  return graphTopology(name, builder.graph, ['terminal', ...dims.map((_, d) => `dim${d + 1}`)]);
}

/**
 * Dragonfly (Kim et al. 2008; LLAMP [60], Fig. 19): g groups of a fully connected switches with p endpoints
 * each; every two groups are joined by inter-group wires, h of them per switch.
 * Routes are minimal as Kim et al. define it: one inter-group wire at most, so a path between groups is
 * (0 or 1 intra) + 1 inter + (0 or 1 intra) wires, even where two inter-group wires would pass fewer switches.
 * Group i's port j leads to group i + 1 + (j mod (g − 1)); port j sits on switch ⌊j / h⌋. Ports that do not
 * make a whole round of all other groups stay free.
 */
const dragonfly: TopologyFamily = {
  name: 'dragonfly',
  summary: 'groups of fully connected switches, fully connected among themselves',
  keys: [
    { name: 'g', summary: 'groups', type: 'count', fallback: '8', min: 1 },
    { name: 'a', summary: 'switches of a group', type: 'count', fallback: '4', min: 1 },
    { name: 'p', summary: 'endpoints of a switch', type: 'count', fallback: '8', min: 1 },
    {
      name: 'h',
      summary: 'inter-group wires of a switch; left out: as few as reach every group',
      type: 'count',
      fallback: '',
      min: 1,
    },
  ],
  build: ({ counts: { g, a, p, h: given } }) => {
    const others = g - 1;
    const h = given ?? Math.ceil(others / a);
    if (a * h < others) {
      throw badValue(
        'dragonfly',
        'h',
        h,
        `is too small to reach ${others} other groups`,
        `write h=${Math.ceil(others / a)} or more`,
      );
    }
    const name = `dragonfly:g=${g},a=${a},p=${p},h=${h}`;
    const rounds = others === 0 ? 0 : Math.floor((a * h) / others);
    const wires = g * a * (p + (a - 1) / 2) + (rounds * g * others) / 2;
    const builder = new TopologyBuilder(name, g * a * (1 + p), wires);
    for (let group = 0; group < g; group++) {
      for (let s = 0; s < a; s++) {
        const at = builder.switch(`switch-${group}-${s}`);
        builder.endpoints(at, p);
        for (let other = 0; other < s; other++) builder.link(at, `switch-${group}-${other}`, 'intra');
      }
    }
    for (let round = 0; round < rounds; round++) {
      const at = (group: number, distance: number) =>
        `switch-${group}-${Math.floor((round * others + distance - 1) / h)}`;
      for (let from = 0; from < g; from++) {
        for (let to = 0; to < from; to++) {
          builder.cable(at(from, to - from + g), at(to, from - to), 'inter');
        }
      }
    }
    return graphTopology(name, builder.graph, ['terminal', 'intra', 'inter'], { once: 'inter' });
  },
};

/**
 * Folded-Clos fat trees of k-port switches (Al-Fares et al. 2008; LLAMP [59]).
 * - 3 tiers: k pods of k/2 edge and k/2 aggregation switches, (k/2)² core switches, k³/4 endpoints;
 * 2 wires on an edge switch, 4 within a pod of k²/4 endpoints, otherwise 6.
 * - 2 tiers: k edge switches on k/2 spine switches, k²/2 endpoints; 2 wires on an edge switch, otherwise 4.
 */
const fatTree: TopologyFamily = {
  name: 'fat-tree',
  summary: 'folded Clos of k-port switches',
  keys: [
    { name: 'k', summary: 'ports of a switch, even', type: 'count', fallback: '16', min: 2 },
    { name: 'tiers', summary: 'levels of switches, 2 or 3', type: 'count', fallback: '3', min: 2 },
  ],
  build: ({ counts: { k, tiers } }) => {
    if (k % 2 !== 0)
      throw badValue('fat-tree', 'k', k, 'is odd, but half of the ports lead up', `write k=${k + 1}`);
    if (tiers > 3) throw badValue('fat-tree', 'tiers', tiers, 'is neither 2 nor 3');
    const name = `fat-tree:k=${k},tiers=${tiers}`;
    return tiers === 3 ? threeTiers(name, k) : twoTiers(name, k);
  },
};

function threeTiers(name: string, k: number): Topology {
  const half = k / 2;
  const builder = new TopologyBuilder(
    name,
    2 * k * half + half * half + (k * k * k) / 4,
    3 * k * half * half,
  );
  for (let c = 0; c < half * half; c++) builder.switch(`core-${c}`);
  for (let pod = 0; pod < k; pod++) {
    for (let a = 0; a < half; a++) {
      const aggregation = builder.switch(`aggregation-${pod}-${a}`);
      for (let j = 0; j < half; j++) builder.link(aggregation, `core-${a * half + j}`, 'core');
    }
    for (let e = 0; e < half; e++) {
      const edge = builder.switch(`edge-${pod}-${e}`);
      builder.endpoints(edge, half);
      for (let a = 0; a < half; a++) builder.link(edge, `aggregation-${pod}-${a}`, 'pod');
    }
  }
  return graphTopology(name, builder.graph, ['terminal', 'pod', 'core']);
}

function twoTiers(name: string, k: number): Topology {
  const half = k / 2;
  const builder = new TopologyBuilder(name, k + half + k * half, 2 * k * half);
  for (let s = 0; s < half; s++) builder.switch(`spine-${s}`);
  for (let e = 0; e < k; e++) {
    const edge = builder.switch(`edge-${e}`);
    builder.endpoints(edge, half);
    for (let s = 0; s < half; s++) builder.link(edge, `spine-${s}`, 'core');
  }
  return graphTopology(name, builder.graph, ['terminal', 'core']);
}

/**
 * HyperX (Ahn et al. 2009): switches at the points of a grid, every two that differ in one coordinate
 * joined. Between two of them as many wires as coordinates differ. A wire's class is its dimension.
 */
const hyperX: TopologyFamily = {
  name: 'hyperx',
  summary: 'grid whose rows are fully connected in every dimension',
  keys: [
    { name: 'dims', summary: 'size of each dimension, such as 4x4', type: 'dims', min: 2 },
    { name: 'p', summary: 'endpoints of a switch', type: 'count', fallback: '1', min: 1 },
  ],
  build: ({ dims, counts: { p } }) => {
    const text = dims.join('x');
    if (dims.length > 6) throw badValue('hyperx', 'dims', text, 'has more than 6 dimensions');
    const degree = dims.reduce((sum, size) => sum + size - 1, 0);
    return grid(`hyperx:dims=${text},p=${p}`, dims, p, degree / 2, (at) => [...Array(at).keys()]);
  },
};

// The two fixed tables behind LLAMP's Fig. 11, kept to reproduce it. They are not the hop counts of the
// topologies: the pod of the fat tree has k endpoints (not k²/4), and every two switches of a dragonfly's
// group, or of two groups, count the same.

/** Numbers of endpoints have 32 bits. */
const MAX_ENDPOINTS = 2 ** 31;

/** Endpoints in order, `perPort` on a port, and the wires between two ports. */
function table(
  name: string,
  endpoints: number,
  perPort: number,
  wiresBetween: (from: number, to: number) => number,
): Topology {
  if (endpoints > MAX_ENDPOINTS) {
    throw new LimitError(
      `topology ${name} has ${endpoints} endpoints, more than ${MAX_ENDPOINTS}`,
      'make it smaller',
    );
  }
  return {
    name,
    endpoints,
    wires: ['wire'],
    ports: Math.ceil(endpoints / perPort),
    portOf: (endpoint) => Math.floor(endpoint / perPort),
    switchOf: (endpoint) => Math.floor(endpoint / perPort),
    path: (from, to) => {
      const wires = wiresBetween(from, to);
      return { switches: wires - 1, wires: [wires] };
    },
  };
}

const publishedFatTree: TopologyFamily = {
  name: 'published-fat-tree',
  summary: "the fixed table of LLAMP's case study: 2, 4 or 6 wires",
  keys: [{ name: 'k', summary: 'ports of a switch, even', type: 'count', fallback: '16', min: 2 }],
  build: ({ counts: { k } }) => {
    if (k % 2 !== 0)
      throw badValue(
        'published-fat-tree',
        'k',
        k,
        'is odd, but half of the ports lead up',
        `write k=${k + 1}`,
      );
    // Two edge switches of k/2 endpoints make the published pod.
    return table(`published-fat-tree:k=${k}`, (k * k * k) / 4, k / 2, (from, to) => {
      if (from === to) return 2;
      return Math.floor(from / 2) === Math.floor(to / 2) ? 4 : 6;
    });
  },
};

const publishedDragonfly: TopologyFamily = {
  name: 'published-dragonfly',
  summary: "the fixed table of LLAMP's case study: 2, 3 or 4 wires",
  keys: [
    { name: 'g', summary: 'groups', type: 'count', fallback: '8', min: 1 },
    { name: 'a', summary: 'switches of a group', type: 'count', fallback: '4', min: 1 },
    { name: 'p', summary: 'endpoints of a switch', type: 'count', fallback: '8', min: 1 },
  ],
  build: ({ counts: { g, a, p } }) =>
    table(`published-dragonfly:g=${g},a=${a},p=${p}`, g * a * p, p, (from, to) => {
      if (from === to) return 2;
      return Math.floor(from / a) === Math.floor(to / a) ? 3 : 4;
    }),
};

/**
 * Slim Fly on McKay–Miller–Širáň graphs (Besta and Hoefler 2014): 2q² switches of network degree
 * (3q − δ)/2, q = 4w + δ, diameter 2. Here q is an odd prime, so δ = ±1.
 * Switches (0, x, y) and (1, m, c) over the integers modulo q, with a primitive root ξ:
 * (0, x, y)–(0, x, y′) where y − y′ ∈ X; (1, m, c)–(1, m, c′) where c − c′ ∈ X′; (0, x, y)–(1, m, c) where
 * y = m·x + c. Wires within a subgraph row are `intra`, the others `inter`.
 */
const slimFly: TopologyFamily = {
  name: 'slim-fly',
  summary: 'diameter-2 graph of 2q² switches',
  keys: [
    { name: 'q', summary: 'an odd prime', type: 'count', fallback: '5', min: 3 },
    {
      name: 'p',
      summary: 'endpoints of a switch; left out: half of its network degree, rounded up',
      type: 'count',
      fallback: '',
      min: 1,
    },
  ],
  build: ({ counts: { q, p: given } }) => {
    if (!isPrime(q) || q === 2) throw badValue('slim-fly', 'q', q, 'is not an odd prime (3, 5, 7, 11, 13 …)');
    const delta = q % 4 === 1 ? 1 : -1;
    const p = given ?? Math.ceil((3 * q - delta) / 4);
    const name = `slim-fly:q=${q},p=${p}`;
    const builder = new TopologyBuilder(name, 2 * q * q * (1 + p), q * q * (2 * p + 2 * q - delta));
    for (let side = 0; side < 2; side++) {
      for (let row = 0; row < q; row++) {
        for (let at = 0; at < q; at++) builder.endpoints(builder.switch(`switch-${side}-${row}-${at}`), p);
      }
    }
    generators(q, delta).forEach((differences, side) => {
      for (let row = 0; row < q; row++) {
        for (let at = 0; at < q; at++) {
          for (const step of differences) {
            builder.link(`switch-${side}-${row}-${at}`, `switch-${side}-${row}-${(at + step) % q}`, 'intra');
          }
        }
      }
    });
    for (let x = 0; x < q; x++) {
      for (let m = 0; m < q; m++) {
        for (let c = 0; c < q; c++) {
          builder.link(`switch-0-${x}-${(m * x + c) % q}`, `switch-1-${m}-${c}`, 'inter');
        }
      }
    }
    return graphTopology(name, builder.graph, ['terminal', 'intra', 'inter']);
  },
};

/**
 * The sets X and X′. δ = 1: even and odd powers of ξ. δ = −1, q = 4w − 1: even powers below 2w and odd ones
 * from 2w − 1; X′ the same one power higher.
 */
function generators(q: number, delta: number): [number[], number[]] {
  const powers = [1];
  const root = primitiveRoot(q);
  for (let i = 1; i < q - 1; i++) powers.push((powers[i - 1] * root) % q);
  if (delta === 1) return [powers.filter((_, i) => i % 2 === 0), powers.filter((_, i) => i % 2 === 1)];
  const w = (q + 1) / 4;
  const even: number[] = [];
  const odd: number[] = [];
  for (let i = 0; i < w; i++) {
    even.push(powers[2 * i], powers[2 * w - 1 + 2 * i]);
    odd.push(powers[2 * i + 1], powers[(2 * w + 2 * i) % (q - 1)]);
  }
  return [even, odd];
}

function isPrime(n: number): boolean {
  if (n < 2) return false;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}

/** Smallest number whose powers are all of 1 … q − 1 modulo the prime q. */
function primitiveRoot(q: number): number {
  for (let root = 2; root < q; root++) {
    let power = root;
    let order = 1;
    while (power !== 1) {
      power = (power * root) % q;
      order++;
    }
    if (order === q - 1) return root;
  }
  return 1;
}

/**
 * Torus of 2 to 6 dimensions: switches at the points of a grid whose ends are joined. Between two of them
 * Σ min(|Δ|, n − |Δ|) wires over the dimensions. A wire's class is its dimension.
 */
const torus: TopologyFamily = {
  name: 'torus',
  summary: 'grid of 2 to 6 dimensions with joined ends',
  keys: [
    { name: 'dims', summary: 'size of each dimension, such as 4x4x4', type: 'dims', min: 2 },
    { name: 'p', summary: 'endpoints of a switch', type: 'count', fallback: '1', min: 1 },
  ],
  build: ({ dims, counts: { p } }) => {
    const text = dims.join('x');
    if (dims.length < 2 || dims.length > 6) {
      throw badValue('torus', 'dims', text, `has ${many(dims.length, 'dimension')}; write 2 to 6`);
    }
    return grid(`torus:dims=${text},p=${p}`, dims, p, dims.length, (at, size) => [(at + 1) % size]);
  },
};

/** Every generator, in the order of help. */
export const TOPOLOGIES: readonly TopologyFamily[] = [
  fatTree,
  dragonfly,
  slimFly,
  torus,
  hyperX,
  publishedFatTree,
  publishedDragonfly,
];

/** A spec that was read. */
export type TopologySpec =
  | { readonly kind: 'generated'; readonly text: string; readonly build: () => Topology }
  /** `readGraphTopology` reads the text of `file`. */
  | { readonly kind: 'graph'; readonly text: string; readonly file: string };

/** Throws UsageError that names the known topologies, or the known keys of one. */
export function parseTopologySpec(text: string): TopologySpec {
  const colon = text.indexOf(':');
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const rest = colon < 0 ? '' : text.slice(colon + 1).trim();
  if (name === 'graph') {
    if (rest === '') throw new UsageError(`topology '${text}' names no file`, 'write graph:FILE');
    return { kind: 'graph', text, file: rest };
  }
  const family = TOPOLOGIES.find((one) => one.name === name);
  if (family === undefined) throw new UsageError(`unknown topology '${name}'`, specInstead(text));
  const values = specValues(family, rest);
  return { kind: 'generated', text, build: () => family.build(values) };
}

/** How to mend a spec of no family: the closest family with the keys of the spec, and all families. */
function specInstead(text: string): string {
  const [, name = '', keys = ''] = /^\s*([\w-]*)[^\w-]*(.*)$/s.exec(text) ?? [];
  const families = TOPOLOGIES.map((one) => one.name);
  const all = [...families, 'graph:FILE'];
  const meant = nearest(name, families);
  if (meant === undefined || keys === '') return namesInstead(name, all);
  return `did you mean ${meant}:${keys.trim()}? Use one of ${all.join(', ')}`;
}

/** A spec of each family, with what it means, for who wants one to begin with. */
export function offeredTopologies(): { readonly spec: string; readonly summary: string }[] {
  return TOPOLOGIES.map(({ name, keys, summary }) => {
    const values = keys.map((key) => [key.name, key.fallback ?? exampleOf(key)]);
    const said = values.filter(([, value]) => value !== '').map(([key, value]) => `${key}=${value}`);
    return { spec: `${name}:${said.join(',')}`, summary };
  });
}

/** Of a key that has no value of its own. */
const exampleOf = ({ type, min }: SpecKey): string => (type === 'dims' ? '4x4' : String(min));

function specValues(family: TopologyFamily, text: string): SpecValues {
  const given = new Map<string, string>();
  for (const part of text === '' ? [] : text.split(',')) {
    const [name, value, ...more] = part.split('=').map((one) => one.trim());
    const known = family.keys.map((key) => key.name);
    if (value === undefined || more.length > 0) {
      throw new UsageError(
        `topology ${family.name}: '${part}' is not key=value`,
        `use the keys ${known.join(', ')}, such as ${known[0]}=${family.keys[0].fallback ?? exampleOf(family.keys[0])}`,
      );
    }
    if (!known.includes(name)) {
      throw new UsageError(`topology ${family.name}: unknown key '${name}'`, namesInstead(name, known));
    }
    if (given.has(name)) throw new UsageError(`topology ${family.name}: key '${name}' is given twice`);
    given.set(name, value);
  }
  const counts: Record<string, number> = {};
  let dims: readonly number[] = [];
  for (const key of family.keys) {
    const value = given.get(key.name) ?? key.fallback;
    if (value === undefined) {
      throw new UsageError(`topology ${family.name} needs ${key.name}`, `give the ${key.summary}`);
    }
    if (value === '' && !given.has(key.name)) continue;
    if (key.type === 'dims') dims = value.split('x').map((size) => count(family, key, size));
    else counts[key.name] = count(family, key, value);
  }
  return { counts, dims };
}

function count(family: TopologyFamily, key: SpecKey, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= key.min && Number.isSafeInteger(value)) return value;
  throw new UsageError(
    `topology ${family.name}: '${text}' is not a value of ${key.name}`,
    `give a whole number of at least ${key.min} (${key.summary})`,
  );
}
