/** Where the framework finds commands: in a folder of the package, or in a table of those that are bundled. */
import { fileURLToPath } from 'node:url';
import type { Command } from '@oclif/core';
import type { LoadOptions, PJSON, Plugin } from '@oclif/core/interfaces';
import { type BundledCommands, packageFiles, packageText } from '../output/package-files.js';
import { commandOf } from './command-of.js';

/** `root`: URL of a file in a folder of the package. */
export function foundBy(argv: readonly string[], root: string): LoadOptions {
  // Plugins of the framework's own would be looked for in the user's home, which may not be readable.
  const alone = { userPlugins: false, devPlugins: false };
  const { commands } = packageFiles();
  if (commands === null) return { root: fileURLToPath(new URL('..', root)), ...alone };
  const folder = fileURLToPath(new URL('.', root));
  const plugin = new BundledPlugin(folder, commands, argv);
  return { root: folder, plugins: new Map([[plugin.name, plugin]]), ...alone };
}

/** Commands that ask for the flags of all others, as help does. */
const KNOWS_ALL: ReadonlySet<string> = new Set(['completion']);
const HELP: ReadonlySet<string> = new Set(['--help', '-h']);

/** The package as the framework sees it: everything is loaded already that it would look for. */
class BundledPlugin implements Plugin {
  readonly _base = '';
  readonly commandsDir = undefined;
  readonly hasManifest = true;
  readonly hooks = {};
  readonly isRoot = true;
  readonly moduleType = 'module';
  readonly type = 'core';
  readonly valid = true;
  readonly commands: Command.Loadable[];
  readonly options: { root: string };
  readonly pjson: PJSON;
  readonly root: string;
  readonly #commands: BundledCommands;

  constructor(root: string, commands: BundledCommands, argv: readonly string[]) {
    this.root = root;
    this.options = { root };
    this.pjson = JSON.parse(packageText('package.json'));
    this.#commands = commands;
    const id = commandOf(argv, commands.ids);
    const one = id !== undefined && !KNOWS_ALL.has(id) && !argv.some((word) => HELP.has(word));
    this.commands = one ? [this.#known({ id })] : this.#all();
  }

  get alias(): string {
    return this.name;
  }

  get commandIDs(): string[] {
    return this.commands.map(({ id }) => id);
  }

  get name(): string {
    return this.pjson.name;
  }

  get topics(): Plugin['topics'] {
    return Object.entries(this.pjson.oclif.topics ?? {}).map(([name, topic]) => ({ ...topic, name }));
  }

  get version(): string {
    return this.pjson.version;
  }

  async load(): Promise<void> {}

  async findCommand(id: string): Promise<Command.Class> {
    const command = await this.#commands.load(id);
    command.id = id;
    return command;
  }

  /** All, with what help and completion say of them. */
  #all(): Command.Loadable[] {
    const manifest: { commands: Record<string, Command.Cached> } = JSON.parse(
      packageText('oclif.manifest.json'),
    );
    return Object.values(manifest.commands)
      .map((cached) => this.#known(cached))
      .sort((a, b) => a.id.localeCompare(b.id));
  }

  /** A command that is loaded when it runs; words behind its name are its own. */
  #known(cached: Partial<Command.Cached> & { id: string }): Command.Loadable {
    return {
      aliases: [],
      hidden: false,
      hiddenAliases: [],
      args: {},
      flags: {},
      strict: false,
      ...cached,
      pluginAlias: this.alias,
      pluginType: this.type,
      load: () => this.findCommand(cached.id),
    };
  }
}
