/** What completion knows of the command line, and the words that all shells make of it. */

export interface CompletedFlag {
  readonly name: string;
  readonly char?: string | undefined;
  readonly description: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** Values that there are; empty: whatever is typed. */
  readonly options: readonly string[];
  /** Whether {@link options} are but some: a file may be named as well. */
  readonly files?: boolean;
}

export interface CompletedCommand {
  /** Words, as in `topology compare`. */
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** Values that the first argument may have; empty: a file. */
  readonly argument: readonly string[];
}

export const BIN = 'llamp-ts';

/** First words of commands of two words, with what follows them. */
export function topicsOf(commands: readonly CompletedCommand[]): Map<string, CompletedCommand[]> {
  const topics = new Map<string, CompletedCommand[]>();
  for (const command of commands) {
    const [topic, second] = command.name.split(' ');
    if (second === undefined) continue;
    topics.set(topic, [...(topics.get(topic) ?? []), command]);
  }
  return topics;
}

export const second = (command: CompletedCommand): string =>
  command.name.slice(command.name.indexOf(' ') + 1);

export function firstWords(commands: readonly CompletedCommand[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0]))].sort();
}

export const spelled = ({ name, char }: CompletedFlag): string[] => [
  `--${name}`,
  ...(char === undefined ? [] : [`-${char}`]),
];

/** In single quotes; bash and zsh end them for a quote inside. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
