/** From INPUT and flags to the server of its page. */
import { parsePercents } from '../flags/parameters.js';
import { regionAsked } from '../flags/region.js';
import type { ViewFlags } from '../flags/view.js';
import { noInput } from '../input/find.js';
import { loadProgram } from '../input/load.js';
import { siteOf } from '../machine/lazy-site.js';
import { machineOf } from '../machine/machine.js';
import { withProgress } from '../pipeline/pipeline.js';
import { titleOf } from '../present/report.js';
import type { RunningServer } from './server.js';

/** Reads the program and serves its page. `tell` hears of bugs. Throws UsageError and InputError. */
export async function serveInputs(
  inputs: readonly string[],
  flags: ViewFlags,
  tell: (message: string) => void,
): Promise<RunningServer> {
  if (inputs.length === 0) throw noInput();
  parsePercents(flags.pct);
  const region = regionAsked(flags);
  // Values that are no values, and names of nothing, are better known at once.
  await machineOf(flags);
  await siteOf(flags);
  const { program, info } = await withProgress(flags.quiet, (progress) =>
    loadProgram(inputs, { ...flags, digest: true }, progress),
  );
  const { serveProgram } = await import('./serve.js');
  const {
    title = titleOf(inputs),
    measured,
    port,
    pct,
    collective = [],
    'latency-range': range = '',
  } = flags;
  const viewed = { program, info, machine: flags, title, measured, region };
  return serveProgram(viewed, { port, range, pct, collectives: collective }, tell);
}
