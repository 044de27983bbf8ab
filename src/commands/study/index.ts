import { LlampCommand } from '../../cli/base-command.js';
import { studyArgs, studyFlags } from '../../cli/flags/study.js';
import { askStudy } from '../../cli/study/engine.js';

export default class StudyCommand extends LlampCommand {
  static override summary =
    'Many questions at once: inputs × machines × collectives × networks × mappings, kept cell by cell.';
  static override examples = [
    '<%= config.bin %> study where.yaml --dry-run',
    '<%= config.bin %> study where.yaml -j 8',
    '<%= config.bin %> study where.yaml --again failed',
    '<%= config.bin %> study where.yaml --engine slurm --submit',
    '<%= config.bin %> study where.yaml --emit snakemake --output Snakefile',
    '<%= config.bin %> study where.yaml --tasks 17 --task 3',
  ];
  static override args = studyArgs;
  static override flags = studyFlags;
  static override strict = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(StudyCommand);
    const answer = await askStudy(args.study, flags);
    if (answer !== null) await this.answer('study', flags, answer);
  }
}
