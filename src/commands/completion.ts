import { Args, type Command } from '@oclif/core';
import { LlampCommand } from '../cli/base-command.js';
import { type CompletedCommand, completionScript, SHELLS } from '../cli/run/completion.js';

export default class CompletionCommand extends LlampCommand {
  static override summary = 'A script that completes commands, flags and their values in your shell.';
  static override examples = [
    'eval "$(<%= config.bin %> completion bash)"',
    '<%= config.bin %> completion zsh > "$HOME/.zfunc/_<%= config.bin %>"',
    '<%= config.bin %> completion fish > ~/.config/fish/completions/<%= config.bin %>.fish',
  ];
  static override args = {
    shell: Args.string({ options: [...SHELLS], required: true, description: 'the shell' }),
  };
  static override strict = true;

  async run(): Promise<void> {
    const { args } = await this.parse(CompletionCommand);
    const shell = SHELLS.find((one) => one === args.shell) ?? 'bash';
    const commands = this.config.commands.filter(({ hidden }) => !hidden).map(completed);
    commands.sort((a, b) => (a.name < b.name ? -1 : 1));
    await this.put(completionScript(shell, commands), undefined);
  }
}

function completed({ id, summary, description, flags, args }: Command.Loadable): CompletedCommand {
  const [first] = Object.values(args);
  return {
    name: id.replaceAll(':', ' '),
    summary: summary ?? description ?? '',
    argument: first?.options ?? [],
    flags: Object.values(flags)
      .filter(({ hidden }) => hidden !== true)
      .map((flag) => ({
        name: flag.name,
        char: flag.char,
        description: flag.summary ?? flag.description ?? '',
        takesValue: flag.type === 'option',
        options: flag.type === 'option' ? (flag.options ?? []) : [],
      })),
  };
}
