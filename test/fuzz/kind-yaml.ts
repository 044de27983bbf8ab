/** Machine and platform files, whole and damaged, under a program that is right. */
import { logGPS } from '../../src/machine/machine.js';
import { readMachineFile } from '../../src/machine/machine-file.js';
import { coreCount, platformNetwork } from '../../src/platform/platform.js';
import { readPlatform } from '../../src/platform/platform-file.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import type { Program } from '../properties/schedules.js';
import { checkAnswers } from './answers.js';
import { allFinite } from './finite.js';
import { plainText, smallProgram } from './goal-text.js';
import { decode, encode, type FuzzInput, fileOf, type Kind } from './input.js';
import { machineText, platformText } from './machine-text.js';
import { mutated } from './mutate-text.js';
import type { Costs } from './oracle.js';
import { readGoalText } from './oracle-goal.js';
import type { Random } from './random.js';

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
    const machine = { ...logGPS({ L, G, o, S, protocol }), async: file.async ?? 0 };
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
      async: 0,
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
