import { toleranceMix } from '../cli/answers/mix.js';
import { toleranceAnswer } from '../cli/answers/tolerance.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { toleranceAsked, toleranceFlags } from '../cli/flags/tolerance.js';
import { saveBaseline } from '../cli/pipeline/baseline.js';
import { loadModel } from '../cli/pipeline/pipeline.js';

export default class ToleranceCommand extends LlampCommand {
  static override summary =
    'How much latency (or another parameter) a program bears before it runs x % slower.';
  static override examples = [
    '<%= config.bin %> tolerance trace.goal --pct 1',
    '<%= config.bin %> tolerance trace.goal --pct 1,2,5 --json',
    '<%= config.bin %> tolerance trace.goal --parameter G --pct 1',
    '<%= config.bin %> tolerance trace.goal --pct 1 --fail-below 5us',
    '<%= config.bin %> tolerance trace.goal --frontier L,G --pct 1',
    '<%= config.bin %> tolerance trace.goal --latency-distribution lognormal:median=3us,sigma=0.3',
    '<%= config.bin %> tolerance llamp-trace --by region',
    '<%= config.bin %> tolerance trace.goal --plot tolerance.svg',
    '<%= config.bin %> tolerance trace.goal --save baseline.json',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = toleranceFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ToleranceCommand);
    const asked = toleranceAsked(flags);
    const { save } = flags;
    const programs = save === undefined ? argv : await this.onlyOne(argv, 'tolerance --save');
    await this.askAll('tolerance', programs, flags, {
      ask: async (inputs) => {
        // A baseline names what it is of by its digest, as JSON does.
        const loaded = await loadModel(inputs, { ...flags, json: flags.json || save !== undefined });
        const answer = await toleranceAnswer(loaded, asked, flags);
        if (save !== undefined) await saveBaseline(save, loaded, asked.percents, flags);
        return answer;
      },
      mix: toleranceMix(asked.percents),
    });
  }
}
