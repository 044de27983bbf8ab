import { LlampCommand } from '../../cli/base-command.js';
import { statusOf } from '../../cli/study/run-study.js';
import { queueOf } from '../../cli/study/slurm-jobs.js';
import { studyArgs, studyAt, studyStatusFlags } from '../../cli/study/study-file.js';
import { studyStatusView } from '../../cli/study/study-tables.js';

export default class StudyStatusCommand extends LlampCommand {
  static override summary = 'Show the progress of a study: the cells that are done, failed or missing.';
  static override examples = [
    '<%= config.bin %> study status where.yaml',
    '<%= config.bin %> study status where.yaml --json',
  ];
  static override args = studyArgs;
  static override flags = studyStatusFlags;
  static override strict = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(StudyStatusCommand);
    const study = studyAt(args.study, flags.dir);
    const status = await statusOf(study, null);
    await this.answer('study-status', flags, studyStatusView(status, await queueOf(study)));
  }
}
