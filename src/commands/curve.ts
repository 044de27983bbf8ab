import { curveAnswer } from '../cli/answers/curve.js';
import { curveMix } from '../cli/answers/mix.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { curveAsked, curveFlags } from '../cli/flags/curve.js';
import { loadModel } from '../cli/pipeline/pipeline.js';

export default class CurveCommand extends LlampCommand {
  static override summary = 'Runtime, λ and ρ over the latency: at given points, or exactly over a range.';
  static override examples = [
    '<%= config.bin %> curve trace.goal --at 0,1us,3us',
    '<%= config.bin %> curve trace.goal --latency-range +0..+100us --csv',
    '<%= config.bin %> curve trace.goal --latency-range +0..+100us --plot curve.svg --measured runs.csv',
    '<%= config.bin %> curve trace.goal --surface L,G --latency-range 3us..103us,0.018ns/B..1ns/B --grid 5x5',
    '<%= config.bin %> curve trace.goal --latency-distribution 3us:0.5,5us:0.3,10us:0.2',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = curveFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CurveCommand);
    const asked = curveAsked(flags);
    await this.askAll('curve', argv, flags, {
      ask: async (inputs) =>
        curveAnswer(await loadModel(inputs, { ...flags, ...asked.engine }), asked, flags),
      mix: curveMix,
    });
  }
}
