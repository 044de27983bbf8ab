import { pathAnswer } from '../cli/answers/path.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { NO_ENGINE } from '../cli/flags/engine.js';
import { pathFlags } from '../cli/flags/path.js';
import { loadModel } from '../cli/pipeline/pipeline.js';

export default class PathCommand extends LlampCommand {
  static override summary =
    'The critical path: what its time is spent on, the ranks it visits, its longest segments.';
  static override examples = [
    '<%= config.bin %> path trace.goal',
    '<%= config.bin %> path trace.goal --csv --segments 0',
    '<%= config.bin %> path llamp-trace --by region',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = pathFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(PathCommand);
    await this.askAll('path', argv, flags, {
      ask: async (inputs) => ({
        answer: await pathAnswer(await loadModel(inputs, { ...flags, ...NO_ENGINE }), flags),
      }),
    });
  }
}
