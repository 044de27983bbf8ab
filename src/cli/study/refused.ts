/** What the commands of a study refuse by their flags: each is asked with the choices that it meets, up to its program. */
import type { Config } from '@oclif/core';
import { formatProblem, type Problem } from '../../errors.js';
import { DIMENSIONS, type StudyCell } from '../../study/cells.js';
import { unread } from '../input/unread.js';
import { takingAnswers } from '../output/sink.js';
import { withStreams } from '../output/streams.js';
import { mendable } from '../run/exit.js';
import { cellNames, cellWords, commandAndFlags, type Study } from './study.js';
import { absoluteWords, beside } from './words.js';

/** Dimensions that a command line may be refused for, but for the question itself. */
const CHOSEN = DIMENSIONS.filter((dimension) => dimension !== 'input' && dimension !== 'question');

/** What some cells are refused for. */
interface Refusal {
  readonly question: number;
  readonly what: string;
  readonly cells: StudyCell[];
}

/** The problems of questions with their choices, in the order of the study, each at its question. */
export async function refusedByFlags(study: Study, config: Config): Promise<Problem[]> {
  const refusals = new Map<string, Refusal>();
  for (const cell of differing(study)) {
    const what = await refusedFor(study, config, cell);
    if (what === null) continue;
    const { question } = cell;
    const key = JSON.stringify([question, what]);
    const known = refusals.get(key) ?? { question, what, cells: [] };
    known.cells.push(cell);
    refusals.set(key, known);
  }
  return [...refusals.values()].map((refusal) => problemOf(study, refusal));
}

/** Cells whose command lines differ by more than which program they name: one program, or several. */
function differing({ cells, inputs }: Study): StudyCell[] {
  const found = new Map<string, StudyCell>();
  for (const cell of cells) {
    const several = inputs[cell.input].paths.length > 1;
    const key = [several, cell.question, ...CHOSEN.map((dimension) => cell[dimension])].join();
    if (!found.has(key)) found.set(key, cell);
  }
  return [...found.values()];
}

/** What the command of a cell says that it is refused for; null: nothing. Throws what is a bug. */
async function refusedFor(study: Study, config: Config, cell: StudyCell): Promise<string | null> {
  const paths = study.inputs[cell.input].paths.map((path) => beside(path, study.folder));
  const words = absoluteWords(cellWords(study, cell, paths), study.folder);
  const { command } = commandAndFlags(study.choices.question[cell.question].words);
  const loaded = await config.findCommand(command.join(':'), { must: true }).load();
  const argv = [...words.slice(command.length), '--json', '--quiet'];
  try {
    await unread(() =>
      withStreams(SILENT, () =>
        takingAnswers(
          () => undefined,
          () => loaded.run(argv, config),
        ),
      ),
    );
    return null;
  } catch (error) {
    const problems = mendable(error);
    if (problems === null) throw error;
    return problems.map(formatProblem).join('; ');
  }
}

const SILENT = { out: () => undefined, err: () => undefined, input: -1, terminal: false };

/** Choices that all refused cells have are named, where the question is not refused with all others as well. */
function problemOf(study: Study, { question, what, cells }: Refusal): Problem {
  const { name, place } = study.choices.question[question];
  const asked = differing(study).filter((cell) => cell.question === question);
  if (cells.length === asked.length) return { place, what };
  const [first] = cells;
  const names = cellNames(study, first);
  const shared = CHOSEN.filter(
    (dimension) =>
      study.choices[dimension].length > 1 && cells.every((cell) => cell[dimension] === first[dimension]),
  );
  const choices = shared.map((dimension) => `${dimension} ${names[dimension]}`).join(', ');
  return {
    place,
    what: `'${name}' with ${choices || 'some choices'}: ${what}`,
    mend: 'exclude leaves out what does not go together',
  };
}
