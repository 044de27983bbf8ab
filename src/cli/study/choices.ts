/** Choices of a study as words of a command line. */
import { basename } from 'node:path';
import { InputError } from '../../errors.js';
import { PLATFORM_NAMES, TOPOLOGY_NAMES } from '../../platform/names.js';
import { type ChosenDimension, named, type StudyChoice } from '../../study/schema.js';

/** A YAML or JSON file, which is called as it is without its ending. */
const FILE = /\.(ya?ml|json)$/i;

/** The same choices with the words of what they name. Throws InputError with the place of what names nothing. */
export const spelledChoices = (choices: readonly StudyChoice[], dimension: ChosenDimension): StudyChoice[] =>
  named(
    choices.map((choice) =>
      choice.value === null
        ? choice
        : { ...choice, name: nameOf(choice.value), words: wordsOf(choice, choice.value, dimension) },
    ),
    dimension,
  );

const nameOf = (value: string): string => (FILE.test(value) ? basename(value).replace(FILE, '') : value);

function wordsOf({ place }: StudyChoice, value: string, dimension: ChosenDimension): string[] {
  switch (dimension) {
    case 'machine':
      return ['--machine', value];
    case 'collectives':
      return value.split(',').flatMap((one) => ['--collective', one.trim()]);
    case 'mapping':
      return ['--map-by', value];
    case 'network':
      return [networkFlag(value, place), value];
    case 'question':
      throw new Error('a question is words already');
  }
}

function networkFlag(value: string, place: StudyChoice['place']): string {
  const [topology] = value.split(':');
  if (topology === 'graph' || TOPOLOGY_NAMES.some((name) => name === topology)) return '--topology';
  if (FILE.test(value) || PLATFORM_NAMES.some((name) => name === value)) return '--platform';
  throw new InputError({
    place,
    what: `there is no network '${value}'`,
    mend: `write a platform (${PLATFORM_NAMES.join(', ')}, or a file), a topology (${TOPOLOGY_NAMES.join(', ')}), or {name, flags}`,
  });
}
