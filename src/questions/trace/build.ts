import { LlampCommand } from '../../cli/base-command.js';
import { buildTracer } from '../../cli/tracer/build-tracer.js';
import { builtAnswer, traceBuildFlags } from '../../cli/tracer/trace-run.js';

export default class TraceBuildCommand extends LlampCommand {
  static override summary = 'Compile the tracer for the MPI of this machine.';
  static override description =
    'Prints the command line for tracing a program. Without a compiler or MPI it exits with code 5 and prints the command to run on a machine that has both.';
  static override examples = [
    '<%= config.bin %> trace build',
    '<%= config.bin %> trace build --mpicc /opt/mpi/bin/mpicc --output lib',
  ];
  static override flags = traceBuildFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(TraceBuildCommand);
    const library = await buildTracer(flags.mpicc, flags.output);
    await this.answer('trace build', { json: flags.json, quiet: flags.quiet }, builtAnswer(library));
  }
}
