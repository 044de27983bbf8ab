/** Measured runs that flags name, held against the model. */
import type { ProgramFacts } from '../../analysis/misfit.js';
import type { Model } from '../../analysis/model.js';
import { type Validation, validation } from '../../analysis/validation.js';
import { COLLECTIVES } from '../../collectives/names.js';
import type { Warning } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { Axis } from '../../timing/axis.js';
import { readMeasured } from '../input/measured.js';
import type { MeasuredFile } from '../input/measured-table.js';

/** A file of runs, and what the model says of them. */
export interface HeldRuns {
  readonly file: MeasuredFile;
  readonly found: Validation;
}

/** What a command knows beside the model. */
interface Known {
  readonly collective?: readonly string[] | undefined;
  /** Of input and machine. */
  readonly warnings: readonly Warning[];
  /** Whether the runs were made for this answer, by what the model says. */
  readonly injected?: boolean;
}

/** The same where a flag may name no file: null then. */
export const heldRunsOf = async (
  path: string | undefined,
  ...rest: [Model, Axis, Known]
): Promise<HeldRuns | null> => (path === undefined ? null : heldRuns(path, ...rest));

/** The runs of a file against a model. Throws InputError of the file, and what the model throws. */
export async function heldRuns(path: string, model: Model, axis: Axis, known: Known): Promise<HeldRuns> {
  const file = readMeasured(path, axis, model.schedule.ranks);
  const facts = await factsOf(model.schedule, known);
  return { file, found: await validation(model, file.runs, { axis, facts }) };
}

async function factsOf(
  schedule: Schedule,
  { collective = [], warnings, injected = false }: Known,
): Promise<ProgramFacts> {
  const { choicesOf } = await import('../input/choices.js');
  const chosen = new Set(choicesOf(collective).map((spec) => spec.collective));
  const kept = warnings.filter(({ code }) => code === 'completion-order');
  return {
    defaultCollectives: chosen.has(null) ? [] : called(schedule).filter((name) => !chosen.has(name)),
    injected,
    keptArrivals: kept.reduce((sum, { count = 0 }) => sum + count, 0),
    unattended: warnings.flatMap(({ code, names = [] }) => (code === 'collectives-unattended' ? names : [])),
  };
}

/** Collectives that a traced program calls. */
function called({ callNames }: Schedule) {
  const names = new Set(callNames.map((name) => name.toLowerCase().replace(/^mpi_/, '')));
  return COLLECTIVES.filter((name) => names.has(name) || names.has(`i${name}`));
}
