import { LlampCommand } from '../../cli/base-command.js';
import { CellKeys, cellStates } from '../../cli/study/cells.js';
import { studyArgs, studyAt, studyTableFlags } from '../../cli/study/study-file.js';
import { refuseMissing, tableBytes, tableOf } from '../../cli/study/study-tables.js';

export default class StudyTableCommand extends LlampCommand {
  static override summary = 'Write all results of a study as one table: CSV, JSON Lines or Parquet.';
  static override examples = [
    '<%= config.bin %> study table where.yaml --output where.csv',
    '<%= config.bin %> study table where.yaml --format parquet --output where.parquet',
  ];
  static override args = studyArgs;
  static override flags = studyTableFlags;
  static override strict = true;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(StudyTableCommand);
    const study = studyAt(args.study, flags.dir);
    const states = await cellStates(study, new CellKeys(study));
    refuseMissing(study, states, flags.partial);
    await this.putBytes(await tableBytes(tableOf(study, states), flags.format), flags.output);
  }
}
