/** Binary GOAL, and our own traces in both of their forms: made programs, whole and damaged, read here as well. */
import type { Schedule } from '../../src/schedule/schedule.js';
import { formatOf, formatOfSeveral } from '../../src/sources/formats.js';
import type { Program as Read } from '../../src/sources/program.js';
import { fileIn } from '../sources/otf2/files.js';
import { withChecksums } from '../tracer/decode.js';
import { binaryForm, binaryGoal, readBinaryGoal, textForm, textOfBinary } from './binary-forms.js';
import { smallProgram } from './goal-text.js';
import { decode, encode, Finding, type FuzzInput, fileOf, type Kind } from './input.js';
import { sameAgain } from './kind-goal.js';
import { ask, held, machineChoices, truthOf } from './machine-choices.js';
import { damaged } from './mutate-bytes.js';
import type { Random } from './random.js';
import { tracedProgram } from './trace-text.js';

const FILE = 'a.bin';
/** All that a schedule is, but for what names its places. */
export const COLUMNS = [
  ...(['rankStart', 'kind', 'value', 'peer', 'tag', 'depStart', 'deps'] as const),
  ...(['cpu', 'nic', 'synchronous', 'takenAfter'] as const),
];

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
    const program = held(truthOf(input) ?? readBinaryGoal(bytes));
    await ask(input, read.schedule([]).schedule, program);
  },
};

const name = (rank: number, form: 'txt' | 'bin'): string => `llamp-trace-rank-${rank}.${form}`;

function makeTrace(random: Random): FuzzInput {
  const { texts, program } = tracedProgram(random);
  const ranks = texts.length;
  const handles = random.chance(0.4);
  const first = texts.map((text, rank) => binaryForm(text, rank, ranks, { handles }));
  const whole = random.chance(0.2);
  const hit = random.below(ranks);
  const summed = handles || random.chance(0.6);
  const forms = summed ? first.map(withChecksums) : first;
  const resealed = summed && random.chance(0.5);
  const files = forms.map((bytes, rank): [string, Uint8Array] => [
    name(rank, 'bin'),
    whole || rank !== hit ? bytes : resealed ? damagedAndSealed(first[rank], random) : damaged(bytes, random),
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

/** Damage whose checksums fit, as of a program that wrote what it should not: only what the fields say can tell. */
export function damagedAndSealed(first: Uint8Array, random: Random): Uint8Array {
  for (;;) {
    try {
      return withChecksums(damaged(first, random));
    } catch (error) {
      // Its chunks are not there as wholes.
      if (!(error instanceof RangeError)) throw error;
    }
  }
}

async function readRanks(files: ReadonlyMap<string, Uint8Array>, names: readonly string[]): Promise<Read> {
  const first = files.get(names[0]) ?? new Uint8Array(0);
  const given = names.map((one, rank) => ({ ...fileIn(files, one), rank }));
  return await formatOfSeveral(first).read(given, { source: 'trace', flopRate: 1e9 });
}

/** What is told of a program, besides its operations. */
const warned = (program: Read): boolean => program.schedule([]).warnings.length > 0;

async function checkTrace(input: FuzzInput): Promise<string> {
  const { files, choices } = input;
  const all = Array.from({ length: Number(choices.ranks) }, (_, rank) => rank);
  const binaries = all.map((rank) => name(rank, 'bin'));
  const read = await readRanks(files, binaries);
  const { schedule } = read.schedule([]);
  sameAgain(schedule);
  await ask(input, schedule, truthOf(input));
  if (warned(read)) return 'warned';
  const decoded = (): string[] => all.map((rank) => textOfBinary(fileOf(input, name(rank, 'bin'))));
  const written = (): string[] => all.map((rank) => decode(fileOf(input, name(rank, 'txt'))));
  await holdToTexts(schedule, decoded);
  if (truthOf(input) !== null) await holdToTexts(schedule, written);
  return 'as decoded';
}

/**
 * Throws a Finding where a schedule is not what its ranks are as text, or a decoder stumbles over them. False where it has a
 * reason not to read them.
 */
export async function holdToTexts(
  schedule: Schedule,
  decoded: () => readonly string[] | null,
): Promise<boolean> {
  const texts = textsBy(decoded);
  if (texts === null) return false;
  const names = texts.map((_, rank) => name(rank, 'txt'));
  const other = await readTexts(new Map(texts.map((text, rank) => [names[rank], encode(text)])), names);
  for (const column of COLUMNS) {
    const [own, told] = [schedule[column] ?? [], other[column] ?? []];
    const at = Array.from({ length: Math.max(own.length, told.length) }, (_, i) => i).find(
      (i) => own[i] !== told[i],
    );
    if (at !== undefined)
      throw new Finding(
        'both forms of a trace are one program',
        `${column} ${at}: ${own[at]}, and ${told[at]} as text`,
      );
  }
  return true;
}

function textsBy(decoded: () => readonly string[] | null): readonly string[] | null {
  try {
    return decoded();
  } catch (error) {
    if (error instanceof Finding) throw error;
    // Whatever a decoder stumbles over is not as the format's page describes it.
    throw new Finding(
      'what is accepted is of its format',
      error instanceof Error ? error.message : String(error),
    );
  }
}

async function readTexts(
  files: ReadonlyMap<string, Uint8Array>,
  names: readonly string[],
): Promise<Schedule> {
  try {
    return (await readRanks(files, names)).schedule([]).schedule;
  } catch (error) {
    throw new Finding(
      'what is refused as text is refused as binary',
      error instanceof Error ? error.message : String(error),
    );
  }
}

export const ownTrace: Kind = { name: 'own-trace', weight: 10, make: makeTrace, check: checkTrace };
