/** One report from dropped files and the form. */

import { SupportJudge, unpricedWarning } from '../../src/analysis/collective-support.js';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { reachOf, type ToleranceResult, tolerance } from '../../src/analysis/sensitivity.js';
import { parseRange } from '../../src/cli/flags/parameter-values.js';
import { algorithmChoices } from '../../src/cli/view/fields.js';
import { type CollectiveSpec, parseCollectiveSpec } from '../../src/collectives/choice.js';
import { joinWarnings, type Warning } from '../../src/errors.js';
import { machineOn, type SitedMachine } from '../../src/platform/site.js';
import { buildReportData, machineRows } from '../../src/report/page/build-report.js';
import type { ReportData } from '../../src/report/page/report-data.js';
import { PERCENTS } from '../../src/report/plots/curve-geometry.js';
import type { Program } from '../../src/sources/program.js';
import { axisByName } from '../../src/timing/axis.js';
import { parsePercents } from '../../src/units.js';
import { load } from './load.js';
import { machineOf } from './machine.js';
import type { Reply, Task } from './protocol.js';
import { siteOf, TYPED } from './site.js';

/** Default end of the curve, as a multiple of the largest tolerance. */
const ROOM = 2;
const RANGE = 'range of L';

/** The report of a task. `tell` receives progress, and the choices for its collectives. Throws LlampError. */
export async function analyse(
  task: Task,
  version: string,
  tell: (reply: Reply) => void,
): Promise<ReportData> {
  const progress = (text: string): void => tell({ kind: 'progress', text });
  // The form is checked before anything is read.
  const choices = task.collectives.map((text) => parseCollectiveSpec(text));
  const resolved = machineOf(task.machine, choices.length === 0 ? 'free' : 'ordered');
  const site = siteOf(task.site);
  if (site === null && task.range !== '') parseRange(axisByName(resolved.machine, 'L'), task.range, RANGE);
  const percents = task.pct === '' ? PERCENTS : parsePercents(task.pct, 'slowdowns');
  progress('reading');
  const { program, source, warnings } = await load(task.files);
  tell({ kind: 'calls', collectives: algorithmChoices(program) });
  const made = program.schedule(choices);
  const sited = site === null ? resolved : machineOn(site, resolved, made.schedule.ranks);
  progress(`matching the messages of ${made.schedule.operations} operations`);
  const model = await Model.of(made.schedule, sited.machine);
  progress(`solving with ${model.engine.name}`);
  const answer = await tolerance(model, percents);
  progress('finding every critical latency');
  const curve = await exactCurve(model, ...intervalOf(task.range, answer));
  progress('drawing the critical paths');
  return buildReportData(model, curve, {
    ...(task.title === undefined ? {} : { title: task.title }),
    source,
    version,
    machine: machineRows(sited, TYPED),
    tolerance: answer.tolerance,
    wiresPerMessage: answer.wiresPerMessage,
    warnings: joinWarnings(made, warnings, sited, unpriced(program, sited, choices), answer),
  });
}

/** The curve contains the machine's own latency even if the range excludes it. */
function intervalOf(range: string, answer: ToleranceResult): readonly [number, number] {
  const { base } = answer.axis;
  if (range === '') return [base, reachOf(answer, ROOM)];
  const [low, high] = parseRange(answer.axis, range, RANGE);
  return [Math.min(low, base), Math.max(high, base)];
}

/** Warns about selected algorithms that the machine cannot price. */
function unpriced(
  program: Program,
  { machine }: SitedMachine,
  choices: readonly CollectiveSpec[],
): Warning | null {
  if (choices.length === 0) return null;
  return unpricedWarning(new SupportJudge(program).of(machine, choices));
}
