import { phasesAnswer } from '../cli/answers/phases.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { phasesFlags } from '../cli/flags/phases.js';
import { plot } from '../cli/output/plot.js';

export default class PhasesCommand extends LlampCommand {
  static override summary = 'T, λ, ρ and the tolerance of each iteration, or part, of a program.';
  static override examples = [
    '<%= config.bin %> phases traces/cg-4',
    '<%= config.bin %> phases traces/cg-4 --by start,first-message,last-message,end',
    '<%= config.bin %> phases traces/cg-4 --by MPI_Allreduce#1,MPI_Allreduce#11,MPI_Allreduce#21 --csv',
    '<%= config.bin %> phases traces/cg-4 --plot phases.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = phasesFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(PhasesCommand);
    const { answer, picture } = await phasesAnswer(await this.onlyOne(argv, 'phases'), flags);
    await plot(flags.plot, picture);
    await this.answer('phases', flags, answer);
  }
}
