import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { reportFlags } from '../cli/flags/report.js';
import { reportsAnswer } from '../cli/several/report.js';

export default class ReportCommand extends LlampCommand {
  static override summary = 'One self-contained HTML page: the curve, the critical path, where λ comes from.';
  static override description =
    'The page asks for nothing from a network: send it to a colleague. Lists of algorithms for the collectives of traces are compared in it; the page itself is about the first of each.';
  static override examples = [
    '<%= config.bin %> report trace.goal --output report.html',
    '<%= config.bin %> report trace.goal --latency-range +0..+50us --measured runs.csv --title "LULESH on 27 ranks"',
    '<%= config.bin %> report traces/cg-4 traces/sweep-4 --weight cg-4=3 --output programs.html',
    '<%= config.bin %> report traces/cg-4 --collective allreduce=recursive-doubling,ring --output cg.html',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = reportFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ReportCommand);
    const { page, file, answer } = await reportsAnswer(await this.programs(argv), flags);
    await this.put(page, file);
    if (file === '-') return;
    await this.answer('report', { ...flags, output: undefined }, answer);
  }
}
