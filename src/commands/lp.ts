import { Flags } from '@oclif/core';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { outputFlags, traceFlags } from '../cli/flags/common.js';
import { machineFlags } from '../cli/flags/machine.js';
import { matchingFlags } from '../cli/flags/matching.js';
import { regionFlags } from '../cli/flags/region.js';
import { loadModel } from '../cli/pipeline/pipeline.js';
import { lpText, mpsText } from '../timing/export/program-text.js';

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
    ...machineFlags,
    ...traceFlags,
    ...matchingFlags,
    ...regionFlags,
    format: Flags.string({ options: ['lp', 'mps'], default: 'lp', description: 'file format' }),
    output: outputFlags.output,
    quiet: outputFlags.quiet,
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(LpCommand);
    const engine = { engine: 'sweep', 'highs-limit': 0, cold: false };
    const { model, warnings } = await loadModel(await this.onlyOne(argv, 'lp'), {
      ...flags,
      ...engine,
      json: false,
    });
    this.tellWarnings([...warnings, ...model.warnings], flags);
    const text = flags.format === 'mps' ? mpsText : lpText;
    await this.put(text(model.system), flags.output);
  }
}
