import { LlampCommand } from '../../cli/base-command.js';
import { studyArgs, studyReportFlags } from '../../cli/flags/study.js';
import { reportOf } from '../../cli/study/page.js';

export default class StudyReportCommand extends LlampCommand {
  static override summary = 'One HTML page of a study: which choice is best where, all cells, what failed.';
  static override examples = [
    '<%= config.bin %> study report where.yaml',
    '<%= config.bin %> study report where.yaml --output where.html',
  ];
  static override args = studyArgs;
  static override flags = studyReportFlags;
  static override strict = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(StudyReportCommand);
    const { page, file } = await reportOf(args.study, flags);
    await this.put(page, file);
    if (file !== '-' && !flags.quiet) this.tell(`llamp-ts: wrote ${file}\n`);
  }
}
