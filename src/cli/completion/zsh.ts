/** Completion for zsh. */
import {
  BIN,
  type CompletedCommand,
  type CompletedFlag,
  firstWords,
  quoted,
  second,
  spelled,
  topicsOf,
} from './words.js';

export function zsh(commands: readonly CompletedCommand[]): string {
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
