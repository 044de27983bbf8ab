import { goalAsked } from '../cli/answers/schedgen.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { schedgenFlags } from '../cli/flags/schedgen.js';
import { putGoal, refuseTerminal } from '../cli/output/goal.js';
import { listText } from '../cli/present/schedgen.js';
import { mergedAsked } from '../cli/several/merge.js';

export default class SchedgenCommand extends LlampCommand {
  static override summary = 'Make a GOAL schedule from MPI traces, or a synthetic one.';
  static override description =
    'The schedule goes to standard output or to a file (gzipped when its name ends in .gz); what was understood of the traces is told on standard error. A GOAL file, text or binary, is written anew in the form that is asked for.';
  static override examples = [
    '<%= config.bin %> schedgen traces/cg-4 --output cg.goal',
    '<%= config.bin %> schedgen traces/cg-4 --collective allreduce=ring --output cg-ring.goal.gz',
    '<%= config.bin %> schedgen --pattern halo2d --ranks 16 --bytes 64KiB --iterations 10 --compute 100us',
    '<%= config.bin %> schedgen traces/cg-4 --format bin --output cg.bin',
    '<%= config.bin %> schedgen traces/cg-4 --extrapolate 4 --output cg-16.goal',
    '<%= config.bin %> schedgen --merge traces/cg-4 traces/fft-4 --interleave --output both.goal',
    '<%= config.bin %> schedgen --list',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = schedgenFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(SchedgenCommand);
    if (flags.list) return this.putText(listText, flags.output);
    refuseTerminal(flags);
    const { schedule, told } = flags.merge
      ? await mergedAsked(await this.programs(argv), flags)
      : await goalAsked(await this.onlyOne(argv, 'schedgen'), flags);
    if (!flags.quiet) this.tell(told);
    await putGoal(schedule, flags);
  }
}
