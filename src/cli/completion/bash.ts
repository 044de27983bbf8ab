/** Completion for bash. */
import { BIN, type CompletedCommand, firstWords, quoted, second, spelled, topicsOf } from './words.js';

export function bash(commands: readonly CompletedCommand[]): string {
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
