import { Args } from '@oclif/core';
import { LlampCommand } from '../cli/base-command.js';
import { page } from '../cli/run/pages.js';

export default class DocsCommand extends LlampCommand {
  static override summary =
    'Print a page of the documentation, as Markdown; without a name, the list of pages.';
  static override examples = [
    '<%= config.bin %> docs',
    '<%= config.bin %> docs tolerance | less',
    '<%= config.bin %> docs collectives/bcast',
  ];
  static override args = {
    page: Args.string({
      description: 'tolerance, reading-the-numbers, collectives/bcast …',
      required: false,
    }),
  };
  static override strict = true;

  async run(): Promise<void> {
    const { args } = await this.parse(DocsCommand);
    await this.put(page(args.page), undefined);
  }
}
