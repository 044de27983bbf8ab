/**
 * Whole commands as fresh processes, interleaved in rounds: least and median of wall and CPU time, the most memory, ratios
 * to a bare Node, to TypeScript without kernels, to HiGHS and to the programs of others, and growth with operations.
 *
 *   npm run bench -- [--quick] [--rounds N] [--only NAME,…] [--against old.json] [--output FILE.json]
 *
 * LLAMP_INPUTS=a.goal,traces/,traces/*15 names further inputs, the last with its calls 15 times; LLAMP_PEERS=txt2bin=/path,
 * loggopsim=/path,schedgen=/path, or a JSON file of these, the programs of others; LLAMP_NODE another Node;
 * LLAMP_LONG=1 runs up to 1.56·10⁸ operations through a pipe, 15 GB of memory.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compare } from './harness/against.js';
import type { Plan } from './harness/case.js';
import { thisMachine } from './harness/machine.js';
import { only } from './harness/only.js';
import { planFor } from './harness/plan.js';
import { peakOf, timed } from './harness/process.js';
import { parseResult, type Result } from './harness/result.js';
import { measure } from './harness/rounds.js';
import { summarize } from './harness/summary.js';
import { comparisonLines, tablesOf } from './harness/tables.js';

const ROUNDS = { quick: 5, full: 7 };

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string', default: '' },
    against: { type: 'string' },
    output: { type: 'string' },
  },
});

/** Cases start with what the first ones left behind, and leave nothing in the caller's. */
function settled(plan: Plan, folder: string): Plan {
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  return { ...plan, cases: plan.cases.map((one) => ({ ...one, env: { ...env, ...one.env } })) };
}

async function benchmark(folder: string): Promise<Result> {
  const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
  const llamp = [process.execPath, join(root, 'bin/run.js')];
  const words = flags.only.split(',').filter((word) => word !== '');
  const plan = only(planFor({ llamp, root, folder, quick: flags.quick, env: process.env }), words);
  const rounds = Number(flags.rounds ?? (flags.quick ? ROUNDS.quick : ROUNDS.full));
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new Error(`--rounds ${flags.rounds}: a number from 1 on`);
  const said = (line: string): void => console.error(line);
  const query = [
    ...(flags.quick ? ['--quick'] : []),
    ...(flags.rounds === undefined ? [] : ['--rounds', flags.rounds]),
    ...(words.length > 0 ? ['--only', `'${words.join(',')}'`] : []),
  ].join(' ');
  const { cases } = settled(plan, folder);
  const outcome = await measure(cases, { rounds, runner: { timed, peakOf }, said });
  if (outcome.failures.some((failure) => failure.case.peer !== true)) process.exitCode = 1;
  return summarize(plan, outcome, { machine: thisMachine(), asked: query });
}

async function run(folder: string): Promise<void> {
  // The earlier run is read first: a wrong name is told before minutes are spent.
  const before = flags.against === undefined ? null : parseResult(readFileSync(flags.against, 'utf8'));
  const result = await benchmark(folder);
  if (flags.output !== undefined) writeFileSync(flags.output, `${JSON.stringify(result, null, 2)}\n`);
  console.log(tablesOf(result));
  for (const line of result.skipped) console.log(`left out: ${line}`);
  if (before !== null) console.log(comparisonLines(compare(before, result)).join('\n'));
}

// Schedgen finds rank 0 by the only "-0" of a path.
const folder = mkdtempSync(join(tmpdir(), 'llamp_bench_'));
try {
  await run(folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
