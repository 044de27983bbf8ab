/** Traces of liballprof: made ones, whose program is known, and the real ones that come with the package; whole and damaged. */
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../src/sources/mpi/convert.js';
import { encode, type FuzzInput, filesOf, type Kind } from './input.js';
import { sameAgain } from './kind-goal.js';
import { ask, machineChoices, textHeld, truthOf } from './machine-choices.js';
import { mutated } from './mutate-text.js';
import type { Random } from './random.js';
import { tracedProgram } from './trace-text.js';

const CHOICES = ['default', 'auto', 'allreduce=ring', 'bcast=chain', 'alltoall=pairwise', 'barrier=linear'];
/** Small ones, as many of their lines as an independent check can play. */
const SAMPLES = ['cg-4', 'mixed-4', 'persist-4', 'ring-4'];

const sample = (name: string): readonly Uint8Array[] => [...filesOf(`traces/${name}`).values()];

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
  const files = [...input.files].map(([source, bytes], rank) => ({ source, rank, chunks: [bytes] }));
  const isPublished = input.choices.published === true;
  const { schedule } = tracesToSchedule(await readTraces(files), {
    rules: isPublished ? 'published' : 'default',
    collectives: [parseCollectiveSpec(String(input.choices.collective))],
  });
  await ask(input, schedule, textHeld(sameAgain(schedule)));
  const program = truthOf(input);
  const once = { ...input, choices: { ...input.choices, highs: false } };
  if (program !== null && !isPublished) await ask(once, schedule, program);
}

export const trace: Kind = { name: 'trace', weight: 20, make, check };
