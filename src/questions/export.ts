/** `export`: the linear program for another solver, or the execution graph of a small program, for Graphviz or as SVG. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { drawnGraph, drawnOperations, MOST_DRAWN } from '../analysis/drawn-graph.js';
import { inputArgs, LlampCommand, refuseOfOtherForms } from '../cli/base-command.js';
import { NO_ENGINE, outputFlags, programFlags } from '../cli/flags/common-flags.js';
import { drawRanksFlag, parseRanks } from '../cli/output/viewer-files.js';
import { type LoadedModel, loadModel, namesOf } from '../cli/pipeline/pipeline.js';
import { inputText } from '../cli/present/solution-text.js';
import { LimitError } from '../errors.js';
import { lpText, mpsText } from '../timing/lp-text.js';

const textFlags = {
  ...programFlags,
  format: Flags.option({
    options: ['lp', 'mps', 'dot', 'svg'] as const,
    required: true,
    summary: 'linear program or graph',
    description:
      'lp: the linear program in CPLEX format; mps: the same as free MPS; dot: the execution graph for Graphviz; svg: a picture of the graph, ranks over time',
  })(),
  output: outputFlags.output,
  quiet: outputFlags.quiet,
};

const exportFlags = {
  ...textFlags,
  'draw-ranks': drawRanksFlag('with a graph'),
};

type ExportFlags = InferredFlags<typeof exportFlags>;

const PROGRAM = { name: '--format lp|mps', flags: textFlags };
const GRAPH = { name: '--format dot|svg', flags: exportFlags };

/** Throws UsageError for unknown ranks, and LimitError for too many operations. */
async function graphAnswer(
  { model, info, ...loaded }: LoadedModel,
  { format, 'draw-ranks': wanted }: ExportFlags,
): Promise<string> {
  const { schedule } = model;
  const ranks = parseRanks(wanted, schedule.ranks);
  const operations = drawnOperations(schedule, ranks);
  if (operations > MOST_DRAWN)
    throw new LimitError(
      `a graph of ${operations} operations exceeds the limit of ${MOST_DRAWN}`,
      'draw fewer ranks with --draw-ranks 0,1, or a part of the run with --region',
    );
  const { names } = await namesOf(schedule.sites);
  const graph = drawnGraph(model, ranks, names);
  if (format === 'dot') return (await import('../report/dot-text.js')).dotText(graph, info.source);
  const { spaceTimePlot } = await import('../report/plots/execution-graph-plot.js');
  const [title] = inputText({ model, info, ...loaded }).split('\n');
  return spaceTimePlot(graph, { title });
}

export default class ExportCommand extends LlampCommand {
  static override summary = 'Write the linear program for another solver, or draw the execution graph.';
  static override description =
    'The columns of the linear program are l, g, o (one per class if there are several), t, and the time of every vertex; its rows are named after operations. Minimising t gives the runtime, and the reduced cost of l is λ_L. In the graph of a small program, nodes are operations with their durations, and edges are dependencies and messages with their costs. The critical path is drawn thick.';
  static override examples = [
    '<%= config.bin %> export trace.goal --format lp --output trace.lp',
    '<%= config.bin %> export trace.goal --format mps > trace.mps',
    '<%= config.bin %> export trace.goal --format dot --output graph.dot',
    '<%= config.bin %> export traces/ring-4 --draw-ranks 0,1 --format svg > graph.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = exportFlags;
  static override mostUsed: readonly (keyof typeof exportFlags)[] = ['format', 'draw-ranks', 'output'];
  static override forms = ['INPUT... --format=lp|mps|dot|svg [options]'];

  async run(): Promise<void> {
    const parsed = await this.parse(ExportCommand);
    const { argv, flags } = parsed;
    const drawn = flags.format === 'dot' || flags.format === 'svg';
    refuseOfOtherForms(parsed, drawn ? GRAPH : PROGRAM, [GRAPH]);
    const loaded = await loadModel(await this.onlyOne(argv, 'export'), {
      ...flags,
      ...NO_ENGINE,
      json: false,
    });
    this.tellWarnings([...loaded.warnings, ...loaded.model.warnings], flags);
    const text = flags.format === 'mps' ? mpsText : lpText;
    await this.put(drawn ? await graphAnswer(loaded, flags) : text(loaded.model.system), flags.output);
  }
}
