/** How far a study is, and what is still to be done. */
import { relative } from 'node:path';
import { DIMENSION_KEYS } from '../../study/cells.js';
import type { FailedCells, StudyForecast, StudyStands } from '../present/study.js';
import { inputCosts } from './costs.js';
import { CellKeys } from './key.js';
import { studyTasks } from './run.js';
import { type CellState, cellStates } from './states.js';
import type { Study } from './study.js';

/** As people name it, from where they are. */
export const shownPath = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near || '.';
};

/** `asked`: cells that this run asked; null where none did. */
export async function standsOf(study: Study, asked: number | null): Promise<StudyStands> {
  const states = await cellStates(study, new CellKeys(study));
  const missing = states.filter(({ result }) => result === null).length;
  const failed = failures(states);
  const failedCells = failed.reduce((sum, { cells }) => sum + cells, 0);
  return {
    name: study.name,
    source: study.source,
    directory: shownPath(study.directory),
    inputs: study.inputs.length,
    cells: states.length,
    done: states.length - missing - failedCells,
    missing,
    failed,
    asked,
  };
}

function failures(states: readonly CellState[]): FailedCells[] {
  const found = new Map<string, FailedCells>();
  for (const { result } of states) {
    if (result === null || result.exit === 0) continue;
    const [message] = (result.error?.message ?? '').split('\n');
    const key = JSON.stringify([result.exit, message]);
    const before = found.get(key);
    const { exit, command } = result;
    found.set(
      key,
      before === undefined ? { exit, message, command, cells: 1 } : { ...before, cells: before.cells + 1 },
    );
  }
  return [...found.values()].sort((a, b) => b.cells - a.cells);
}

/** `tasks`: how many are wanted. */
export async function forecastOf(study: Study, tasks: number | undefined): Promise<StudyForecast> {
  const keys = new CellKeys(study);
  const states = await cellStates(study, keys);
  const dealt = studyTasks(study, tasks);
  const isMissing = (cell: number): boolean => states[cell].result === null;
  const costs = await inputCosts(study, keys, states);
  return {
    name: study.name,
    source: study.source,
    directory: shownPath(study.directory),
    cells: states.length,
    missing: states.filter(({ result }) => result === null).length,
    tasks: dealt.length,
    openTasks: dealt.flatMap((cells, i) => (cells.some(isMissing) ? [i + 1] : [])),
    inputs: costs.map((cost) => ({
      ...cost,
      missing: states.filter(({ cell, result }) => study.cells[cell].input === cost.input && result === null)
        .length,
    })),
    choices: Object.fromEntries(
      Object.entries(study.choices).map(([dimension, choices]) => [
        dimension in DIMENSION_KEYS ? dimension : '',
        choices.map(({ name }) => name),
      ]),
    ),
  };
}
