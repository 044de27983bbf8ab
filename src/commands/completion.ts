import { Args, type Command } from '@oclif/core';
import { LlampCommand } from '../cli/base-command.js';
import { completionScript, SHELLS } from '../cli/completion/script.js';
import { knownValues } from '../cli/completion/values.js';
import type { CompletedCommand, CompletedFlag } from '../cli/completion/words.js';

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
  const command = id.replaceAll(':', ' ');
  return {
    name: command,
    summary: summary ?? description ?? '',
    argument: first?.options ?? [],
    flags: Object.values(flags)
      .filter(({ hidden }) => hidden !== true)
      .map((flag) => ({
        name: flag.name,
        char: flag.char,
        description: flag.summary ?? flag.description ?? '',
        takesValue: flag.type === 'option',
        ...offered(command, flag),
      })),
  };
}

/** A flag's own list, or what ships. */
function offered(command: string, flag: Command.Flag.Cached): Pick<CompletedFlag, 'options' | 'files'> {
  if (flag.type !== 'option') return { options: [] };
  if (flag.options !== undefined && flag.options.length > 0) return { options: flag.options };
  const known = knownValues(command, flag.name);
  return known === undefined ? { options: [] } : { options: known.values, files: known.files };
}
