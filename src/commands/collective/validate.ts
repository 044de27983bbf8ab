import { LlampCommand } from '../../cli/base-command.js';
import { validateFolder } from '../../cli/collective/validate.js';
import { validationPicture } from '../../cli/collective/validate-picture.js';
import { refuseArguments } from '../../cli/flags/collective.js';
import { validateFlags } from '../../cli/flags/collective-validate.js';
import { plot } from '../../cli/output/plot.js';
import { validateView } from '../../cli/present/collective-validate.js';

export default class CollectiveValidateCommand extends LlampCommand {
  static override summary =
    'How well models meet measured broadcasts and reduces: R² and median relative error.';
  static override description =
    'The folder holds measurements named bcast_core.csv, reduce_socket.csv and so on; with p2p.csv, nbft.csv and nbft_reduce.csv in it the models are fitted to those, else the shipped fits stand in. Regressions are fitted to the very rows that they are scored on. Published R² stand beside ours, made from the rows and with the segment counts that the published ones were made with.';
  static override examples = [
    '<%= config.bin %> collective validate --data epyc',
    '<%= config.bin %> collective validate --data epyc --model schedule --bytes all --csv',
    '<%= config.bin %> collective validate --data epyc --model p2p,schedule --bytes 64KiB --plot scores.svg',
  ];
  static override flags = validateFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectiveValidateCommand);
    refuseArguments(argv, 'name the folder by --data FOLDER');
    const validation = validateFolder(flags);
    if (flags.plot !== undefined) await plot(flags.plot, validationPicture(validation));
    await this.answer('collective-validate', flags, validateView(validation, flags.data));
  }
}
