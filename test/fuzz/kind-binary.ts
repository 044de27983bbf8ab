/** Binary GOAL, and our own traces in both of their forms: made programs, whole and damaged, read here as well. */
import { formatOf, formatOfSeveral } from '../../src/sources/formats.js';
import type { Program as Read } from '../../src/sources/program.js';
import type { Program } from '../properties/schedules.js';
import { fileIn } from '../sources/otf2/files.js';
import { checkAnswers } from './answers.js';
import { binaryForm, binaryGoal, readBinaryGoal, textForm, textOfBinary } from './binary-forms.js';
import { smallProgram } from './goal-text.js';
import { encode, Finding, type FuzzInput, fileOf, type Kind } from './input.js';
import { sameAgain } from './kind-goal.js';
import { costsFrom, machineChoices, machineFrom } from './machine-choices.js';
import { damaged } from './mutate-bytes.js';
import type { Random } from './random.js';
import { tracedProgram } from './trace-text.js';

const FILE = 'a.bin';

const isProgram = (truth: unknown): truth is Program => Array.isArray(truth);

export const binary: Kind = {
  name: 'binary-goal',
  weight: 8,
  make(random) {
    const program = smallProgram(random);
    const bytes = binaryGoal(program);
    const whole = random.chance(0.2);
    return {
      files: new Map([[FILE, whole ? bytes : damaged(bytes, random)]]),
      choices: { ...machineChoices(random), highs: random.chance(0.1) },
      whole,
      ...(whole ? { truth: program } : {}),
    };
  },
  async check(input) {
    const bytes = fileOf(input, FILE);
    const read = await formatOf(bytes).read([fileIn(input.files, FILE)], { source: FILE, flopRate: 1e9 });
    const program = isProgram(input.truth) ? input.truth : readBinaryGoal(bytes);
    if (program === null)
      throw new Finding('what is accepted is binary GOAL', 'a few lines of reader cannot read it');
    const { schedule } = read.schedule([]);
    await checkAnswers({
      schedule,
      machine: machineFrom(input),
      truth: { program, costs: costsFrom(input) },
      highs: input.choices.highs === true,
    });
  },
};

const name = (rank: number, form: 'txt' | 'bin'): string => `llamp-trace-rank-${rank}.${form}`;

function makeTrace(random: Random): FuzzInput {
  const { texts, program } = tracedProgram(random);
  const ranks = texts.length;
  const forms = texts.map((text, rank) => binaryForm(text, rank, ranks));
  const whole = random.chance(0.2);
  const hit = random.below(ranks);
  const files = forms.map((bytes, rank): [string, Uint8Array] => [
    name(rank, 'bin'),
    whole || rank !== hit ? bytes : damaged(bytes, random),
  ]);
  const plain = texts.map((text, rank): [string, Uint8Array] => [
    name(rank, 'txt'),
    encode(textForm(text, rank, ranks)),
  ]);
  return {
    files: new Map([...files, ...(whole ? plain : [])]),
    choices: { ...machineChoices(random), ranks, highs: random.chance(0.05) },
    whole,
    ...(whole ? { truth: program } : {}),
  };
}

async function readRanks(files: ReadonlyMap<string, Uint8Array>, names: readonly string[]): Promise<Read> {
  const first = files.get(names[0]) ?? new Uint8Array(0);
  const given = names.map((one, rank) => ({ ...fileIn(files, one), rank }));
  return await formatOfSeveral(first).read(given, { source: 'trace', flopRate: 1e9 });
}

/** What is told of a program, besides its operations. */
const warned = (program: Read): boolean => program.schedule([]).warnings.length > 0;

async function checkTrace(input: FuzzInput): Promise<void> {
  const { files, choices, truth } = input;
  const all = Array.from({ length: Number(choices.ranks) }, (_, rank) => rank);
  const binaries = all.map((rank) => name(rank, 'bin'));
  const read = await readRanks(files, binaries);
  const { schedule } = read.schedule([]);
  const program = sameAgain(schedule);
  const question = { schedule, machine: machineFrom(input), highs: choices.highs === true };
  const costs = costsFrom(input);
  await checkAnswers({ ...question, truth: isProgram(truth) ? { program: truth, costs } : null });
  const texts = new Map(files);
  for (const rank of all) {
    const text = textOfBinary(files.get(name(rank, 'bin')) ?? new Uint8Array(0));
    if (text === null) {
      if (warned(read)) return;
      throw new Finding('what is accepted is a binary trace', 'a few lines of reader cannot read it');
    }
    if (!isProgram(truth)) texts.set(name(rank, 'txt'), encode(text));
  }
  const other = await readText(texts, all);
  if (other !== program && !warned(read))
    throw new Finding('both forms of a trace are one program', firstLine(program, other));
}

/** What the text form becomes; what it refuses, the binary form has to refuse as well. */
async function readText(files: ReadonlyMap<string, Uint8Array>, ranks: readonly number[]): Promise<string> {
  try {
    const read = await readRanks(
      files,
      ranks.map((rank) => name(rank, 'txt')),
    );
    return sameAgain(read.schedule([]).schedule);
  } catch (error) {
    throw new Finding(
      'what is refused as text is refused as binary',
      error instanceof Error ? error.message : String(error),
    );
  }
}

function firstLine(one: string, other: string): string {
  const lines = other.split('\n');
  const at = one.split('\n').findIndex((line, i) => line !== lines[i]);
  return `line ${at + 1}: '${one.split('\n')[at]}' as binary, '${lines[at]}' as text`;
}

export const ownTrace: Kind = { name: 'own-trace', weight: 10, make: makeTrace, check: checkTrace };
