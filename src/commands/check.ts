import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import { loadSchedule } from '../cli/input/load.js';
import { siteOf } from '../cli/machine/lazy-site.js';
import { machineOf } from '../cli/machine/machine.js';
import { describeMachine } from '../cli/machine/text.js';
import { csv } from '../cli/output/csv.js';
import { envelope, inputJson, machineJson } from '../cli/output/json.js';
import { ProgressBar } from '../cli/output/progress.js';
import { facts } from '../cli/output/table.js';
import { formatProblem, ModelError, type Problem, type Warning } from '../errors.js';
import { buildGraph, type ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import type { SitedMachine } from '../platform/site.js';
import { ANY, RECV, type Schedule, type ScheduleSummary, summarize } from '../schedule/schedule.js';

export default class CheckCommand extends LlampCommand {
  static override summary = 'Validate an input and say what is in it.';
  static override examples = [
    '<%= config.bin %> check trace.goal',
    'zcat trace.goal.gz | <%= config.bin %> check -',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = commonFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CheckCommand);
    const site = await siteOf(flags);
    const given = await machineOf(flags);
    const progress = new ProgressBar(flags.quiet);
    const loaded = await loadSchedule(argv.map(String), { ...flags, digest: flags.json }, progress);
    progress.stop();
    const { schedule } = loaded;
    const resolved: SitedMachine = site?.machineFor(given, schedule.ranks) ?? given;
    if (flags['print-machine']) this.tell(describeMachine(resolved));
    const found = examine(schedule, resolved.machine);
    const summary = summarize(schedule);
    const wildcards = wildcardReceives(schedule);
    const warnings: Warning[] = [...loaded.warnings, ...resolved.warnings, ...(found.graph?.warnings ?? [])];
    const messages = found.graph?.messages ?? null;
    if (flags.json) {
      const { sends, recvs, calcs, operations, dependencies, ranks } = summary;
      const problems = found.problems.map((problem) => ({ ...problem.place, ...problem }));
      const counts = {
        ranks,
        operations,
        sends,
        recvs,
        calcs,
        messages,
        dependencies,
        wildcard_receives: wildcards,
      };
      const input =
        found.graph === null
          ? { ...loaded.info, ranks, operations, messages, dependencies }
          : inputJson(loaded.info, found.graph);
      const body = { input, machine: machineJson(resolved), result: { ...counts, problems }, warnings };
      await this.put(envelope('check', body), flags.output);
    } else if (flags.csv) {
      await this.put(countsCsv(summary, messages, wildcards, found.problems.length), flags.output);
    } else {
      if (!flags.quiet) for (const warning of warnings) this.tell(`warning: ${warning.message}\n`);
      await this.put(text(loaded.info.source, summary, messages, wildcards, found.problems), flags.output);
    }
    if (found.problems.length > 0) this.exit(4);
  }
}

interface Examination {
  readonly graph: ExecutionGraph | null;
  readonly problems: readonly Problem[];
}

/** Matches and orders; what keeps the program from being modelled becomes a list instead of an end. */
function examine(schedule: Schedule, machine: Machine): Examination {
  try {
    return { graph: buildGraph(schedule, machine), problems: [] };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { graph: null, problems: error.problems };
  }
}

function wildcardReceives(schedule: Schedule): number {
  let count = 0;
  for (let op = 0; op < schedule.operations; op++) {
    if (schedule.kind[op] === RECV && (schedule.peer[op] === ANY || schedule.tag[op] === ANY)) count++;
  }
  return count;
}

function countsCsv(
  { ranks, operations, sends, recvs, calcs, dependencies }: ScheduleSummary,
  messages: number | null,
  wildcards: number,
  problems: number,
): string {
  const header = [
    'ranks',
    'operations',
    'sends',
    'recvs',
    'calcs',
    'messages',
    'dependencies',
    'wildcard_receives',
    'problems',
  ];
  return csv(header, [[ranks, operations, sends, recvs, calcs, messages, dependencies, wildcards, problems]]);
}

function text(
  source: string,
  summary: ScheduleSummary,
  messages: number | null,
  wildcards: number,
  problems: readonly Problem[],
): string {
  const counts = facts([
    ['ranks', String(summary.ranks)],
    ['operations', String(summary.operations)],
    ['computations', String(summary.calcs)],
    ['sends', String(summary.sends)],
    ['receives', `${summary.recvs}${wildcards > 0 ? ` (${wildcards} from any source or of any tag)` : ''}`],
    ['messages', messages === null ? 'not matched' : String(messages)],
    ['dependencies', String(summary.dependencies)],
  ]);
  const verdict =
    problems.length === 0 ? 'no problems\n' : problems.map((one) => `${formatProblem(one)}\n`).join('');
  return `${source}\n${counts}${verdict}`;
}
