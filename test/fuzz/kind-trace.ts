/** Traces of liballprof: made ones, whose program is known, and the real ones that come with the package; whole and damaged. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../src/sources/mpi/convert.js';
import type { Program } from '../properties/schedules.js';
import { checkAnswers } from './answers.js';
import { encode, Finding, type FuzzInput, type Kind } from './input.js';
import { sameAgain } from './kind-goal.js';
import { costsFrom, machineChoices, machineFrom } from './machine-choices.js';
import { mutated } from './mutate-text.js';
import { readGoalText } from './oracle-goal.js';
import type { Random } from './random.js';
import { tracedProgram } from './trace-text.js';

const CHOICES = ['default', 'auto', 'allreduce=ring', 'bcast=chain', 'alltoall=pairwise', 'barrier=linear'];
/** Small ones, as many of their lines as an independent check can play. */
const SAMPLES = ['cg-4', 'mixed-4', 'persist-4', 'ring-4'];

const samples = new Map<string, readonly Uint8Array[]>();

function sample(name: string): readonly Uint8Array[] {
  const folder = `traces/${name}`;
  const files =
    samples.get(name) ??
    readdirSync(folder)
      .sort()
      .map((file) => Uint8Array.from(gunzipSync(readFileSync(`${folder}/${file}`))));
  samples.set(name, files);
  return files;
}

function make(random: Random): FuzzInput {
  const made = random.chance(0.7) ? tracedProgram(random) : null;
  const texts = made === null ? sample(random.pick(SAMPLES)) : made.texts.map(encode);
  const whole = random.chance(0.3);
  const hit = random.below(texts.length);
  const files = texts.map((bytes, rank) => (whole || rank !== hit ? bytes : mutated(bytes, random)));
  return {
    files: new Map(files.map((bytes, rank) => [`trace-rank-${rank}.txt`, bytes])),
    choices: {
      ...machineChoices(random),
      highs: random.chance(0.1),
      published: random.chance(0.1),
      collective: random.pick(CHOICES),
    },
    whole: whole && made !== null,
    ...(whole && made !== null ? { truth: made.program } : {}),
  };
}

async function check(input: FuzzInput): Promise<void> {
  const files = [...input.files].map(([source, bytes], rank) => ({ source, rank, chunks: once(bytes) }));
  const { schedule } = tracesToSchedule(await readTraces(files), {
    rules: input.choices.published === true ? 'published' : 'default',
    collectives: [parseCollectiveSpec(String(input.choices.collective))],
  });
  const program = readGoalText(sameAgain(schedule));
  if (program === null) throw new Finding('what is written is GOAL', 'a few lines of parser cannot read it');
  const costs = costsFrom(input);
  const question = { schedule, machine: machineFrom(input), highs: input.choices.highs === true };
  await checkAnswers({ ...question, truth: { program, costs } });
  if (isProgram(input.truth) && input.choices.published !== true)
    await checkAnswers({ ...question, highs: false, truth: { program: input.truth, costs } });
}

const isProgram = (truth: unknown): truth is Program => Array.isArray(truth);

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const trace: Kind = { name: 'trace', weight: 20, make, check };
