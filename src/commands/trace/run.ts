import { basename, join } from 'node:path';
import { LlampCommand } from '../../cli/base-command.js';
import { nameTraces } from '../../cli/call-sites/write.js';
import { traceRunFlags } from '../../cli/flags/trace.js';
import { tracedAnswer } from '../../cli/present/trace.js';
import { traceProgram } from '../../cli/tracer/trace.js';

export default class TraceRunCommand extends LlampCommand {
  static override summary = 'Run an MPI program and trace it.';
  static override description =
    'Builds the tracer, loads it in front of the MPI library of every rank, and runs the command line behind --. The program need not be compiled again; C, C++ and Fortran, an MPI of version 3 or later (tested: Open MPI 4.1, MPICH 4.0).';
  static override examples = [
    '<%= config.bin %> trace run -- mpirun -np 8 ./app',
    '<%= config.bin %> trace run -o traces --clock cpu -- srun -n 64 ./app input.txt',
  ];
  static override strict = false;
  static override runsProgram = true;
  static override flags = traceRunFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(TraceRunCommand);
    const run = await traceProgram(this.behindDashes(argv), flags);
    const unnamed = [];
    for (const { folder, files } of run.worlds) {
      const names = files.map(({ name }) => basename(name));
      unnamed.push(...(await nameTraces(join(run.folder, folder), names)));
    }
    const traced = { ...run, warnings: [...run.warnings, ...unnamed] };
    const answer = tracedAnswer(traced, flags.output);
    if (flags.json) {
      await this.answer('trace run', { json: true, quiet: flags.quiet }, answer);
      return;
    }
    // Standard output is the program's.
    this.tellWarnings(traced.warnings, flags);
    if (!flags.quiet) this.tell(answer.text);
  }
}
