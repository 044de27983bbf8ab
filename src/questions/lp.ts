import { Flags } from '@oclif/core';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { NO_ENGINE, outputFlags, programFlags } from '../cli/flags/common-flags.js';
import { loadModel } from '../cli/pipeline/pipeline.js';
import { allTold } from '../errors.js';
import { lpText, mpsText } from '../timing/lp-text.js';

export default class LpCommand extends LlampCommand {
  static override summary = 'Write the linear program for another solver, as CPLEX LP or MPS.';
  static override description =
    'Columns are l, g, o (one per class where there are several), t, and the time of every vertex; rows are named by operation. Minimising t gives the runtime, the reduced cost of l is λ_L.';
  static override examples = [
    '<%= config.bin %> lp trace.goal --output trace.lp',
    '<%= config.bin %> lp trace.goal --format mps > trace.mps',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...programFlags,
    format: Flags.string({ options: ['lp', 'mps'], default: 'lp', description: 'file format' }),
    output: outputFlags.output,
    quiet: outputFlags.quiet,
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(LpCommand);
    const loaded = await loadModel(await this.onlyOne(argv, 'lp'), {
      ...flags,
      ...NO_ENGINE,
      json: false,
    });
    this.tellWarnings(allTold(loaded, loaded.model), flags);
    const text = flags.format === 'mps' ? mpsText : lpText;
    await this.put(text(loaded.model.system), flags.output);
  }
}
