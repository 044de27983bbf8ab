/** Machine and platform files, whole and damaged, under a program that is right. */
import { logGPS, RENDEZVOUS_PROTOCOLS, type RendezvousProtocol } from '../../src/machine/machine.js';
import { readMachineFile } from '../../src/machine/machine-file.js';
import { coreCount, platformNetwork } from '../../src/platform/platform.js';
import { readPlatform } from '../../src/platform/platform-file.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import type { Program } from '../properties/schedules.js';
import { checkAnswers } from './answers.js';
import { plainText, smallProgram } from './goal-text.js';
import { allFinite, decode, encode, type FuzzInput, fileOf, type Kind } from './input.js';
import { mutated } from './mutate-text.js';
import type { Costs } from './oracle.js';
import { readGoalText } from './oracle-goal.js';
import type { Random } from './random.js';

interface Written {
  readonly text: string;
  readonly value: number;
}

/** Times that are exact in ns, as people write them. */
const TIMES: readonly Written[] = [
  { text: '0', value: 0 },
  { text: '0ns', value: 0 },
  { text: '250ps', value: 0.25 },
  { text: '12.5ns', value: 12.5 },
  { text: '100 ns', value: 100 },
  { text: '1.5us', value: 1_500 },
  { text: '3µs', value: 3_000 },
  { text: '5e-1us', value: 500 },
  { text: '0.02ms', value: 20_000 },
  { text: '"7ns"', value: 7 },
];
const GAPS: readonly Written[] = [
  { text: '0', value: 0 },
  { text: '0.5ns/B', value: 0.5 },
  { text: '16Gbit/s', value: 0.5 },
  { text: '0.018ns/B', value: 0.018 },
  { text: '1GB/s', value: 1 },
  { text: '8e9 bit/s', value: 1 },
];
const SIZES: readonly Written[] = [
  { text: '4B', value: 4 },
  { text: '0B', value: 0 },
  { text: '0.0625 KiB', value: 64 },
  { text: '1kB', value: 1_000 },
];

interface KnownMachine {
  readonly text: string;
  readonly L: number;
  readonly o: number;
  readonly G: number;
  readonly S: number;
  readonly protocol: RendezvousProtocol;
  readonly async: number | null;
}

function machineText(random: Random): KnownMachine {
  const [L, o] = [TIMES, TIMES].map((list) => random.pick(list));
  const async = random.pick([...TIMES, { text: 'o', value: null }]);
  const G = random.pick(GAPS);
  const S = random.chance(0.7) ? random.pick(SIZES) : null;
  const protocol = random.pick(RENDEZVOUS_PROTOCOLS);
  const lines = [
    `latency: ${L.text}`,
    `overhead: ${o.text}`,
    `gap_per_byte: ${G.text}`,
    `rendezvous: ${S === null ? 'none' : S.text}`,
    `rendezvous_protocol: ${protocol}`,
    `async: ${async.text} # of an irequires`,
    'name: fuzz',
  ];
  const text = `${random.shuffled(lines).join(random.pick(['\n', '\r\n', '\n\n']))}\n`;
  return { text, L: L.value, o: o.value, G: G.value, S: S?.value ?? 1e300, protocol, async: async.value };
}

interface KnownPlatform {
  readonly text: string;
  readonly cores: number;
  readonly channels: number;
  readonly overhead: number;
  /** Channel between two cores: that of the outermost level in which they differ, else of the innermost. */
  readonly wire: (a: number, b: number) => { readonly L: number; readonly G: number };
}

function platformText(random: Random): KnownPlatform {
  const names = random.shuffled(['node', 'socket', 'core']).slice(0, random.between(1, 3));
  const overhead = random.pick([0, 5, 90]);
  const levels = names.map((name) => ({
    name,
    count: random.between(2, 4),
    channel: `ch-${name}`,
    L: random.pick([0, 1, 57.5, 2_000]),
    G: random.pick([0, 0.25, 0.018]),
    endToEnd: random.chance(0.3),
  }));
  const channels = random.shuffled(levels).map(({ channel, L, G, endToEnd }) => {
    const latency = endToEnd ? `end_to_end_ns: ${L + 2 * overhead}` : `latency_ns: ${L}`;
    return `  ${channel}: { ${latency}, gap_ns_per_byte: ${G} }\n`;
  });
  const list = levels.map(
    ({ name, count, channel }) => `  - { name: ${name}, count: ${count}, channel: ${channel} }\n`,
  );
  const text = `name: fuzz\noverhead_ns: ${overhead}\nchannels:\n${channels.join('')}levels: # outermost first\n${list.join('')}`;
  const sizes = levels.map((_, i) => levels.slice(i + 1).reduce((size, { count }) => size * count, 1));
  const wire = (a: number, b: number): { L: number; G: number } =>
    levels.find((_, i) => Math.floor(a / sizes[i]) !== Math.floor(b / sizes[i])) ?? levels[levels.length - 1];
  return { text, cores: sizes[0] * levels[0].count, channels: levels.length, overhead, wire };
}

type CostsAt = (x: number) => Costs;

interface Truth {
  readonly costs: CostsAt;
}

/** `costs` is left out where the file is damaged: what it says is not known then. */
function inputOf(name: string, text: string, program: Program, costs: CostsAt, random: Random): FuzzInput {
  const whole = random.chance(0.4);
  const file = whole ? encode(text) : mutated(encode(text), random);
  return {
    files: new Map([
      [name, file],
      ['a.goal', encode(plainText(program))],
    ]),
    choices: { highs: random.chance(0.1) },
    whole,
    ...(whole ? { truth: { costs } satisfies Truth } : {}),
  };
}

function isTruth(truth: unknown): truth is Truth {
  return typeof truth === 'object' && truth !== null && 'costs' in truth;
}

async function ask(input: FuzzInput, machine: Parameters<typeof checkAnswers>[0]['machine']): Promise<void> {
  const text = decode(fileOf(input, 'a.goal'));
  const program = readGoalText(text) ?? [];
  const { truth } = input;
  await checkAnswers({
    schedule: parseGoal(text),
    machine,
    truth: isTruth(truth) ? { program, costs: truth.costs } : null,
    highs: input.choices.highs === true,
  });
}

const MACHINE = 'machine.yaml';

export const machine: Kind = {
  name: 'machine',
  weight: 10,
  make(random) {
    const { text, G, ...rest } = machineText(random);
    const costs: CostsAt = (L) => ({ ...rest, wire: () => ({ L, G }) });
    return inputOf(MACHINE, text, smallProgram(random), costs, random);
  },
  async check(input) {
    const file = readMachineFile(decode(fileOf(input, MACHINE)), MACHINE);
    const { L, G, o = 0, S = Number.POSITIVE_INFINITY, protocol = 'rdma-read' } = file;
    allFinite({ L, G, o, g: file.g ?? 0, async: file.async ?? 0, table: file.overheadBySize ?? [] }, MACHINE);
    const machine = { ...logGPS({ L, G, o, S, protocol }), async: file.async ?? null };
    await ask(input, { ...machine, overheadBySize: file.overheadBySize ?? null });
  },
};

/** Fits on any platform. */
const ALONE: Program = [[{ kind: 'calc', value: 5, peer: 0, tag: 0, after: [] }]];

const PLATFORM = 'platform.yaml';

export const platform: Kind = {
  name: 'platform',
  weight: 10,
  make(random) {
    const { text, cores, channels, overhead: o, wire } = platformText(random);
    const program = smallProgram(random);
    const fitting = program.length <= cores ? program : ALONE;
    const costs: CostsAt = (x) => ({
      o,
      S: 64,
      protocol: 'rdma-read',
      async: null,
      // On one channel x is its latency, else what is added to each.
      wire: (a, b) => ({ L: channels === 1 ? x : wire(a, b).L + x, G: wire(a, b).G }),
    });
    return inputOf(PLATFORM, text, fitting, costs, random);
  },
  async check(input) {
    const { platform } = readPlatform(decode(fileOf(input, PLATFORM)), PLATFORM);
    allFinite(platform, PLATFORM);
    const { ranks } = parseGoal(fileOf(input, 'a.goal'));
    if (ranks > coreCount(platform)) return;
    const mapping = Int32Array.from({ length: ranks }, (_, rank) => rank);
    const machine = logGPS({ L: 0, G: 0, o: platform.overheadNs ?? 0, S: 64, protocol: 'rdma-read' });
    await ask(input, { ...machine, network: platformNetwork(platform, mapping) });
  },
};
