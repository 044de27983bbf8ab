import { uncertaintyAnswer } from '../cli/answers/uncertainty.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { uncertaintyFlags } from '../cli/flags/uncertainty.js';
import { plot } from '../cli/output/plot.js';

export default class UncertaintyCommand extends LlampCommand {
  static override summary = 'How sure T, λ and tolerance are: by several runs, or by the time stamps of one.';
  static override description =
    'Several INPUTs are runs of one program at one size: the same question is asked of each, and quantiles tell how far the answers lie apart. One INPUT is a set of traces: what may its time stamps stand for?';
  static override examples = [
    '<%= config.bin %> uncertainty run-1 run-2 run-3 run-4 run-5',
    '<%= config.bin %> uncertainty traces/cg-4 --pct 1,5',
    '<%= config.bin %> uncertainty llamp-trace --tracer-overhead 80ns --json',
    '<%= config.bin %> uncertainty run-1 run-2 run-3 run-4 run-5 --plot spread.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = uncertaintyFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(UncertaintyCommand);
    const { answer, picture } = await uncertaintyAnswer(argv.map(String), flags);
    await plot(flags.plot, picture);
    await this.answer('uncertainty', flags, answer);
  }
}
