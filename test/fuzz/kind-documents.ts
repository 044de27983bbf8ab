/** Documents beside programs: baselines of `diff`, files of studies, settings of the live page; whole and damaged. */

import { Model } from '../../src/analysis/model.js';
import { readBaseline } from '../../src/analysis/read-baseline.js';
import { difference } from '../../src/analysis/run-difference.js';
import { baselineText, profileOf } from '../../src/analysis/run-profile.js';
import { computationOf } from '../../src/analysis/shared-computation.js';
import { ViewSession } from '../../src/live/session.js';
import type { Query } from '../../src/live/settings.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { cellsOf } from '../../src/study/study-cells.js';
import { readStudy } from '../../src/study/study-schema.js';
import { fixedProgram, parameterProgram, settingsWith, viewedProgram } from '../live/samples.js';
import { plainText, smallProgram } from './goal-text.js';
import { allFinite, decode, encode, Finding, fileOf, type Kind, numberOf } from './input.js';
import { machineChoices, machineFrom } from './machine-choices.js';
import { mutated } from './mutate-text.js';
import { Random } from './random.js';

const FILE = 'document';

const PROGRAM = 'a.goal';
const READ_MOST = 500;

/** Damaged as it is asked, for a baseline takes a model to write. */
export const baseline: Kind = {
  name: 'baseline',
  weight: 4,
  make(random) {
    const program = encode(plainText(smallProgram(random)));
    const choices = { ...machineChoices(random), sharing: 'free', seed: random.below(2 ** 31) };
    return { files: new Map([[PROGRAM, program]]), choices, whole: random.chance(0.2) };
  },
  async check(input) {
    const schedule = parseGoal(fileOf(input, PROGRAM));
    const model = await Model.of(schedule, machineFrom(input), { engine: 'sweep' });
    const profile = await profileOf(model, [1, 5]);
    const facts = { version: '0', input: { name: PROGRAM }, machine: { L: '1us' }, flags: { pct: '1,5' } };
    const text = baselineText(
      facts,
      profile,
      computationOf(schedule, () => []),
    );
    const random = new Random(numberOf(input, 'seed'));
    const kept = input.whole ? text : decode(mutated(encode(text), random));
    const read = readBaseline(kept, FILE);
    allFinite({ ...read.profile, tolerance: null }, 'baseline');
    const { delta, a, b } = difference(read.profile, profile).runtime;
    allFinite({ change: delta, a, b }, 'difference');
    const step = 1e-9 * Math.max(read.profile.runtime, profile.runtime, 1);
    if (Math.abs(delta - (profile.runtime - read.profile.runtime)) > step)
      throw new Finding('ΔT of two runs is the difference of their T', `${delta} of ${a} and ${b}`);
    if (input.whole && delta !== 0) throw new Finding('a run differs from itself by nothing', `${delta}`);
    const again = baselineText(read, read.profile, read.computation);
    const twice = readBaseline(again, FILE);
    if (baselineText(read, twice.profile, twice.computation) !== again)
      throw new Finding('a baseline written and read again is the same', again.slice(0, READ_MOST));
  },
};

const INPUTS = ['a.goal', 'traces/*', '{name: both, input: [a.goal, b.goal]}', '"with space.goal"'];
const MACHINES = ['cscs-testbed', '{name: slow, flags: -G 0.8ns/B -L 5us}', 'default'];
const NETWORKS = ['fat-tree:k=4', '{name: "wires, slow", flags: "--wire-latency 500ns"}', 'none'];
const QUESTIONS = ['tolerance --pct 1,2', '{name: T, ask: sensitivity --by rank}', 'bounds'];

/** `count` of a list, at least one, and how many there are. */
function listed(key: string, all: readonly string[], random: Random): { text: string; count: number } {
  const some = random.shuffled(all).slice(0, random.between(1, all.length));
  const text = random.chance(0.5)
    ? `${key}:\n${some.map((one) => `  - ${one}\n`).join('')}`
    : `${key}: [${some.map((one) => (one.startsWith('{') || one.startsWith('"') ? one : `"${one}"`)).join(', ')}]\n`;
  return { text, count: some.length };
}

export const study: Kind = {
  name: 'study',
  weight: 4,
  make(random) {
    const lists = [
      listed('inputs', INPUTS, random),
      listed('machines', MACHINES, random),
      listed('networks', NETWORKS, random),
      listed('questions', QUESTIONS, random),
    ];
    const all = random.shuffled([...lists.map(({ text }) => text), 'resources: {memory: 1G, cpus: 2}\n']);
    const bytes = encode(all.join(''));
    const whole = random.chance(0.3);
    return {
      files: new Map([[FILE, whole ? bytes : mutated(bytes, random)]]),
      choices: {},
      whole,
      ...(whole ? { truth: lists.reduce((cells, { count }) => cells * count, 1) } : {}),
    };
  },
  async check(input) {
    const { inputs, choices, exclude, pairs } = readStudy(FILE, decode(fileOf(input, FILE)));
    const names = {
      input: inputs.map(({ name, paths }) => name ?? paths[0]),
      machine: choices.machine.map(({ name }) => name),
      collectives: choices.collectives.map(({ name }) => name),
      network: choices.network.map(({ name }) => name),
      mapping: choices.mapping.map(({ name }) => name),
      question: choices.question.map(({ name }) => name),
    };
    if (Object.values(names).some((list) => list.length === 0 || list.includes('')))
      throw new Finding('every choice of a study has a name', JSON.stringify(names).slice(0, READ_MOST));
    const cells = cellsOf(names, { exclude, pairs });
    if (input.truth !== undefined && cells.length !== input.truth)
      throw new Finding('a study has a cell for each combination', `${cells.length}, not ${input.truth}`);
  },
};

/** What may be typed into fields of the page, and what may not. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  machine: ['', 'cscs-testbed', 'piz-daint', '/etc/passwd', '../machine.yaml'],
  latency: ['', '3us', '0', '-1us', '1e300s', '3'],
  overhead: ['', '5us', '1e-320s'],
  'gap-per-byte': ['', '0.018ns/B', '100Gbit/s', '0bps'],
  rendezvous: ['', 'none', '256KiB', '1e300TiB'],
  platform: ['', 'epyc-orfeo', '/dev/zero'],
  topology: ['', 'fat-tree:k=4', 'graph:/etc/passwd', 'torus:dims=3x3', 'torus:dims=1e9x1e9'],
  'ranks-per-node': ['', '1', '4', '1.5', '1e9'],
  'wire-latency': ['', '274ns', 'core=1us'],
  'latency-range': ['', '0..100us', '+0..+10us'],
  pct: ['', '1,2,5', '1e300'],
  jitter: ['', 'L=exp:mean=1us', 'L=exp:mean=-1us'],
  samples: ['', '64', '1e12'],
};

export const typed: Kind = {
  name: 'page',
  weight: 4,
  make(random) {
    const fields = Object.entries(TYPED).flatMap(([field, texts]) =>
      random.chance(0.3) ? [[field, random.pick(texts)]] : [],
    );
    const collectives = random.chance(0.3) ? [random.pick(['allreduce=ring', 'auto', '='])] : [];
    const settings = settingsWith({ ...Object.fromEntries(fields), collectives });
    const pinned = random.chance(0.2) ? { pinned: { ...settings, latency: random.pick(TYPED.latency) } } : {};
    const text = encode(JSON.stringify({ ...settings, ...pinned }));
    return { files: new Map([[FILE, text]]), choices: {}, whole: false };
  },
  async check(input) {
    const query: Query = JSON.parse(decode(fileOf(input, FILE)));
    const session = new ViewSession(viewedProgram(fixedProgram(parameterProgram())));
    const { runtime, lambda, rho } = await session.answer(query);
    const { tolerance } = await session.curve(query);
    const deltas = tolerance.map(({ delta }) => delta ?? 0);
    allFinite([runtime, lambda, rho, ...deltas], 'a number of the page');
  },
};
