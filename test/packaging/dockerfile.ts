/** Instructions of a Dockerfile, and the rules that its checkers hold it to. */

export interface Instruction {
  /** In capitals, such as RUN. */
  readonly name: string;
  /** What stands behind it, on one line. */
  readonly words: string;
}

/** All instructions, those of more than one line joined, without comments. */
export function instructions(text: string): Instruction[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, words] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? ['', line, ''];
      return { name: name.toUpperCase(), words };
    });
}

/** Stages from FROM to FROM, each with its instructions; what stands in front of the first is in none. */
export function stages(all: readonly Instruction[]): Instruction[][] {
  const starts = all.flatMap(({ name }, i) => (name === 'FROM' ? [i] : []));
  return starts.map((start, i) => all.slice(start, starts[i + 1] ?? all.length));
}

/** What of the rules is broken, in words with the number that hadolint gives them; none where all hold. */
export function broken(all: readonly Instruction[]): string[] {
  const named = (name: string): string[] => all.flatMap((one) => (one.name === name ? [one.words] : []));
  const builds = stages(all);
  const last = builds.at(-1) ?? [];
  const user = last.filter(({ name }) => name === 'USER').at(-1)?.words ?? 'root';
  const known = builds.map(([from]) => /\sAS\s+(\S+)$/i.exec(from.words)?.[1]);
  const rules: [string, boolean][] = [
    ['DL3000 an absolute WORKDIR', named('WORKDIR').every((path) => path.startsWith('/'))],
    ['DL3002 the last user is not root', !/^(root|0)(:|$)/.test(user)],
    ['DL3003 WORKDIR instead of cd', named('RUN').every((words) => !/(^|[;&|]\s*)cd\s/.test(words))],
    ['DL3004 no sudo', named('RUN').every((words) => !/\bsudo\b/.test(words))],
    ['DL3006 a tag for each image', named('FROM').every((words) => /^\S+:\S+/.test(words))],
    ['DL3007 not latest', named('FROM').every((words) => !/:latest\b/.test(words))],
    ['DL3020 COPY instead of ADD', named('ADD').length === 0],
    [
      'DL3022 COPY from a stage that is there',
      named('COPY').every((words) => {
        const from = /--from=(\S+)/.exec(words)?.[1];
        return from === undefined || known.includes(from);
      }),
    ],
    [
      'DL3025 ENTRYPOINT and CMD as JSON',
      [...named('ENTRYPOINT'), ...named('CMD')].every((words) => words.startsWith('["')),
    ],
    ['DL4000 no MAINTAINER', named('MAINTAINER').length === 0],
    ['DL4003 one CMD', last.filter(({ name }) => name === 'CMD').length <= 1],
    ['DL4006 no pipe without pipefail', named('RUN').every((words) => !/[^|]\|[^|]/.test(words))],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}
