/** What a study asks, checked before anything runs: its commands, their flags, and the names that flags give. */
import { Config, Parser } from '@oclif/core';
import type { FlagInput } from '@oclif/core/interfaces';
import { formatProblem, InputError, LlampError, type Place, type Problem } from '../../errors.js';
import type { ChosenDimension, StudyChoice } from '../../study/schema.js';
import type { MachineFlags } from '../flags/machine.js';
import { choicesOf } from '../input/choices.js';
import { packageFiles } from '../output/package-files.js';
import { surroundings } from '../pipeline/pipeline.js';
import { foundBy } from '../run/commands.js';
import { noSuchCommand } from '../run/suggest.js';
import { usageProblems } from '../run/usage.js';
import { commandAndFlags, type Study } from './study.js';
import { absoluteWords } from './words.js';

/** Flags that say where an answer goes: a study keeps it. */
const OUTPUTS = [
  'json',
  'csv',
  'markdown',
  'output',
  'plot',
  'save',
  'rankfile-out',
  'print-machine',
  'emit',
];
const CHOSEN = ['machine', 'network', 'collectives'] as const;

/** Throws InputError with the place of every choice that no command line takes. */
export async function checkStudy(study: Study): Promise<void> {
  const config = await Config.load(foundBy([], packageFiles().script));
  const asked = new Set(study.cells.map(({ question }) => question));
  const problems: Problem[] = [];
  const flagsOf = new Map<StudyChoice, FlagInput>();
  for (const [i, question] of study.choices.question.entries()) {
    const found = await problemOf(question.place, async () => {
      flagsOf.set(question, await questionFlags(config, question, study.folder));
    });
    if (asked.has(i)) problems.push(...found);
  }
  const [first] = flagsOf.entries();
  for (const dimension of [...CHOSEN, 'mapping'] as const)
    for (const choice of first === undefined ? [] : study.choices[dimension])
      problems.push(...(await problemOf(choice.place, () => checkChoice(study, choice, dimension, flagsOf))));
  if (problems.length > 0) throw new InputError(problems);
}

/** A problem of a choice as one at its place in the study's file; a problem of a file that it names stays where it is. */
async function problemOf(place: Place, check: () => Promise<void>): Promise<Problem[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof LlampError)
      return error.problems.map((one) => ({ place, what: formatProblem(one) }));
    if (!('oclif' in error)) throw error;
    return usageProblems(error).map((one) => ({ place, ...one }));
  }
}

/** Flags of the command that a question names. Throws where there is none, or it gives no rows about an input. */
async function questionFlags(config: Config, { words }: StudyChoice, folder: string): Promise<FlagInput> {
  const { command, flags } = commandAndFlags(words);
  const found = config.findCommand(command.join(':'));
  if (found === undefined) throw problemError(noSuchCommand(command.join(':')));
  const { args, flags: known } = await found.load();
  if (!('input' in args && 'csv' in known && 'json' in known))
    throw problemError({
      what: `'${command.join(' ')}' gives no table about an input`,
      mend: 'ask another question',
    });
  await parsed(known, absoluteWords(flags, folder));
  return known;
}

/** A choice must be one for every question that has it. */
async function checkChoice(
  { folder, cells, choices }: Study,
  choice: StudyChoice,
  dimension: Exclude<ChosenDimension, 'question'>,
  flagsOf: ReadonlyMap<StudyChoice, FlagInput>,
): Promise<void> {
  const words = absoluteWords(choice.words, folder);
  const with_ = new Set(
    cells.filter((cell) => choices[dimension][cell[dimension]] === choice).map(({ question }) => question),
  );
  for (const [question, known] of flagsOf) {
    if (!with_.has(choices.question.indexOf(question))) continue;
    const flags = await parsed(known, words);
    if (dimension === 'mapping') continue;
    choicesOf(listOf(flags.collective));
    await surroundings({ ...machineFlags(flags), 'print-machine': false });
  }
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];

/** Flags that were parsed say of the machine what {@link MachineFlags} says. */
const machineFlags = (flags: Readonly<Record<string, unknown>>): MachineFlags => flags as MachineFlags;

async function parsed(flags: FlagInput, words: readonly string[]): Promise<Record<string, unknown>> {
  const found = await Parser.parse([...words], { flags, strict: false });
  const [word] = found.argv;
  if (word !== undefined)
    throw problemError({
      what: `'${String(word)}' is no flag`,
      mend: 'a study names inputs by its key inputs',
    });
  const given = OUTPUTS.find(
    (name) => name in found.flags && found.metadata.flags[name]?.setFromDefault !== true,
  );
  if (given !== undefined)
    throw problemError({
      what: `--${given} has no meaning in a study, which keeps all answers`,
      mend: 'leave it out',
    });
  return found.flags;
}

const problemError = (problem: Problem): InputError => new InputError(problem);
