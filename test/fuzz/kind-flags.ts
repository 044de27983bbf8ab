/** What is written behind flags: quantities, choices of algorithms, topologies. Read, and used in a small program. */
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { logGPS } from '../../src/machine/machine.js';
import { readGraphTopology } from '../../src/platform/graph-file.js';
import { parseTopologySpec } from '../../src/platform/topologies.js';
import { densePlacement, topologyNetwork } from '../../src/platform/topology-network.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { parseGapPerByte, parseSize, parseTime } from '../../src/units.js';
import { checkAnswers } from './answers.js';
import { plainText, smallProgram } from './goal-text.js';
import { allFinite, decode, encode, type FuzzInput, fileOf, type Kind } from './input.js';
import { mutated } from './mutate-text.js';
import { readGoalText } from './oracle-goal.js';
import type { Random } from './random.js';

const FILE = 'a.goal';

const pick = (random: Random, list: readonly string[]): string => {
  const text = random.pick(list);
  return random.chance(0.85) ? text : decode(mutated(encode(text), random));
};

const TIMES = ['3us', '5 ns', '0', '1.5ms', '250ps', '1e300s', '1e-320s', '2min', '1e308us'];
const GAPS = ['0.018ns/B', '100Gbit/s', '25GB/s', '1e-320Gbit/s', '0', '1e308ns/B', '8bps'];
const SIZES = ['256KiB', '4B', '1e3B', '1e300TiB', '0B', '12.5kB'];

export const quantities: Kind = {
  name: 'quantities',
  weight: 6,
  make: (random) => ({
    files: new Map([[FILE, encode(plainText(smallProgram(random)))]]),
    choices: {
      L: pick(random, TIMES),
      o: pick(random, TIMES),
      G: pick(random, GAPS),
      S: pick(random, SIZES),
      collective: pick(random, [
        'allreduce=ring',
        'bcast=chain@64KiB..:fanout=4:segment=8KiB',
        'auto',
        'reduce=auto',
      ]),
    },
    whole: false,
  }),
  async check(input) {
    const { L, o, G, S, collective } = input.choices;
    const spec = parseCollectiveSpec(String(collective));
    const to = Number.isFinite(spec.to) ? spec.to : 0;
    allFinite({ from: spec.from, to, ...spec.options }, 'collective');
    const read = {
      L: parseTime(String(L)),
      o: parseTime(String(o)),
      G: parseGapPerByte(String(G)),
      S: parseSize(String(S)),
    };
    allFinite(read, 'quantity');
    await ask(input, { machine: logGPS(read), truth: read });
  },
};

const TOPOLOGIES = [
  'fat-tree:k=4',
  'dragonfly:a=2,h=2,p=2',
  'slim-fly:q=5',
  'torus:dims=3x3x2,p=1',
  'hyperx:dims=3x3',
  'published-fat-tree:k=16',
  'published-dragonfly',
];

/** A small graph as a file has it. */
const GRAPHS = [
  '{"nodes":[{"key":"a","attributes":{"endpoints":4}},{"key":"b","attributes":{"endpoints":4}}],"edges":[{"source":"a","target":"b"}]}',
  '<?xml version="1.0"?>\n<graphml><key id="k" for="node" attr.name="endpoints" attr.type="int"/>\n<graph edgedefault="undirected">\n<node id="a"><data key="k">4</data></node>\n<node id="b"><data key="k">3</data></node>\n<edge source="a" target="b"/>\n</graph></graphml>\n',
  '<gexf version="1.3">\n<graph>\n<attributes class="node"><attribute id="0" title="kind" type="string"/></attributes>\n<nodes><node id="s"/><node id="e" ><attvalues><attvalue for="0" value="endpoint"/></attvalues></node></nodes>\n<edges><edge source="s" target="e"/></edges>\n</graph></gexf>\n',
];

export const topology: Kind = {
  name: 'topology',
  weight: 4,
  make: (random) => ({
    files: new Map([[FILE, encode(plainText(smallProgram(random)))]]),
    choices: {
      topology: pick(random, [...TOPOLOGIES, 'graph:g']),
      graph: pick(random, GRAPHS),
    },
    whole: false,
  }),
  async check(input) {
    const spec = parseTopologySpec(String(input.choices.topology));
    const built =
      spec.kind === 'graph' ? readGraphTopology(String(input.choices.graph), spec.file) : spec.build();
    const { ranks } = parseGoal(fileOf(input, FILE));
    const costs = { wireNs: 274, switchNs: 108, gapNsPerByte: 0.5, wireClasses: false };
    const network = topologyNetwork(built, costs, densePlacement(built, ranks));
    await ask(input, { machine: { ...logGPS({ L: 0, o: 5, G: 0.5, S: 64 }), network }, truth: null });
  },
};

interface Query {
  readonly machine: Parameters<typeof checkAnswers>[0]['machine'];
  readonly truth: { readonly L: number; readonly o: number; readonly G: number; readonly S: number } | null;
}

async function ask(input: FuzzInput, { machine, truth }: Query): Promise<void> {
  const text = decode(fileOf(input, FILE));
  const program = readGoalText(text) ?? [];
  const costs = (L: number) => ({
    ...machine,
    o: truth?.o ?? 0,
    S: truth?.S ?? 0,
    wire: () => ({ L, G: truth?.G ?? 0 }),
  });
  await checkAnswers({
    schedule: parseGoal(text),
    machine,
    truth: truth && { program, costs },
    highs: false,
  });
}
