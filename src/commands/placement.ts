import { placementAnswer } from '../cli/answers/placement.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { placementFlags } from '../cli/flags/placement.js';

export default class PlacementCommand extends LlampCommand {
  static override summary =
    'Where each rank should run: swaps guided by pairwise sensitivities, each evaluated exactly.';
  static override description =
    'Compares block, round robin, a mapping by volume and ours; ours is never slower than any of them.';
  static override examples = [
    '<%= config.bin %> placement trace.goal --platform epyc-orfeo --ranks-per-node 32',
    '<%= config.bin %> placement trace.goal --platform cluster.yaml --rankfile-out ranks.txt --rankfile-format slurm',
    '<%= config.bin %> placement trace.goal --topology dragonfly:g=8,a=4,p=8 --start random:7',
    '<%= config.bin %> placement trace.goal --platform epyc-orfeo --plot placement.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = placementFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(PlacementCommand);
    const inputs = flags['rankfile-out'] === undefined ? argv : await this.onlyOne(argv, '--rankfile-out');
    await this.askAll('placement', inputs, flags, { ask: (program) => placementAnswer(program, flags) });
  }
}
