/** How sure T, λ and the tolerance are: from one run by its time stamps, from several by their spread. */
import { Model } from '../../analysis/model.js';
import { UsageError } from '../../errors.js';
import { axisByName } from '../../timing/axis.js';
import { figuresOf } from '../../uncertainty/figures.js';
import { runsUncertainty } from '../../uncertainty/runs.js';
import { traceUncertainty } from '../../uncertainty/trace.js';
import { NO_ENGINE } from '../flags/engine.js';
import { parsePercents } from '../flags/parameters.js';
import { regionAsked } from '../flags/region.js';
import { refuseOfOne, refuseOfSeveral, timesAsked, type UncertaintyFlags } from '../flags/uncertainty.js';
import { choicesOf } from '../input/choices.js';
import { noInput } from '../input/find.js';
import { loadProgram } from '../input/load.js';
import { programsNamed } from '../input/programs.js';
import { scheduleBy } from '../input/schedule.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import type { ProgressBar } from '../output/progress.js';
import { guardedOptions, type LoadedModel, surroundings, withProgress } from '../pipeline/pipeline.js';
import { within } from '../pipeline/region.js';
import { type LoadedRun, runsView, traceView } from '../present/uncertainty.js';
import { runsPicture, tracePicture } from '../present/uncertainty-picture.js';

/** The answer and its picture. */
export interface UncertaintyAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** Throws all that LlampError is. */
export async function uncertaintyAnswer(
  inputs: readonly string[],
  flags: UncertaintyFlags,
): Promise<UncertaintyAnswer> {
  const programs = await programsNamed(inputs);
  const percents = parsePercents(flags.pct);
  if (programs.length === 0) throw noInput();
  if (programs.length > 1) refuseOfOne(flags);
  else refuseOfSeveral(flags);
  return withProgress(flags.quiet, (progress) =>
    programs.length === 1
      ? ofOne(programs[0], percents, flags, progress)
      : ofSeveral(programs, percents, flags, progress),
  );
}

async function ofOne(
  names: readonly string[],
  percents: readonly number[],
  flags: UncertaintyFlags,
  progress: ProgressBar,
): Promise<UncertaintyAnswer> {
  if (regionAsked(flags) !== null)
    throw new UsageError(
      'of one trace the whole is drawn: a region would lie elsewhere in each draw',
      'leave the region out, or name several runs',
    );
  const times = timesAsked(flags);
  const { program, ...loaded } = await opened(names, { ...flags, ...NO_ENGINE }, progress);
  progress.begin('drawing times');
  const { draws = 200, seed = 1, parameter } = flags;
  const choices = choicesOf(flags.collective ?? []);
  const question = { ...times, percents, parameter, choices, draws, seed };
  const found = await traceUncertainty(program, loaded.model.machine, question);
  return {
    answer: traceView(loaded, question, found),
    picture: (plots) => tracePicture(plots, percents, found),
  };
}

async function ofSeveral(
  programs: readonly (readonly string[])[],
  percents: readonly number[],
  flags: UncertaintyFlags,
  progress: ProgressBar,
): Promise<UncertaintyAnswer> {
  const runs: LoadedRun[] = [];
  for (const names of programs) {
    const { model, ...loaded } = await opened(names, flags, progress);
    progress.begin(`solving ${loaded.info.source}`);
    const figures = await figuresOf(model, percents, axisByName(model.machine, flags.parameter));
    const { schedule } = model;
    runs.push({ source: loaded.info.source, schedule, figures, loaded: { ...loaded, model } });
  }
  const axis = axisByName(runs[0].loaded.model.machine, flags.parameter);
  const spread = runsUncertainty(runs);
  return {
    answer: runsView(runs, percents, axis, spread),
    picture: (plots) => runsPicture(plots, runs, percents, axis, spread),
  };
}

async function opened(names: readonly string[], flags: UncertaintyFlags, progress: ProgressBar) {
  const around = await surroundings(flags);
  const { program, info: whole } = await loadProgram(names, { ...flags, digest: flags.json }, progress);
  const made = scheduleBy(program, choicesOf(flags.collective ?? []));
  const resolved = around.machineFor(made.schedule.ranks);
  const read = { ...made, info: whole };
  const { schedule, info, warnings } = within(read, regionAsked(flags), resolved.machine);
  const model = await Model.of(schedule, resolved.machine, guardedOptions(flags));
  const loaded: LoadedModel = { model, resolved, info, warnings: [...warnings, ...resolved.warnings] };
  return { program, ...loaded };
}
