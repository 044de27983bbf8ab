/** The file of a study: inputs, machines, collectives, networks, mappings, questions; pairs and exclusions. */

import { z } from 'zod';
import { InputError, LlampError, type Place, UsageError } from '../errors.js';
import { type CheckedDocument, readYaml, strictKeys } from '../yaml-document.js';
import { type CellRules, DIMENSION_KEYS, DIMENSIONS, type Dimension } from './study-cells.js';
import type { StudyResources } from './study-plan.js';

/** One choice of a dimension. Without value and words, the question's default applies. */
export interface StudyChoice {
  readonly name: string;
  /** The value of the dimension itself, such as a machine; null if it has words. */
  readonly value: string | null;
  /** Words of a command line. */
  readonly words: readonly string[];
  readonly place: Place;
}

/** An input in the file: paths of one program, or a pattern of several. */
export interface StudyInput {
  /** Null: named after its files. */
  readonly name: string | null;
  readonly paths: readonly string[];
  readonly place: Place;
}

/** The dimensions whose choices are words of a command line. */
export type ChosenDimension = Exclude<Dimension, 'input'>;

/** A study as its file gives it. */
interface StudyFile extends CellRules {
  readonly name: string | null;
  readonly inputs: readonly StudyInput[];
  readonly choices: Readonly<Record<ChosenDimension, readonly StudyChoice[]>>;
  readonly resources: StudyResources;
}

/** Names of the default choice. */
const NOTHING = { machine: 'default', collectives: 'default', network: 'none', mapping: 'default' } as const;

const text = z.string().trim().min(1);
const words = z.union([text, z.array(text).min(1)]).transform((given) => [given].flat());

const choice = z.union([text, strictKeys({ name: text, flags: z.string() })], {
  error: 'write a name, or {name, flags}',
});
const input = z.union([text, strictKeys({ name: text, input: words })], {
  error: 'write a path or a pattern, or {name, input}',
});
const question = z.union([text, strictKeys({ name: text, ask: text })], {
  error: 'write a command with its flags, or {name, ask}; quote text with commas within [ ]',
});

const KEY_OF = new Map<string, Dimension>(
  DIMENSIONS.flatMap((dimension): [string, Dimension][] => [
    [dimension, dimension],
    [DIMENSION_KEYS[dimension], dimension],
  ]),
);
const dimension = z.enum([...KEY_OF.keys()]).transform((key) => KEY_OF.get(key) ?? 'input');

const resources = strictKeys({
  time: text.nullish(),
  memory: text.nullish(),
  cpus: z.int().min(1).nullish(),
  partition: text.nullish(),
  account: text.nullish(),
  qos: text.nullish(),
  at_once: z.int().min(1).nullish(),
  cells_per_task: z.int().min(1).nullish(),
  setup: words.nullish(),
  options: words.nullish(),
});

const schema = strictKeys({
  name: text.optional(),
  inputs: z.array(input).min(1),
  machines: z.array(choice).min(1).optional(),
  collectives: z.array(choice).min(1).optional(),
  networks: z.array(choice).min(1).optional(),
  mappings: z.array(choice).min(1).optional(),
  questions: z.array(question).min(1),
  exclude: z
    .array(strictKeys(Object.fromEntries([...KEY_OF.keys()].map((key) => [key, words.optional()]))))
    .optional(),
  pairs: z.array(z.array(dimension).min(2)).optional(),
  resources: resources.optional(),
});

type Document = CheckedDocument<z.output<typeof schema>>;

/** Reads the text of a study's file. Throws InputError with the place of every error. */
export function readStudy(source: string, text: string): StudyFile {
  const document = readYaml(text, source, schema);
  const { value } = document;
  return {
    name: value.name ?? null,
    inputs: value.inputs.map((given, i) => inputOf(given, document.placeOf(['inputs', i]))),
    choices: {
      machine: choicesOf(document, 'machine', value.machines),
      collectives: choicesOf(document, 'collectives', value.collectives),
      network: choicesOf(document, 'network', value.networks),
      mapping: choicesOf(document, 'mapping', value.mappings),
      question: questionsOf(document),
    },
    exclude: exclusionsOf(document),
    pairs: pairsOf(document),
    resources: resourcesOf(value.resources),
  };
}

const inputOf = (given: z.output<typeof input>, place: Place): StudyInput =>
  typeof given === 'string'
    ? { name: null, paths: [given], place }
    : { name: given.name, paths: given.input, place };

function choicesOf(
  document: Document,
  dimension: Exclude<ChosenDimension, 'question'>,
  given: readonly z.output<typeof choice>[] = [NOTHING[dimension]],
): StudyChoice[] {
  const key = DIMENSION_KEYS[dimension];
  const choices = given.map((one, i) =>
    at(document, [key, i], (place) => choiceOf(one, NOTHING[dimension], place)),
  );
  return named(choices, dimension);
}

function choiceOf(given: z.output<typeof choice>, nothing: string, place: Place): StudyChoice {
  if (typeof given !== 'string')
    return { name: given.name, value: null, words: splitWords(given.flags), place };
  if (given === nothing) return { name: given, value: null, words: [], place };
  if (given.startsWith('-')) return { name: given, value: null, words: splitWords(given), place };
  return { name: given, value: given, words: [], place };
}

function questionsOf(document: Document): StudyChoice[] {
  const questions = document.value.questions.map((given, i) =>
    at(document, ['questions', i], (place) => {
      const { name, ask } = typeof given === 'string' ? { name: given, ask: given } : given;
      return { name, value: null, words: splitWords(ask), place };
    }),
  );
  return named(questions, 'question');
}

/** Throws InputError if two have the same name, because a table could not distinguish them. */
export function named<Named extends { readonly name: string; readonly place: Place }>(
  choices: readonly Named[],
  dimension: Dimension,
): Named[] {
  const twice = choices.find(({ name }, i) => choices.findIndex((other) => other.name === name) < i);
  if (twice === undefined) return [...choices];
  throw new InputError({
    place: twice.place,
    what: `two ${DIMENSION_KEYS[dimension]} are called '${twice.name}'`,
    mend: 'give one of them another name',
  });
}

function exclusionsOf(document: Document): CellRules['exclude'] {
  return (document.value.exclude ?? []).map((entry, i) => {
    const place = document.placeOf(['exclude', i]);
    const names = Object.entries(entry).flatMap(([key, patterns]) => {
      const dimension = KEY_OF.get(key);
      return dimension === undefined || patterns === undefined ? [] : [{ dimension, patterns }];
    });
    if (names.length > 0) return { names, place };
    throw new InputError({
      place,
      what: 'an entry without names excludes everything',
      mend: 'give it a key such as machine, or remove it',
    });
  });
}

function pairsOf(document: Document): CellRules['pairs'] {
  const seen = new Set<Dimension>();
  return (document.value.pairs ?? []).map((dimensions, i) => {
    const place = document.placeOf(['pairs', i]);
    for (const one of dimensions) {
      if (seen.has(one))
        throw new InputError({
          place,
          what: `'pairs' contains ${DIMENSION_KEYS[one]} twice`,
          mend: 'list them once',
        });
      seen.add(one);
    }
    return { dimensions, place };
  });
}

/** A value at a place of the document, which its errors name. */
function at<T>({ placeOf }: Document, path: readonly PropertyKey[], read: (place: Place) => T): T {
  const place = placeOf(path);
  try {
    return read(place);
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    throw new InputError({ ...error.problems[0], place });
  }
}

const resourcesOf = (given: z.output<typeof resources> = {}): StudyResources => ({
  time: given.time ?? null,
  memory: given.memory ?? null,
  cpus: given.cpus ?? 1,
  partition: given.partition ?? null,
  account: given.account ?? null,
  qos: given.qos ?? null,
  at_once: given.at_once ?? null,
  cells_per_task: given.cells_per_task ?? null,
  setup: given.setup ?? [],
  options: given.options ?? [],
});

/** A piece of a word: bare letters, one after a backslash, or quoted text. */
const PIECE =
  /\\(?<escaped>[\s\S])|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)"|(?<bare>[^\s'"\\]+)|(?<space>\s+)/y;

/** Words of a command line as a shell splits them, without expansions. Throws UsageError for a quote that is not closed. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  const piece = new RegExp(PIECE);
  while (piece.lastIndex < text.length) {
    const at = piece.lastIndex;
    const found = piece.exec(text)?.groups;
    if (found === undefined) throw unclosed(text.slice(at));
    if (found.space === undefined) word = (word ?? '') + meant(found);
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

const meant = ({ escaped, single, double, bare }: Readonly<Record<string, string | undefined>>): string =>
  escaped ?? single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? bare ?? '';

const unclosed = (rest: string): UsageError =>
  rest.startsWith('\\')
    ? new UsageError('no character follows the last backslash', 'remove it')
    : new UsageError(`the quote of ${rest} is not closed`, `add ${rest[0]} at the end`);
