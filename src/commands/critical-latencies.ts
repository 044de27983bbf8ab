import { criticalLatenciesAnswer } from '../cli/answers/critical-latencies.js';
import { criticalMix } from '../cli/answers/mix.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { criticalLatenciesFlags, engineAsked } from '../cli/flags/critical-latencies.js';
import { loadModel } from '../cli/pipeline/pipeline.js';

export default class CriticalLatenciesCommand extends LlampCommand {
  static override summary = 'Every latency in a range at which the sensitivity λ changes, exactly.';
  static override examples = [
    '<%= config.bin %> critical-latencies trace.goal --latency-range 3us..103us',
    '<%= config.bin %> critical-latencies trace.goal --latency-range +0..+100us --method ranging --step 10ns',
    '<%= config.bin %> critical-latencies trace.goal --plot critical.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = criticalLatenciesFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CriticalLatenciesCommand);
    const engine = engineAsked(flags);
    await this.askAll('critical-latencies', argv, flags, {
      ask: async (inputs) => criticalLatenciesAnswer(await loadModel(inputs, { ...flags, ...engine }), flags),
      mix: criticalMix(flags.method),
    });
  }
}
