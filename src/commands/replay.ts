import { replayAnswer } from '../cli/answers/replay.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { replayFlags } from '../cli/flags/replay.js';

export default class ReplayCommand extends LlampCommand {
  static override summary =
    'The program played event by event, each CPU and NIC doing one thing at a time: T, ends of ranks, λ by differences.';
  static override examples = [
    '<%= config.bin %> replay traces/cg-4',
    '<%= config.bin %> replay traces/cg-4 --compare',
    '<%= config.bin %> replay traces/cg-4 --plot replay.svg',
    '<%= config.bin %> replay program.goal --semantics loggopsim -L 3000ns -o 1500ns -g 0 -G 1ns/B',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = replayFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ReplayCommand);
    await this.askAll('replay', argv, flags, {
      ask: (inputs) => replayAnswer(inputs, flags),
    });
  }
}
