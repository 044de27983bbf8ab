/** Archives of OTF2, traces of DUMPI, SMPI and our tracer, and binary GOAL: samples of the project, whole and damaged. */
import { ANY, type Schedule } from '../../src/schedule/schedule.js';
import { formatOf } from '../../src/sources/formats.js';
import type { MadeSchedule } from '../../src/sources/program.js';
import type { Program } from '../properties/schedules.js';
import { fileIn } from '../sources/otf2/files.js';
import { readBinaryGoal, textOfBinary } from './binary-forms.js';
import { textsOfDumpi } from './dumpi-decoder.js';
import { type FuzzInput, filesOf, type Kind, numberOf } from './input.js';
import { COLUMNS, holdToTexts } from './kind-binary.js';
import { sameAgain } from './kind-goal.js';
import { ask, held, machineChoices, textHeld } from './machine-choices.js';
import { damaged } from './mutate-bytes.js';
import { mutated } from './mutate-text.js';
import { hasLibrary, sameEvents, textsOfArchive } from './otf2-library.js';
import type { Random } from './random.js';

type Files = ReadonlyMap<string, Uint8Array>;

/** Throws where a schedule is not what files say without the library; false where there is a reason not to ask. */
type Hold = (schedule: Schedule, files: Files) => Promise<boolean>;

interface Sample {
  readonly folder: string;
  /** What a command would be given: one file, which may lead to others, or all of them, one a rank. */
  readonly given: string;
  /** Its files among those of the folder. */
  readonly which: RegExp;
  readonly text?: true;
  readonly hold?: Hold;
}

const ALL = 'ranks';
const TRACES = /\.bin\.gz$/;
const ARCHIVE = { given: 'traces.otf2', which: /\.(otf2|def|evt)$/ } as const;

const holdTraces: Hold = (schedule, files) =>
  holdToTexts(schedule, () => [...files.values()].map(textOfBinary));

const holdDumpi: Hold = (schedule, files) => holdToTexts(schedule, () => textsOfDumpi(files, 'halo.meta'));

const holdArchive: Hold = async (schedule, files) =>
  hasLibrary() &&
  (await sameEvents(files, ARCHIVE.given)) &&
  holdToTexts(schedule, () => textsOfArchive(files, ARCHIVE.given));

const holdEvents: Hold = async (_, files) => hasLibrary() && sameEvents(files, ARCHIVE.given);

const SAMPLES: readonly Sample[] = [
  { folder: 'traces/otf2/solver-4', ...ARCHIVE, hold: holdArchive },
  { folder: 'test/sources/otf2/samples/everything', ...ARCHIVE, hold: holdEvents },
  { folder: 'traces/dumpi', given: 'halo.meta', which: /\.(meta|bin)$/, hold: holdDumpi },
  { folder: 'traces/smpi', given: 'halo.trace', which: /^halo.*\.(trace|txt)$/, text: true },
  { folder: 'traces/smpi', given: 'stencil.txt', which: /^stencil/, text: true },
  { folder: 'goal-samples', given: 'fig4.bin', which: /\.bin$/ },
  { folder: 'test/sources/llamp-trace/samples/farm', given: ALL, which: TRACES, hold: holdTraces },
  { folder: 'test/sources/llamp-trace/samples/matched', given: ALL, which: TRACES, hold: holdTraces },
  { folder: 'test/sources/llamp-trace/samples/summed', given: ALL, which: TRACES, hold: holdTraces },
  { folder: 'test/sources/llamp-trace/samples/copies', given: ALL, which: TRACES, hold: holdTraces },
];
const GOAL = SAMPLES.findIndex(({ given }) => given === 'fig4.bin');
const FLOP_RATE = 1e9;
const WARNED = 'warned';

/** The files of a sample, the given one first. */
const samplesOf = ({ folder, given, which }: Sample): Files => {
  const files = [...filesOf(folder)].filter(([name]) => which.test(name));
  return new Map(files.sort(([a], [b]) => Number(b === given) - Number(a === given)));
};

function make(random: Random): FuzzInput {
  const sample = random.pick(SAMPLES);
  const whole = samplesOf(sample);
  const keep = random.chance(0.05);
  const hit = random.pick([...whole.keys()]);
  const damage = sample.text === true && random.chance(0.7) ? mutated : damaged;
  const files = [...whole].map(([name, bytes]): [string, Uint8Array] => [
    name,
    keep || name !== hit ? bytes : damage(bytes, random),
  ]);
  const choices = {
    ...machineChoices(random),
    highs: random.chance(0.1),
    ranks: sample.given === ALL,
    sample: SAMPLES.indexOf(sample),
  };
  // Where every message waits for its receive, some of these programs are deadlocks.
  return { files: new Map(files), choices: keep ? { ...choices, S: 1e300 } : choices, whole: keep };
}

async function readFiles(files: Files, ranks: boolean): Promise<MadeSchedule> {
  const names = [...files.keys()];
  const given = ranks ? names : names.slice(0, 1);
  const program = await formatOf(files.get(names[0]) ?? new Uint8Array(0)).read(
    given.map((name, rank) => ({ ...fileIn(files, name), ...(ranks && { rank }) })),
    { source: 'sample', flopRate: FLOP_RATE },
  );
  return program.schedule([]);
}

const undamaged = new Map<number, MadeSchedule>();

/** What a sample is without damage. */
async function wholeOf(sample: number): Promise<MadeSchedule> {
  const { given } = SAMPLES[sample];
  const made = undamaged.get(sample) ?? (await readFiles(samplesOf(SAMPLES[sample]), given === ALL));
  undamaged.set(sample, made);
  return made;
}

/** How damage changed a program: of the last, some may be fields that nothing in the files contradicts. */
async function changeOf({ schedule, warnings }: MadeSchedule, sample: number): Promise<string> {
  const whole = await wholeOf(sample);
  const told = (one: MadeSchedule['warnings']): string => one.map(({ message }) => message).join();
  if (told(warnings) !== told(whole.warnings)) return WARNED;
  const same = COLUMNS.every((column) => schedule[column]?.join() === whole.schedule[column]?.join());
  return same ? 'the same program' : 'another program, not warned';
}

/** Holds what was accepted to what is read without the library, where a decoder of the format is there. */
async function holdToDecoder({ schedule }: MadeSchedule, files: Files, sample: number): Promise<string> {
  // Its answers were held to another reader's program.
  if (sample === GOAL) return ', as decoded';
  return (await SAMPLES[sample].hold?.(schedule, files)) === true ? ', as decoded' : '';
}

/** The program without the library: of binary GOAL all of it, of others what GOAL tells of the schedule. */
function programOf(schedule: Schedule, { files, choices }: FuzzInput): Program | null {
  if (choices.sample === GOAL)
    return held(readBinaryGoal(files.get(SAMPLES[GOAL].given) ?? new Uint8Array(0)));
  return toldByGoal(schedule) ? textHeld(sameAgain(schedule)) : null;
}

/** What became of damage that was accepted: without a new warning it is what another reader finds. */
async function heldOf(made: MadeSchedule, files: Files, sample: number): Promise<string> {
  const change = await changeOf(made, sample);
  return change === WARNED ? change : change + (await holdToDecoder(made, files, sample));
}

async function check(input: FuzzInput): Promise<string> {
  const made = await readFiles(input.files, input.choices.ranks === true);
  await ask(input, made.schedule, programOf(made.schedule, input));
  return heldOf(made, input.files, numberOf(input, 'sample'));
}

/** A sample with one byte changed, which no question is asked about; throws as a kind's check. */
export async function checkByte(folder: string, random: Random): Promise<string> {
  const sample = SAMPLES.findIndex((one) => one.folder === folder);
  const whole = samplesOf(SAMPLES[sample]);
  const at = random.below([...whole.values()].reduce((sum, { length }) => sum + length, 0));
  const files = withByte(whole, at, (byte) => byteLike(byte, random));
  return heldOf(await readFiles(files, SAMPLES[sample].given === ALL), files, sample);
}

/** Another value than the byte's, often one near it. */
function byteLike(byte: number, random: Random): number {
  const others = [0, 0x80, 0xff, byte ^ (1 << random.below(8)), byte + 1, byte - 1, random.below(256)];
  const value = random.pick(others) & 0xff;
  return value === byte ? byte ^ 1 : value;
}

function withByte(files: Files, at: number, change: (byte: number) => number): Files {
  let begin = 0;
  const changed = [...files].map(([name, bytes]): [string, Uint8Array] => {
    const own = at - begin;
    begin += bytes.length;
    return [name, own >= 0 && own < bytes.length ? bytes.with(own, change(bytes[own])) : bytes];
  });
  return new Map(changed);
}

/**
 * GOAL says neither which sends are synchronous, nor which receives are of matched probes, nor which receives are taken as they come, nor of any tag of some, nor
 * that a run was cut short and may lack partners of messages.
 */
const toldByGoal = ({ synchronous, received, takenAfter, tag, lenient }: Schedule): boolean =>
  synchronous === null &&
  received === undefined &&
  takenAfter === null &&
  lenient === undefined &&
  tag.every((one) => one >= ANY);

export const formats: Kind = { name: 'formats', weight: 15, make, check };
