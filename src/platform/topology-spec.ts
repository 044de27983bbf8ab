/** Topologies by name: `fat-tree:k=16`, `torus:dims=4x4x4,p=2`, `graph:FILE`. */
import { UsageError } from '../errors.js';
import { namesInstead } from '../nearest.js';
import { dragonfly } from './topologies/dragonfly.js';
import type { SpecKey, SpecValues, TopologyFamily } from './topologies/family.js';
import { fatTree } from './topologies/fat-tree.js';
import { readGraphTopology } from './topologies/graph-file.js';
import { hyperX } from './topologies/hyperx.js';
import { publishedDragonfly, publishedFatTree } from './topologies/published.js';
import { slimFly } from './topologies/slim-fly.js';
import { torus } from './topologies/torus.js';
import type { Topology } from './topology.js';

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

/** A spec that was read; `build` makes the topology. */
export type TopologySpec =
  | { readonly kind: 'generated'; readonly text: string; readonly build: () => Topology }
  /** The caller reads `file` and hands its text to `build`. */
  | {
      readonly kind: 'graph';
      readonly text: string;
      readonly file: string;
      readonly build: (content: string) => Topology;
    };

/** Throws UsageError that names the known topologies, or the known keys of one. */
export function parseTopologySpec(text: string): TopologySpec {
  const colon = text.indexOf(':');
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const rest = colon < 0 ? '' : text.slice(colon + 1).trim();
  if (name === 'graph') {
    if (rest === '') throw new UsageError(`topology '${text}' names no file`, 'write graph:FILE');
    return { kind: 'graph', text, file: rest, build: (content) => readGraphTopology(content, rest) };
  }
  const family = TOPOLOGIES.find((one) => one.name === name);
  if (family === undefined) {
    throw new UsageError(
      `unknown topology '${name}'`,
      namesInstead(name, [...TOPOLOGIES.map((one) => one.name), 'graph:FILE']),
    );
  }
  const values = specValues(family, rest);
  return { kind: 'generated', text, build: () => family.build(values) };
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
        `topology ${family.name}: '${part}' is no key=value`,
        `keys are ${known.join(', ')}`,
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
      throw new UsageError(`topology ${family.name} needs ${key.name}`, key.summary);
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
    `topology ${family.name}: '${text}' is no value of ${key.name}`,
    `${key.summary}; whole, at least ${key.min}`,
  );
}
