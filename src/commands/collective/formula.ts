import { LlampCommand } from '../../cli/base-command.js';
import { answerForms } from '../../cli/collective/formula.js';
import { formulaFlags } from '../../cli/flags/collective-formula.js';
import { formulaView } from '../../cli/present/collective-formula.js';
import { CLOSED_FORMS } from '../../collective-models/index.js';

export default class CollectiveFormulaCommand extends LlampCommand {
  static override summary =
    'Closed forms of τ-Lop and LogGP: the formula, with numbers in it, and what it comes to.';
  static override description =
    `Formulas there are of ${CLOSED_FORMS.map((one) => `${one.collective} ${one.algorithm}`).join(', ')}. Symbols: P ranks, m bytes (of one block in a ring), S bytes of a segment, k = m/S, Q ranks a node; L(m, τ) is the time of τ transfers of m bytes at once. For linear, chain and binary see collective predict --formula.`;
  static override examples = [
    '<%= config.bin %> collective formula --collective bcast --algorithm binomial --model taulop --ranks 16 --bytes 64KiB',
    '<%= config.bin %> collective formula --collective allgather --algorithm ring-round-robin --ranks 32 --ranks-per-node 8',
  ];
  static override flags = formulaFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(CollectiveFormulaCommand);
    await this.answer('collective-formula', flags, formulaView(answerForms(flags)));
  }
}
