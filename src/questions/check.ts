/** `check`: content of a program, and problems that prevent modelling it. */

import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { sharedFlags as checkFlags, withWayOut } from '../cli/flags/common-flags.js';
import { type Answer, type Envelope, inputJson, machineJson, regionText } from '../cli/output/answer.js';
import { type Column, facts, jsonRow, NOT_IN_JSON, tableCsv, tableRows } from '../cli/output/table.js';
import { type Opened, open, withProgress } from '../cli/pipeline/pipeline.js';
import { callsJson, conversionText, pollsJson } from '../cli/present/solution-text.js';
import { EXIT } from '../cli/process/startup.js';
import { formatProblem, joinWarnings, ModelError, type Problem } from '../errors.js';
import { buildGraph, type ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { ANY, isAnyTag, RECV, type Schedule, type ScheduleSummary, summarize } from '../schedule/schedule.js';

interface Examination extends ScheduleSummary {
  /** Receives from any source or of any tag. */
  readonly wildcardReceives: number;
  /** Null if the program cannot be modelled, for the reasons in `problems`. */
  readonly graph: ExecutionGraph | null;
  readonly problems: readonly Problem[];
}

/** Counts, matches and orders; returns problems instead of throwing them. */
function examine(schedule: Schedule, machine: Machine): Examination {
  return {
    ...summarize(schedule),
    wildcardReceives: wildcardReceives(schedule),
    ...graphOrProblems(schedule, machine),
  };
}

function graphOrProblems(schedule: Schedule, machine: Machine): Pick<Examination, 'graph' | 'problems'> {
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
    if (schedule.kind[op] === RECV && (schedule.peer[op] === ANY || isAnyTag(schedule.tag[op]))) count++;
  }
  return count;
}

// Content and problems as JSON, CSV and text.

const checkView = (opened: Opened, found: Examination): Answer => ({
  json: () => checkEnvelope(opened, found),
  csv: () => tableCsv(COUNTS, [found], BEFORE_CALCS),
  text: () => checkText(opened, found),
  shared: () => ({ head: '', ...tableRows(COUNTS, [found]), more: problemsText(found) }),
});

/** The usual envelope, but possibly without a graph. */
function checkEnvelope(opened: Opened, found: Examination): Envelope {
  const { schedule, resolved, info, conversion } = opened;
  const { graph } = found;
  const problems = found.problems.map(withWayOut).map((problem) => ({ ...problem.place, ...problem }));
  return {
    input: inputJson(info, graph ?? { schedule, messages: null }),
    machine: machineJson(resolved),
    result: {
      ...jsonRow(COUNTS, found, BEFORE_CALCS),
      calls: callsJson(conversion),
      polls: pollsJson(conversion),
      problems,
    },
    warnings: joinWarnings(opened, graph),
  };
}

/** Messages are null if they could not be matched. */
const COUNTS: readonly Column<Examination>[] = [
  { key: 'ranks', title: 'ranks', of: ({ ranks }) => ranks },
  { key: 'operations', title: 'operations', of: ({ operations }) => operations },
  { key: 'calcs', title: 'calcs', of: ({ calcs }) => calcs },
  { key: 'sends', title: 'sends', of: ({ sends }) => sends },
  { key: 'recvs', title: 'receives', of: ({ recvs }) => recvs },
  {
    ...{ key: 'messages', title: 'messages', of: ({ graph }) => graph?.messages },
    text: ({ graph }) => String(graph?.messages ?? 'not matched'),
  },
  { key: 'dependencies', of: ({ dependencies }) => dependencies },
  { key: 'wildcard_receives', of: ({ wildcardReceives }) => wildcardReceives },
  { key: 'problems', title: 'problems', of: ({ problems }) => problems.length, ...NOT_IN_JSON },
];

/** Columns before computations for machines. */
const BEFORE_CALCS = ['ranks', 'operations', 'sends', 'recvs'];

const problemsText = ({ problems }: Examination): string =>
  problems.map((one) => `${formatProblem(withWayOut(one))}\n`).join('');

function checkText({ info, conversion }: Opened, found: Examination): string {
  const { graph, problems, wildcardReceives: wildcards } = found;
  const counts = facts([
    ['ranks', String(found.ranks)],
    ['operations', String(found.operations)],
    ['computations', String(found.calcs)],
    ['sends', String(found.sends)],
    ['receives', `${found.recvs}${wildcards > 0 ? ` (${wildcards} from any source or with any tag)` : ''}`],
    ['messages', graph === null ? 'not matched' : String(graph.messages)],
    ['dependencies', String(found.dependencies)],
  ]);
  const verdict = problems.length === 0 ? 'no problems\n' : problemsText(found);
  const calls = conversion === undefined ? '' : `\n${conversionText(conversion)}\n`;
  return `${info.source}\n${regionText(info.region)}${counts}${calls}${verdict}`;
}

export default class CheckCommand extends LlampCommand {
  static override summary = 'Validate an input and summarise its content.';
  static override examples = [
    '<%= config.bin %> check trace.goal',
    'zcat trace.goal.gz | <%= config.bin %> check -',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = checkFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CheckCommand);
    let problems = 0;
    await this.askAll('check', argv, flags, {
      ask: async (inputs) => {
        const opened = await withProgress(flags.quiet, (progress) => open(inputs, flags, progress));
        const found = examine(opened.schedule, opened.resolved.machine);
        problems += found.problems.length;
        return { answer: checkView(opened, found) };
      },
    });
    if (problems > 0) this.exit(EXIT.model);
  }
}
