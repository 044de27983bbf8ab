import { topologyCompareAnswer } from '../../cli/answers/topology-compare.js';
import { topologyMix } from '../../cli/answers/topology-mix.js';
import { inputArgs, LlampCommand } from '../../cli/base-command.js';
import { topologyCompareFlags } from '../../cli/flags/topology-compare.js';

export default class TopologyCompareCommand extends LlampCommand {
  static override summary = 'Programs on several topologies: T, λ and tolerance per wire, side by side.';
  static override examples = [
    '<%= config.bin %> topology compare trace.goal --topology fat-tree:k=16 --topology dragonfly:g=8,a=4,p=8 --latency-range 274ns..424ns',
    '<%= config.bin %> topology compare a.goal b.goal --topology fat-tree:k=16 --topology torus:dims=8x8x8 --at +100ns,+200ns,+500ns',
    '<%= config.bin %> topology compare trace.goal --topology published-fat-tree --topology published-dragonfly:g=8,a=4,p=8 --json',
    '<%= config.bin %> topology compare trace.goal --topology fat-tree:k=16 --topology dragonfly:g=8,a=4,p=8 --latency-range 274ns..424ns --plot topologies.svg',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = topologyCompareFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(TopologyCompareCommand);
    await this.askAll('topology-compare', argv, flags, {
      ask: (inputs) => topologyCompareAnswer(inputs, flags),
      mix: topologyMix,
    });
  }
}
