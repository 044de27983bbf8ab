import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { noiseFlags } from '../cli/input/noise-input.js';
import { askNoise } from '../cli/present/noise-question.js';

export default class NoiseCommand extends LlampCommand {
  static override summary = 'Simulate many runs with noise; show runtime quantiles and tolerated noise.';
  static override examples = [
    '<%= config.bin %> noise traces/cg-4 --jitter L=lognormal:mean=200ns,sd=300ns',
    '<%= config.bin %> noise traces/cg-4 --os-noise period=1ms,length=10us --samples 4096',
    '<%= config.bin %> noise traces/cg-4 --compute-noise relative:sd=1% --at +0,+1us,+5us',
    '<%= config.bin %> noise traces/cg-4 --delay rank=3:+5us',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = noiseFlags;
  static override mostUsed: readonly (keyof typeof noiseFlags)[] = [
    'jitter',
    'compute-noise',
    'os-noise',
    'samples',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(NoiseCommand);
    await this.askAll('noise', argv, flags, {
      ask: (inputs) => askNoise(inputs, flags),
    });
  }
}
