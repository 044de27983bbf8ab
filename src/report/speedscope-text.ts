/**
 * Amounts by function as profiles of speedscope: each call path with an amount of its own is a sample of that weight, with
 * the MPI call below the last function. Format: https://www.speedscope.app/file-format-schema.json.
 */
import { type Amounts, NO_PATH, type Region, type RegionNode, type Regions } from '../analysis/call-tree.js';

/** One profile: an amount by function. */
export interface SpeedscopeProfile<K extends string = string> {
  readonly name: string;
  /** Name in the format. */
  readonly unit: 'nanoseconds' | 'none';
  readonly regions: Pick<Regions<K>, 'nodes' | 'outside'>;
  /** Name of amounts without a known call site. */
  readonly outside: string;
  /** Weighted kinds; if several, each is a frame below the MPI call. */
  readonly kinds: readonly K[];
}

interface Frame {
  readonly name: string;
  /** Omitted for frames that are not functions of the program. */
  readonly file?: string;
}

/** The text of a file. `source`: name of the program. */
export function speedscopeText(source: string, profiles: readonly SpeedscopeProfile[]): string {
  const frames = new Frames();
  const sampled = profiles.map((profile) => {
    const samples = [...samplesOf(profile)].filter(({ weight }) => weight > 0);
    const endValue = samples.reduce((sum, { weight }) => sum + weight, 0);
    return {
      ...{ type: 'sampled', name: profile.name, unit: profile.unit, startValue: 0, endValue },
      samples: samples.map(({ stack }) => stack.map((frame) => frames.of(frame))),
      weights: samples.map(({ weight }) => weight),
    };
  });
  const file = {
    ...{ $schema: 'https://www.speedscope.app/file-format-schema.json', exporter: 'llamp-ts', name: source },
    ...{ activeProfileIndex: 0, shared: { frames: frames.list }, profiles: sampled },
  };
  return `${JSON.stringify(file)}\n`;
}

/** Frames by name and file, each once. */
class Frames {
  readonly list: Frame[] = [];
  readonly #known = new Map<string, number>();

  of(frame: Frame): number {
    const key = `${frame.name}\n${frame.file ?? ''}`;
    const index = this.#known.get(key) ?? this.list.push(frame) - 1;
    this.#known.set(key, index);
    return index;
  }
}

interface Sample {
  /** Outermost first. */
  readonly stack: readonly Frame[];
  readonly weight: number;
}

/** In the order of the call tree. */
function* samplesOf(profile: SpeedscopeProfile): Generator<Sample> {
  const { nodes, outside } = profile.regions;
  for (const node of nodes) {
    const stack = stackOf(nodes, node);
    for (const { call, exclusive } of node.calls)
      yield* weighed(profile.kinds, call === '' ? stack : [...stack, { name: call }], exclusive);
  }
  yield* weighed(profile.kinds, [{ name: profile.outside }], outside);
}

function* weighed<K extends string>(
  kinds: readonly K[],
  stack: readonly Frame[],
  amounts: Amounts<K>,
): Generator<Sample> {
  for (const kind of kinds)
    yield { stack: kinds.length === 1 ? stack : [...stack, { name: kind }], weight: amounts[kind] };
}

function stackOf<K extends string>(nodes: readonly RegionNode<K>[], { region, parent }: RegionNode<K>) {
  const stack = [frameOf(region)];
  for (let at = parent; at !== NO_PATH; at = nodes[at].parent) stack.push(frameOf(nodes[at].region));
  return stack.reverse();
}

const frameOf = ({ name, file }: Region): Frame => (file === '' ? { name } : { name, file });
