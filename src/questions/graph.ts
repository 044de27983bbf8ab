/** `graph`: the execution graph of a small program, for Graphviz or as SVG. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { drawnGraph, drawnOperations, MOST_DRAWN } from '../analysis/drawn-graph.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { NO_ENGINE, outputFlags, programFlags } from '../cli/flags/common-flags.js';
import { type LoadedModel, loadModel, namesOf } from '../cli/pipeline/pipeline.js';
import { inputText } from '../cli/present/solution-text.js';
import { allTold, LimitError, UsageError } from '../errors.js';

// Flags of `graph`.

const graphFlags = {
  ...programFlags,
  format: Flags.option({
    options: ['dot', 'svg'] as const,
    default: 'dot' as const,
    summary: 'Graphviz, or an SVG picture',
    description: 'dot: a graph for Graphviz, which lays it out; svg: a picture, ranks over time',
  })(),
  ranks: Flags.string({
    helpValue: 'RANK,…|FIRST..LAST',
    summary: 'ranks to draw [default: all]',
    description: 'ranks to draw, with the messages between them; all where not given',
  }),
  output: outputFlags.output,
  quiet: outputFlags.quiet,
};

type GraphFlags = InferredFlags<typeof graphFlags>;

// The execution graph of a small program, as text of a file.

/** Throws UsageError for ranks that are not there, and LimitError for more operations than can be told apart. */
async function graphAnswer(
  { model, info, ...loaded }: LoadedModel,
  { format, ranks: wanted }: GraphFlags,
): Promise<string> {
  const { schedule } = model;
  const ranks = ranksOf(wanted, schedule.ranks);
  const operations = drawnOperations(schedule, ranks);
  if (operations > MOST_DRAWN)
    throw new LimitError(
      `a graph of ${operations} operations: more than ${MOST_DRAWN} are not told apart`,
      'draw some ranks with --ranks 0,1, or a part of the run with --region',
    );
  const { names } = await namesOf(schedule.sites);
  const graph = drawnGraph(model, ranks, names);
  if (format === 'dot') return (await import('../report/dot-text.js')).dotText(graph, info.source);
  const { spaceTimePlot } = await import('../report/plots/execution-graph-plot.js');
  const [title] = inputText({ model, info, ...loaded }).split('\n');
  return spaceTimePlot(graph, { title });
}

/** `0,1,5` or `0..3`, ascending. */
function ranksOf(text: string | undefined, count: number): number[] {
  if (text === undefined) return Array.from({ length: count }, (_, rank) => rank);
  const parts = text.split(',').map((part) => partOf(part, text));
  const last = parts.reduce((most, { to }) => Math.max(most, to), 0);
  if (last >= count)
    throw new UsageError(`--ranks ${text}: there is no rank ${last}`, `name ranks from 0 to ${count - 1}`);
  return Array.from({ length: count }, (_, rank) => rank).filter((rank) =>
    parts.some(({ from, to }) => from <= rank && rank <= to),
  );
}

/** Longest run of digits of a rank. */
const PART = /^(\d{1,8})(?:\.\.(\d{1,8}))?$/;

function partOf(part: string, text: string): { readonly from: number; readonly to: number } {
  const [, first, last = first] = PART.exec(part.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || to < from)
    throw new UsageError(`--ranks '${text}' names no ranks`, 'write them as 0,1,5 or 0..3');
  return { from, to };
}

export default class GraphCommand extends LlampCommand {
  static override summary = 'Draw the execution graph of a small program, for Graphviz or as SVG.';
  static override description =
    'Operations are nodes, with what they take; dependencies and messages are edges, with what they pay. The critical path is drawn thick.';
  static override examples = [
    '<%= config.bin %> graph trace.goal --output graph.dot',
    '<%= config.bin %> graph trace.goal --format svg --output graph.svg',
    '<%= config.bin %> graph traces/ring-4 --ranks 0,1 --format svg > graph.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = graphFlags;
  static override mostUsed: readonly (keyof typeof graphFlags)[] = ['format', 'ranks', 'output'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(GraphCommand);
    const input = await this.onlyOne(argv, 'graph');
    const loaded = await loadModel(input, { ...flags, ...NO_ENGINE, json: false });
    this.tellWarnings(allTold(loaded, loaded.model), flags);
    await this.put(await graphAnswer(loaded, flags), flags.output);
  }
}
