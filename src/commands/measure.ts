import { LlampCommand } from '../cli/base-command.js';
import { measureFlags } from '../cli/flags/measure.js';
import { measureMachine } from '../cli/measure/measure.js';
import { overheadPicture } from '../cli/measure/picture.js';
import { plot } from '../cli/output/plot.js';
import { measuredAnswer } from '../cli/present/measure.js';

export default class MeasureCommand extends LlampCommand {
  static override summary = 'Measure L, o, g, G and S of this machine with its own MPI.';
  static override description =
    'Compiles a small benchmark, appends it to the command line behind --, and fits what its ranks measure to a machine file for --machine. Two ranks or more; at most one a core.';
  static override examples = [
    '<%= config.bin %> measure -- mpirun -np 2',
    '<%= config.bin %> measure --output cluster.yaml --overhead exchange -- srun -N 2 -n 64',
  ];
  static override strict = false;
  static override runsProgram = true;
  static override flags = measureFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(MeasureCommand);
    const measured = await measureMachine(this.behindDashes(argv), flags);
    const { json, quiet } = flags;
    await plot(flags.plot, overheadPicture(measured));
    await this.answer('measure', { json, quiet }, measuredAnswer(measured));
  }
}
