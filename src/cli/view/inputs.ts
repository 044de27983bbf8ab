/** From INPUT and flags to the server of its page. */
import type { Program } from '../../sources/program.js';
import { noiseWanted } from '../flags/noise.js';
import { parsePercents } from '../flags/parameters.js';
import { regionAsked } from '../flags/region.js';
import type { ViewFlags } from '../flags/view.js';
import { choicesOf } from '../input/choices.js';
import { noInput } from '../input/find.js';
import { loadProgram } from '../input/load.js';
import { noiseOf } from '../input/noise.js';
import { scheduleBy } from '../input/schedule.js';
import { siteOf } from '../machine/lazy-site.js';
import { machineOf } from '../machine/machine.js';
import { readTextFile } from '../output/files.js';
import { withProgress } from '../pipeline/pipeline.js';
import { titleOf } from '../present/report.js';
import { machineFor } from '../workers/evaluator.js';
import type { RunningServer } from './server.js';

/** Reads the program and serves its page. `tell` hears of bugs. Throws UsageError and InputError. */
export async function serveInputs(
  inputs: readonly string[],
  flags: ViewFlags,
  tell: (message: string) => void,
): Promise<RunningServer> {
  if (inputs.length === 0) throw noInput();
  parsePercents(flags.pct);
  const noisy = noiseWanted(flags);
  const region = regionAsked(flags);
  // Values that are no values, and names of nothing, are better known at once.
  await machineOf(flags);
  await siteOf(flags);
  const { program, info } = await withProgress(flags.quiet, (progress) =>
    loadProgram(inputs, { ...flags, digest: true }, progress),
  );
  const noiseFiles = noisy ? await noiseFilesOf(program, flags) : [];
  const { serveProgram } = await import('./serve.js');
  const {
    title = titleOf(inputs),
    measured,
    port,
    pct,
    collective = [],
    'latency-range': range = '',
  } = flags;
  const viewed = { program, info, machine: flags, title, measured, region, noiseFiles };
  return serveProgram(viewed, { port, range, pct, noise: flags, collectives: collective }, tell);
}

/** The files that noise comes from. Throws UsageError, and InputError of files, for noise that the program cannot have. */
async function noiseFilesOf(program: Program, flags: ViewFlags): Promise<string[]> {
  const { ranks } = scheduleBy(program, choicesOf(flags.collective ?? [])).schedule;
  const { machine } = await machineFor(flags, ranks);
  const files: string[] = [];
  noiseOf(flags, machine.network, ranks, {
    file: (name) => {
      files.push(name);
      return readTextFile(name);
    },
    of: (_, read) => read(),
  });
  return files;
}
