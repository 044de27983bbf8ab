/** Shell completion, made from the commands and flags that the manifest lists. */

export interface CompletedFlag {
  readonly name: string;
  readonly char?: string | undefined;
  readonly description: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** Values that there are; empty: any. */
  readonly options: readonly string[];
}

export interface CompletedCommand {
  /** Words, as in `topology compare`. */
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** Values that the first argument may have; empty: a file. */
  readonly argument: readonly string[];
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const BIN = 'llamp-ts';

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return zsh(commands);
    case 'fish':
      return fish(commands);
  }
}

/** First words of commands of two words, with what follows them. */
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
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local first='' command='' next='' words='' i
  (( COMP_CWORD > 1 )) && first=\${COMP_WORDS[1]}
  command=$first
  case "$first" in
${parts.join('\n')}
  esac
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W ${quoted([...firstWords(commands), '--help', '--version'].join(' '))} -- "$cur") )
    return
  fi
  for i in $next; do
    (( COMP_CWORD > 2 )) && [[ \${COMP_WORDS[2]} == "$i" ]] && command="$first $i"
  done
  case "$command $prev" in
${values.join('\n')}
${files.length > 0 ? `    ${files.join('|')}) return ;;` : ''}
  esac
  if [[ -z $words ]]; then
  case "$command" in
${words.join('\n')}
${alone.map((topic) => `    ${quoted(topic)}) ;;`).join('\n')}
  esac
  fi
  (( COMP_CWORD == 2 )) && words="$words $next"
  COMPREPLY=( $(compgen -W "$words" -- "$cur") )
}
complete -o default -F _llamp_ts ${BIN}
`;
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
if [[ $funcstack[1] == _llamp_ts || $funcstack[1] == _${BIN} ]]; then _llamp_ts "$@"; else compdef _llamp_ts ${BIN}; fi
`;
}

function zshFlag(word: string, { description, takesValue, options }: CompletedFlag): string {
  const text = description.replaceAll(/[[\]:\\]/g, (one) => `\\${one}`);
  if (!takesValue) return `*${word}[${text}]`;
  return `*${word}[${text}]:value:${options.length > 0 ? `(${options.join(' ')})` : '_files'}`;
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
          ? ` -x -a ${text(flag.options.join(' '))}`
          : ' -r';
      lines.push(
        `complete -c ${BIN} -n ${text(when)} -l ${flag.name}${short}${value} -d ${text(flag.description)}`,
      );
    }
  }
  return `# Completion of ${BIN} for fish: ${BIN} completion fish | source\n${lines.join('\n')}\n`;
}
