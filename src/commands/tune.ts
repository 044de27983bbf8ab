import { tunedAnswer } from '../cli/answers/tune.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { tuneFlags } from '../cli/flags/tune.js';

export default class TuneCommand extends LlampCommand {
  static override summary =
    'Search the algorithms of collectives for the least runtime and the largest tolerance on its budget.';
  static override description =
    'For each collective and class of message sizes, every algorithm is tried with all others as they are, until no single change is better; each combination is evaluated exactly. What --collective gives is not searched.';
  static override examples = [
    '<%= config.bin %> tune traces/mixed-4 --pct 1',
    '<%= config.bin %> tune --pattern bcast --ranks 64 --bytes 1MiB --platform epyc-orfeo --map-by node',
    '<%= config.bin %> tune traces/mixed-4 --collective barrier=dissemination --json',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = tuneFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(TuneCommand);
    const inputs = flags.emit === undefined ? argv : await this.onlyOne(argv, 'tune --emit');
    await this.askAll('tune', inputs, flags, {
      ask: async (names) => ({ answer: await tunedAnswer(names, flags) }),
    });
  }
}
