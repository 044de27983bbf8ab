/** Completion for fish. */
import { BIN, type CompletedCommand, firstWords, second, topicsOf } from './words.js';

export function fish(commands: readonly CompletedCommand[]): string {
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
