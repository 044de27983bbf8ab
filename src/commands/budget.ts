import { budgetAnswer } from '../cli/answers/budget.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { budgetFlags } from '../cli/flags/budget.js';
import { plot } from '../cli/output/plot.js';

export default class BudgetCommand extends LlampCommand {
  static override summary =
    'What should I buy? What 1 % of the runtime costs or brings in L, o and bandwidth.';
  static override description =
    'For each parameter of the machine, each latency class and each MPI call: by how much it may get worse until T is 1 % larger, by how much it must get better until T is 1 % smaller, all that it can bring, and where the next parameter begins to bring more. A table for each program.';
  static override examples = [
    '<%= config.bin %> budget trace.goal',
    '<%= config.bin %> budget traces/cg-4 traces/fft-4 --machine piz-daint --pct 5',
    '<%= config.bin %> budget traces/cg-4 --plot budget.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = budgetFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(BudgetCommand);
    const { answer, picture } = await budgetAnswer(argv.map(String), flags);
    await plot(flags.plot, picture);
    await this.answer('budget', flags, answer);
  }
}
