import { compareAnswer } from '../cli/answers/compare.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { compareFlags } from '../cli/flags/compare.js';

export default class CompareCommand extends LlampCommand {
  static override summary =
    'Runtime, sensitivity and tolerance of every combination of algorithms and machines.';
  static override description =
    'Lists make axes: algorithms of a collective, machines, platforms, mappings. Every combination is solved exactly; on a platform also each channel alone, and which one ends the tolerance. Without INPUT the program is --pattern, or the collective that --collective names.';
  static override examples = [
    '<%= config.bin %> compare traces/cg-4 --collective allreduce=recursive-doubling,ring --pct 1',
    '<%= config.bin %> compare --collective bcast=linear,chain,binary --platform epyc-orfeo --map-by core,socket,node',
    '<%= config.bin %> compare trace.goal --machine cscs-testbed,piz-daint --csv',
    '<%= config.bin %> compare traces/cg-4 --collective allreduce=recursive-doubling,ring --plot compare.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = compareFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CompareCommand);
    await this.askAll('compare', argv, flags, { ask: (inputs) => compareAnswer(inputs, flags) });
  }
}
