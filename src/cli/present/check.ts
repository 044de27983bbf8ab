/** What is in a program, and what is wrong with it, as JSON, CSV and text. */
import type { Examination } from '../../analysis/examine.js';
import { formatProblem } from '../../errors.js';
import { withWayOut } from '../flags/matching.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { type Envelope, inputJson, machineJson } from '../output/json.js';
import { regionText } from '../output/region.js';
import { facts, type TableRows } from '../output/table.js';
import type { Opened } from '../pipeline/pipeline.js';
import { callsJson, conversionText } from './conversion.js';

export const checkView = (opened: Opened, found: Examination): Answer => ({
  json: () => checkEnvelope(opened, found),
  csv: () => countsCsv(found),
  text: () => checkText(opened, found),
  shared: () => ({ head: '', ...countsRow(found), more: problemsText(found) }),
});

/** That of every answer, but that there may be no graph. */
function checkEnvelope(
  { schedule, resolved, info, conversion, warnings }: Opened,
  found: Examination,
): Envelope {
  const { graph } = found;
  const problems = found.problems.map(withWayOut).map((problem) => ({ ...problem.place, ...problem }));
  return {
    input: inputJson(info, graph ?? { schedule, messages: null }),
    machine: machineJson(resolved),
    result: { ...countsJson(found), calls: callsJson(conversion), problems },
    warnings: [...warnings, ...(graph?.warnings ?? [])],
  };
}

/** Messages are null where they could not be matched. */
const countsJson = (found: Examination): Record<string, number | null> => ({
  ranks: found.ranks,
  operations: found.operations,
  sends: found.sends,
  recvs: found.recvs,
  calcs: found.calcs,
  messages: found.graph?.messages ?? null,
  dependencies: found.dependencies,
  wildcard_receives: found.wildcardReceives,
});

function countsCsv(found: Examination): CsvTable {
  const counts = { ...countsJson(found), problems: found.problems.length };
  return csvTable(Object.keys(counts), [Object.values(counts)]);
}

/** The counts of one of several programs. */
function countsRow(found: Examination): TableRows {
  const titles = ['ranks', 'operations', 'calcs', 'sends', 'receives', 'messages', 'problems'];
  const counts = [found.ranks, found.operations, found.calcs, found.sends, found.recvs];
  const messages = found.graph === null ? 'not matched' : String(found.graph.messages);
  const row = [...counts.map(String), messages, String(found.problems.length)];
  return { heads: titles.map((title) => ({ title })), rows: [row] };
}

const problemsText = ({ problems }: Examination): string =>
  problems.map((one) => `${formatProblem(withWayOut(one))}\n`).join('');

function checkText({ info, conversion }: Opened, found: Examination): string {
  const { graph, problems, wildcardReceives: wildcards } = found;
  const counts = facts([
    ['ranks', String(found.ranks)],
    ['operations', String(found.operations)],
    ['computations', String(found.calcs)],
    ['sends', String(found.sends)],
    ['receives', `${found.recvs}${wildcards > 0 ? ` (${wildcards} from any source or of any tag)` : ''}`],
    ['messages', graph === null ? 'not matched' : String(graph.messages)],
    ['dependencies', String(found.dependencies)],
  ]);
  const verdict = problems.length === 0 ? 'no problems\n' : problemsText(found);
  const calls = conversion === undefined ? '' : `\n${conversionText(conversion)}\n`;
  return `${info.source}\n${regionText(info.region)}${counts}${calls}${verdict}`;
}
