/** `check`: content of a program, and problems that prevent modelling it. */

import { Flags } from '@oclif/core';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { sharedFlags, withWayOut } from '../cli/flags/common-flags.js';
import { type Answer, type Envelope, inputJson, machineJson, regionText } from '../cli/output/answer.js';
import {
  type Column,
  facts,
  jsonRow,
  jsonRows,
  NOT_IN_JSON,
  tableCsv,
  tableRows,
  tableText,
} from '../cli/output/table.js';
import { namesOf, type Opened, open, withProgress } from '../cli/pipeline/pipeline.js';
import { callsJson, conversionText, pollsJson } from '../cli/present/solution-text.js';
import { naturesOfTraces } from '../cli/present/time-by-nature.js';
import { EXIT } from '../cli/process/startup.js';
import { formatProblem, joinWarnings, ModelError, type Problem } from '../errors.js';
import { buildGraph, type ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { type CallSite, nameSite, placeText } from '../schedule/program-calls.js';
import { ANY, isAnyTag, RECV, type Schedule, type ScheduleSummary, summarize } from '../schedule/schedule.js';
import type { RankEnd } from '../sources/program.js';
import { formatTime } from '../units.js';

interface Examination extends ScheduleSummary {
  /** Receives from any source or of any tag. */
  readonly wildcardReceives: number;
  /** Null if the program cannot be modelled, for the reasons in `problems`. */
  readonly graph: ExecutionGraph | null;
  readonly problems: readonly Problem[];
}

/** Where a rank was at the end, with the place of the call; '' where that is unknown. */
interface NamedEnd extends RankEnd {
  readonly where: string;
}

/** With the names of call sites, of a program that did not come to its end. */
async function endsOf({ conversion, schedule }: Opened): Promise<readonly NamedEnd[]> {
  const ends = conversion?.ends ?? [];
  const list = ends.flatMap(({ site }) => (site === null ? [] : [site]));
  const { names } = await namesOf(schedule.sites && { ...schedule.sites, list });
  const where = (site: CallSite | null): string =>
    site === null ? '' : placeText(nameSite(site, names).place);
  return ends.map((end) => ({ ...end, where: where(end.site) }));
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

const checkView = (opened: Opened, found: Examination, ends: readonly NamedEnd[]): Answer => ({
  json: () => checkEnvelope(opened, found, ends),
  csv: () => tableCsv(COUNTS, [found], BEFORE_CALCS),
  text: () => checkText(opened, found, ends),
  shared: () => ({ head: '', ...tableRows(COUNTS, [found]), more: problemsText(found) }),
});

/** The usual envelope, but possibly without a graph. */
function checkEnvelope(opened: Opened, found: Examination, ends: readonly NamedEnd[]): Envelope {
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
      time_by_nature: null,
      ...naturesOfTraces(opened)?.json(),
      ...(ends.length > 0 && { ends: jsonRows(ENDS, ends) }),
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

/** One row for each rank, or for each thread that was in a call. */
const ENDS: readonly Column<NamedEnd>[] = [
  { key: 'rank', title: 'rank', of: ({ rank }) => rank },
  { key: 'thread', of: ({ thread }) => thread },
  { key: 'call', title: 'last in', of: ({ call }) => call, text: ({ call }) => call || 'no MPI call' },
  { key: 'where', title: 'at', of: ({ where }) => where },
  {
    key: 'since_ns',
    title: 'since',
    of: ({ sinceNs }) => sinceNs,
    text: ({ sinceNs }) => formatTime(sinceNs),
  },
];

/** Columns before computations for machines. */
const BEFORE_CALCS = ['ranks', 'operations', 'sends', 'recvs'];

const problemsText = ({ problems }: Examination): string =>
  problems.map((one) => `${formatProblem(withWayOut(one))}\n`).join('');

function checkText(opened: Opened, found: Examination, ends: readonly NamedEnd[]): string {
  const { info, conversion } = opened;
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
  const natures = naturesOfTraces(opened)?.text() ?? '';
  const last = ends.length === 0 ? '' : `${tableText(ENDS, ends)}\n`;
  return `${info.source}\n${regionText(info.region)}${counts}${calls}${natures === '' ? '' : `${natures}\n`}${last}${verdict}`;
}

const checkFlags = {
  ...sharedFlags,
  'print-machine': Flags.boolean({
    helpGroup: 'MACHINE',
    description: 'show every machine value and its source',
  }),
};

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
        return { answer: checkView(opened, found, await endsOf(opened)) };
      },
    });
    if (problems > 0) this.exit(EXIT.model);
  }
}
