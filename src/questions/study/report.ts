/** `study report`: the page of a study. */
import { join } from 'node:path';
import { LlampCommand } from '../../cli/base-command.js';
import { packageVersion } from '../../cli/process/package-files.js';
import { CellKeys, type CellState, cellStates } from '../../cli/study/cells.js';
import { shownPath } from '../../cli/study/run-study.js';
import { type CellResult, occupiedBy } from '../../cli/study/store.js';
import {
  cellNames,
  dimensionNames,
  type Study,
  studyArgs,
  studyAt,
  studyReportFlags,
} from '../../cli/study/study-file.js';
import { refuseMissing } from '../../cli/study/study-tables.js';
import type { Warning } from '../../errors.js';
import { occupancyText } from '../../platform/endpoint-allocation.js';
import { renderStudy } from '../../report/page/study-page.js';
import type { FailedGroup, OccupiedGroup, StudyPageData } from '../../report/page/study-views.js';
import { DIMENSIONS, type StudyCell } from '../../study/study-cells.js';
import { comparedDimension, studyFigures } from '../../study/study-table.js';

const studyPage = (study: Study, states: readonly CellState[]): string =>
  renderStudy(pageData(study, states));

function pageData(study: Study, states: readonly CellState[]): StudyPageData {
  const found = states.flatMap(({ cell, result }) =>
    result === null ? [] : [{ cell: study.cells[cell], result }],
  );
  const answered = found.filter(({ result }) => result.answer !== null);
  const names = dimensionNames(study);
  const compared = comparedDimension(names);
  const unpriced = answered.map(({ result }) => (compared === 'collectives' ? unpricedIn(result) : []));
  return {
    name: study.name,
    version: packageVersion(),
    names,
    compared,
    ...studyFigures(answered.map(({ result }, i) => (unpriced[i].length > 0 ? [] : result.rows))),
    unpriced: {
      cells: unpriced.filter(({ length }) => length > 0).length,
      reasons: [...new Set(unpriced.flat())],
    },
    cells: answered.map(({ cell }) => DIMENSIONS.map((dimension) => cell[dimension])),
    missing: states.length - found.length,
    occupied: occupiedGroups(study, found),
    failed: failedGroups(found.map(({ result }) => result)),
  };
}

const UNPRICED: Warning['code'] = 'independent-sends';

/** Warnings of an answer about algorithms that its machine cannot price. */
function unpricedIn({ answer }: CellResult): string[] {
  const warnings: unknown = Object(answer).warnings;
  if (!Array.isArray(warnings)) return [];
  return warnings.flatMap(({ code, message }) => (code === UNPRICED ? [String(message)] : []));
}

/** Inputs with the same occupied part of a network, in the order of the cells. */
function occupiedGroups(
  study: Study,
  found: readonly { readonly cell: StudyCell; readonly result: CellResult }[],
): OccupiedGroup[] {
  const groups = new Map<string, { network: string; text: string; inputs: string[] }>();
  for (const { cell, result } of found) {
    const occupied = occupiedBy(result.answer);
    if (occupied === null) continue;
    const { network, input } = cellNames(study, cell);
    const text = `${occupied.allocation}: ${occupancyText(occupied.occupancy)}`;
    const key = JSON.stringify([network, text]);
    const group = groups.get(key) ?? { network, text, inputs: [] };
    if (!group.inputs.includes(input)) group.inputs.push(input);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The most frequent first. */
function failedGroups(results: readonly CellResult[]): FailedGroup[] {
  const found = new Map<string, { exit: number; message: string; commands: string[] }>();
  for (const { exit, error, command } of results) {
    if (exit === 0) continue;
    const [message] = (error?.message ?? '').split('\n');
    const key = JSON.stringify([exit, message]);
    const group = found.get(key) ?? { exit, message, commands: [] };
    found.set(key, group);
    group.commands.push(command.join(' '));
  }
  return [...found.values()].sort((a, b) => b.commands.length - a.commands.length);
}

/** The page and its file, by default in the folder of the results. Throws InputError. */
async function reportOf(
  source: string,
  flags: {
    readonly dir?: string | undefined;
    readonly output?: string | undefined;
    readonly partial: boolean;
  },
): Promise<{ readonly page: string; readonly file: string }> {
  const study = studyAt(source, flags.dir);
  const states = await cellStates(study, new CellKeys(study));
  refuseMissing(study, states, flags.partial);
  return {
    page: studyPage(study, states),
    file: flags.output ?? join(shownPath(study.directory), 'report.html'),
  };
}

export default class StudyReportCommand extends LlampCommand {
  static override summary = 'Write one HTML page about a study: the best choices, all cells, all failures.';
  static override examples = [
    '<%= config.bin %> study report where.yaml',
    '<%= config.bin %> study report where.yaml --output where.html',
  ];
  static override args = studyArgs;
  static override flags = studyReportFlags;
  static override strict = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(StudyReportCommand);
    const { page, file } = await reportOf(args.study, flags);
    await this.put(page, file);
    if (file !== '-' && !flags.quiet) this.tell(`llamp-ts: wrote ${file}\n`);
  }
}
