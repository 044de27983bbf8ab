/** `completion`: a script that completes commands, flags and their values in bash, zsh or fish. */

import { Args, type Command } from '@oclif/core';
import { LlampCommand } from '../cli/base-command.js';
import { BY } from '../cli/present/breakdown-tables.js';
import { pageNames } from '../cli/process/package-files.js';
import { MODELLED_ALGORITHMS, MODELLED_COLLECTIVES } from '../collective-models/latency-model.js';
import { COLLECTIVES } from '../collectives/collective-algorithm.js';
import { algorithmsOf } from '../collectives/registry.js';
import { MACHINE_PRESETS } from '../machine/machine.js';
import { PLATFORM_NAMES } from '../platform/platform.js';
import { platformPreset } from '../platform/platform-presets.js';
import { TOPOLOGIES } from '../platform/topologies.js';
import { PATTERNS } from '../sources/patterns/synthetic-patterns.js';

interface CompletedFlag {
  readonly name: string;
  readonly char?: string | undefined;
  readonly description: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** Known values; empty: any text. */
  readonly options: readonly string[];
  /** Whether a file may be named instead of {@link options}. */
  readonly files?: boolean;
}

interface CompletedCommand {
  /** Words, as in `trace run`. */
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** Values that the first argument may have; empty: a file. */
  readonly argument: readonly string[];
}

const BIN = 'llamp-ts';

/** First words of commands of two words, with their commands. */
function topicsOf(commands: readonly CompletedCommand[]): Map<string, CompletedCommand[]> {
  const topics = new Map<string, CompletedCommand[]>();
  for (const command of commands) {
    const [topic, second] = command.name.split(' ');
    if (second === undefined) continue;
    topics.set(topic, [...(topics.get(topic) ?? []), command]);
  }
  return topics;
}

const second = (command: CompletedCommand): string => command.name.slice(command.name.indexOf(' ') + 1);

function firstWords(commands: readonly CompletedCommand[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0]))].sort();
}

const spelled = ({ name, char }: CompletedFlag): string[] => [
  `--${name}`,
  ...(char === undefined ? [] : [`-${char}`]),
];

/** In single quotes; bash and zsh end them for a quote inside. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: readonly CompletedCommand[]): string {
  const topics = topicsOf(commands);
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter(({ options }) => options.length > 0)
      .map((flag) => {
        const patterns = spelled(flag).map((word) => quoted(`${name} ${word}`));
        return `    ${patterns.join('|')}) words=${quoted(flag.options.join(' '))} ;;`;
      }),
  );
  const files = commands.flatMap(({ name, flags }) =>
    flags
      .filter(({ takesValue, options }) => takesValue && options.length === 0)
      .flatMap((flag) => spelled(flag).map((word) => quoted(`${name} ${word}`))),
  );
  const words = commands.map(({ name, flags, argument }) => {
    const own = flags.flatMap(({ name: flag }) => [`--${flag}`]).join(' ');
    return `    ${quoted(name)}) if [[ $cur == -* ]]; then words=${quoted(own)}; else words=${quoted(argument.join(' '))}; fi ;;`;
  });
  const alone = [...topics.keys()].filter((topic) => commands.every(({ name }) => name !== topic));
  const parts = [...topics].map(
    ([topic, list]) => `    ${quoted(topic)}) next=${quoted(list.map(second).join(' '))} ;;`,
  );
  return `# Completion of ${BIN} for bash: eval "$(${BIN} completion bash)"
_llamp_ts() {
  local cur='' prev='' first='' command='' next='' words='' open='' i one
  local -a line=()
  # Readline parts words at = and : as well; what is completed is what follows the last of them.
  for (( i = 0; i <= COMP_CWORD; i++ )); do
    one=\${COMP_WORDS[i]}
    if [[ -n $open || ( $i -gt 2 && $one == [=:]* ) ]]; then line[\${#line[@]}-1]+=$one; else line+=("$one"); fi
    open=''
    [[ $i -gt 1 && $i -lt $COMP_CWORD && $one == *[=:] ]] && open=1
  done
  local at=$(( \${#line[@]} - 1 ))
  cur=\${line[at]}
  (( at > 0 )) && prev=\${line[at-1]}
  (( at > 1 )) && first=\${line[1]}
  command=$first
  case "$first" in
${parts.join('\n')}
  esac
  COMPREPLY=()
  if (( at == 1 )); then
    COMPREPLY=( $(compgen -W ${quoted([...firstWords(commands), '--help', '--version'].join(' '))} -- "$cur") )
    return
  fi
  for i in $next; do
    (( at > 2 )) && [[ \${line[2]} == "$i" ]] && command="$first $i"
  done
  case "$command $prev" in
${values.join('\n')}
${files.length > 0 ? `    ${files.join('|')}) return ;;` : ''}
  esac
  if [[ -n $words ]]; then
    _llamp_ts_names "$cur" "$words"
    return
  fi
  case "$command" in
${words.join('\n')}
${alone.map((topic) => `    ${quoted(topic)}) ;;`).join('\n')}
  esac
  (( at == 2 )) && words="$words $next"
  COMPREPLY=( $(compgen -W "$words" -- "$cur") )
}
# Names, several with commas between them; behind \`allreduce=ring,\` other algorithms of the same.
_llamp_ts_names() {
  local cur=$1 before='' name='' lead='' one
  local -a names=()
  [[ $cur == *,* ]] && before=\${cur%,*},
  [[ $cur == *=* ]] && name=\${cur%%=*}=
  for one in $2; do
    if [[ -z $name ]]; then
      # First whose algorithm, then which.
      [[ $one == *=?* ]] && one=\${one%%=*}=
      names+=("$before$one")
    elif [[ $one == "$name"* ]]; then
      if [[ -n $before ]]; then names+=("$before\${one#"$name"}"); else names+=("$one"); fi
    fi
  done
  COMPREPLY=( $(compgen -W "\${names[*]}" -- "$cur" | sort -u) )
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  local breaks=''
  [[ \${COMP_WORDBREAKS-} == *=* ]] && breaks+='='
  [[ \${COMP_WORDBREAKS-} == *:* ]] && breaks+=':'
  [[ -n $breaks && $cur == *[$breaks]* ]] && lead=\${cur%"\${cur##*[$breaks]}"}
  for one in "\${!COMPREPLY[@]}"; do COMPREPLY[one]=\${COMPREPLY[one]#"$lead"}; done
}
complete -o default -F _llamp_ts ${BIN}
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const topics = topicsOf(commands);
  const lines = firstWords(commands).map((name) => {
    const own = commands.find((command) => command.name === name);
    const summary = own?.summary ?? (topics.get(name) ?? []).map(second).join(', ');
    return `complete -c ${BIN} -f -n __fish_use_subcommand -a ${name} -d ${text(summary)}`;
  });
  for (const [topic, list] of topics) {
    const others = list.map(second).join(' ');
    for (const command of list) {
      const when = `__fish_seen_subcommand_from ${topic}; and not __fish_seen_subcommand_from ${others}`;
      lines.push(`complete -c ${BIN} -f -n ${text(when)} -a ${second(command)} -d ${text(command.summary)}`);
    }
  }
  for (const { name, flags, argument } of commands) {
    const when = name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    for (const one of argument) lines.push(`complete -c ${BIN} -f -n ${text(when)} -a ${one}`);
    for (const flag of flags) {
      const short = flag.char === undefined ? '' : ` -s ${flag.char}`;
      const value = !flag.takesValue
        ? ''
        : flag.options.length > 0
          ? ` ${flag.files === true ? '-r' : '-x'} -a ${text(flag.options.join(' '))}`
          : ' -r';
      lines.push(
        `complete -c ${BIN} -n ${text(when)} -l ${flag.name}${short}${value} -d ${text(flag.description)}`,
      );
    }
  }
  return `# Completion of ${BIN} for fish: ${BIN} completion fish | source\n${lines.join('\n')}\n`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const topics = topicsOf(commands);
  const described = (name: string, summary: string): string =>
    quoted(`${name}:${summary.replaceAll(':', '\\:')}`);
  const names = firstWords(commands).map((name) => {
    const own = commands.find((command) => command.name === name);
    return `    ${described(name, own?.summary ?? (topics.get(name) ?? []).map(second).join(', '))}`;
  });
  const cases = commands.map((command) => {
    const flags = command.flags.flatMap((flag) =>
      spelled(flag).map((word) => `      ${quoted(zshFlag(word, flag))}`),
    );
    const rest = command.argument.length > 0 ? `':value:(${command.argument.join(' ')})'` : "'*:file:_files'";
    return `    ${quoted(command.name)}) _arguments -s \\\n${[...flags, `      ${rest}`].join(' \\\n')} ;;`;
  });
  const parts = [...topics].map(([topic, list]) => {
    const own = list.map((command) => described(second(command), command.summary)).join(' ');
    return `    ${quoted(topic)}) next=(${own}) ;;`;
  });
  return `#compdef ${BIN}
# Completion of ${BIN} for zsh: ${BIN} completion zsh > "\${fpath[1]}/_${BIN}"
_llamp_ts() {
  local -a names next
  names=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command names
    return
  fi
  local command=$words[2]
  case $command in
${parts.join('\n')}
  esac
  if (( CURRENT == 3 && $#next )); then
    _describe command next
    return
  fi
  if (( $#next )); then
    command="$words[2] $words[3]"
    shift words
    (( CURRENT-- ))
  fi
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
# Several names with commas between them; behind \`allreduce=ring,\` other algorithms of the same.
_llamp_ts_names() {
  local files=$1
  shift
  local -a names=("$@") pairs plain
  [[ $PREFIX == *=* ]] && names=(\${(M)names:#\${PREFIX%%=*}=*})
  if [[ $PREFIX == *,* ]]; then
    names=(\${names#*=})
    compset -P '*,'
  elif [[ $PREFIX != *=* ]]; then
    plain=(\${names:#*=?*}) pairs=(\${(M)names:#*=?*})
    names=($plain)
    pairs=(\${(u)\${(@)pairs%%=*}})
    (( $#pairs )) && compadd -S = -- $pairs
  fi
  (( $#names )) && compadd -- \${names:#*=} && return
  names=(\${(M)names:#*=})
  (( $#names )) && compadd -S '' -- $names
  (( files )) && _files
}
if [[ $funcstack[1] == _llamp_ts || $funcstack[1] == _${BIN} ]]; then _llamp_ts "$@"; else compdef _llamp_ts ${BIN}; fi
`;
}

function zshFlag(word: string, { description, takesValue, options, files = false }: CompletedFlag): string {
  const text = description.replaceAll(/[[\]:\\]/g, (one) => `\\${one}`);
  if (!takesValue) return `*${word}[${text}]`;
  return `*${word}[${text}]:value:${action(options, files)}`;
}

/** What zsh does for the value of a flag. */
function action(options: readonly string[], files: boolean): string {
  if (options.length === 0) return '_files';
  return `{_llamp_ts_names ${files ? 1 : 0} ${options.join(' ')}}`;
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash,
  zsh,
  fish,
};

export const completionScript = (shell: Shell, commands: readonly CompletedCommand[]): string =>
  SCRIPTS[shell](commands);

// Values of flags without a fixed list: shipped names; files and names of users are also valid.

interface KnownValues {
  readonly values: readonly string[];
  /** Whether a file may be named instead. */
  readonly files: boolean;
}

const platforms = PLATFORM_NAMES.map((name) => platformPreset(name).platform);
const unique = (names: readonly string[]): string[] => [...new Set(names)];

const names = (...values: readonly string[]): KnownValues => ({ values: unique(values), files: false });
const orFile = (...values: readonly string[]): KnownValues => ({ values: unique(values), files: true });

/** By the flag's name, if it is the same in all commands. A choice of an algorithm is `allreduce=ring`. */
const KNOWN: Readonly<Record<string, KnownValues>> = {
  machine: orFile(...Object.keys(MACHINE_PRESETS)),
  platform: orFile(...PLATFORM_NAMES),
  topology: names(...TOPOLOGIES.map(({ name, keys }) => (keys.length === 0 ? name : `${name}:`))),
  parameter: names('L', 'G', 'o', ...platforms.flatMap(({ channels }) => channels.map(({ name }) => name))),
  pattern: names(...PATTERNS.map(({ name }) => name), ...COLLECTIVES),
  by: names(...BY, 'iteration', 'iteration:inner', 'part:'),
  'map-by': names(...platforms.flatMap(({ levels }) => levels.map(({ name }) => name))),
  collective: names(
    'auto',
    'mpich',
    'default',
    ...COLLECTIVES.flatMap((collective) =>
      ['auto', 'mpich', ...algorithmsOf(collective).map(({ name }) => name)].map(
        (name) => `${collective}=${name}`,
      ),
    ),
  ),
};

/** The same for the commands of `collective`, where flags have other values. */
const OF_MODELS: typeof KNOWN = {
  collective: names(...MODELLED_COLLECTIVES),
  algorithm: names(...MODELLED_ALGORITHMS),
};

/** Values of a command's flag; undefined without shipped ones. `command`: its words. */
function knownValues(command: string, flag: string): KnownValues | undefined {
  const known = command.startsWith('collective ') ? { ...KNOWN, ...OF_MODELS } : KNOWN;
  return Object.hasOwn(known, flag) ? known[flag] : undefined;
}

export default class CompletionCommand extends LlampCommand {
  static override summary = 'Print a script that completes commands, options and values in your shell.';
  static override examples = [
    'eval "$(<%= config.bin %> completion bash)"',
    '<%= config.bin %> completion zsh > "$HOME/.zfunc/_<%= config.bin %>"',
    '<%= config.bin %> completion fish > ~/.config/fish/completions/<%= config.bin %>.fish',
  ];
  static override args = {
    shell: Args.string({ options: [...SHELLS], required: true, description: 'your shell' }),
  };
  static override strict = true;
  static override page = 'cli';

  async run(): Promise<void> {
    const { args } = await this.parse(CompletionCommand);
    const shell = SHELLS.find((one) => one === args.shell) ?? 'bash';
    const known = this.config.commands.filter(({ hidden }) => !hidden).map(completed);
    const commands = [...known, { ...HELP, argument: firstWords(known) }];
    commands.sort((a, b) => (a.name < b.name ? -1 : 1));
    await this.put(completionScript(shell, commands), undefined);
  }
}

/** The word that shows help, which is no command. */
const HELP: CompletedCommand = {
  name: 'help',
  summary: 'Show the help of a command.',
  flags: [],
  argument: [],
};

function completed({ id, summary, description, flags, args }: Command.Loadable): CompletedCommand {
  const [first] = Object.values(args);
  const command = id.replaceAll(':', ' ');
  return {
    name: command,
    summary: summary ?? description ?? '',
    argument: command === 'docs' ? pageNames() : (first?.options ?? []),
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

/** A flag's own list, or shipped names. */
function offered(command: string, flag: Command.Flag.Cached): Pick<CompletedFlag, 'options' | 'files'> {
  if (flag.type !== 'option') return { options: [] };
  if (flag.options !== undefined && flag.options.length > 0) return { options: flag.options };
  const known = knownValues(command, flag.name);
  return known === undefined ? { options: [] } : { options: known.values, files: known.files };
}
