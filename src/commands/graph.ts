import { graphAnswer } from '../cli/answers/graph.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { NO_ENGINE } from '../cli/flags/engine.js';
import { graphFlags } from '../cli/flags/graph.js';
import { loadModel } from '../cli/pipeline/pipeline.js';

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

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(GraphCommand);
    const input = await this.onlyOne(argv, 'graph');
    const loaded = await loadModel(input, { ...flags, ...NO_ENGINE, json: false });
    this.tellWarnings([...loaded.warnings, ...loaded.model.warnings], flags);
    await this.put(await graphAnswer(loaded, flags), flags.output);
  }
}
