/** Computes one report off the page's thread. Everything stays in this tab. */
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { reachOf } from '../../src/analysis/reach.js';
import { tolerance } from '../../src/analysis/tolerance.js';
import { LlampError } from '../../src/errors.js';
import { buildReportData } from '../../src/report/html/build.js';
import type { ReportData } from '../../src/report/html/data.js';
import { PERCENTS } from '../../src/report/plots/zones.js';
import { parseTimeRange } from '../../src/units/units.js';
import { load } from './load.js';
import { machineOf } from './machine.js';
import type { Reply, Task } from './protocol.js';

/** Without a range the curve goes to so many times the largest tolerance. */
const ROOM = 2;

declare const VERSION: string;

const tell = (reply: Reply): void => postMessage(reply);
const progress = (text: string): void => tell({ kind: 'progress', text });

addEventListener('message', (event: MessageEvent<Task>) => {
  analyse(event.data).then(
    (data) => tell({ kind: 'report', data }),
    (error: unknown) => tell({ kind: 'refused', message: explain(error) }),
  );
});

async function analyse(task: Task): Promise<ReportData> {
  const { machine, values } = machineOf(task.machine);
  const base = machine.network.latencies[0].latencyNs;
  const asked = task.range === '' ? null : parseTimeRange(task.range, base, { name: 'range of L' });
  progress('reading');
  const { schedule, source, warnings } = await load(task.files);
  progress(`matching the messages of ${schedule.operations} operations`);
  const model = await Model.of(schedule, machine);
  progress(`solving with ${model.engine.name}`);
  const answer = await tolerance(model, PERCENTS);
  progress('finding every critical latency');
  const [low, high] = asked ?? [base, reachOf(answer, ROOM)];
  const curve = await exactCurve(model, Math.min(low, base), Math.max(high, base));
  progress('drawing the critical paths');
  return buildReportData(model, curve, {
    source,
    version: VERSION,
    machine: values,
    tolerance: answer.tolerance,
    warnings: [...warnings, ...answer.warnings],
  });
}

/** A mendable error as it is; anything else is ours, and says so. */
function explain(error: unknown): string {
  if (error instanceof LlampError) return error.message;
  if (error instanceof RangeError) return `the input is too large for this browser (${error.message})`;
  return `a bug of llamp-ts: ${error instanceof Error ? error.message : String(error)}`;
}
