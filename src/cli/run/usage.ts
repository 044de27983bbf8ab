/** What the framework says of flags and arguments, in words of the command line. */
import { stripVTControlCharacters } from 'node:util';
import type { Problem } from '../../errors.js';
import { namesInstead } from '../../nearest.js';
import { noSuchCommand, noSuchFlags } from './suggest.js';

type Told = (groups: readonly string[]) => Problem;

const HELP = 'see --help';

/** Messages of the framework, as it has them in its `parser`, and what is said in their place. */
const WORDS: readonly (readonly [RegExp, Told])[] = [
  [/^command (\S+) not found\.?$/i, ([id]) => noSuchCommand(id)],
  [
    /^Missing required flag (\S+)$/,
    ([flag]) => ({ what: `--${flag} is missing`, mend: `add it: the command needs one; ${HELP}` }),
  ],
  [
    /^--(\S+?)=.* cannot also be provided when using --(\S+)$/,
    (flags) => ({
      what: `${[...flags]
        .sort()
        .map((flag) => `--${flag}`)
        .join(' and ')} exclude each other`,
      mend: 'keep one of them',
    }),
  ],
  [
    /^All of the following must be provided when using --(\S+): (.+)$/,
    ([flag, others]) => ({
      what: `--${flag} has no meaning without ${others}`,
      mend: `add ${others}, or leave it out`,
    }),
  ],
  [
    /^Parsing --(\S+) Expected an integer but received: (.*)$/,
    ([flag, text]) => ({ what: `--${flag} '${text}' is not a whole number`, mend: 'write one, such as 10' }),
  ],
  [
    /^Parsing --(\S+) Expected an integer (greater|less) than or equal to (\S+) but received: (.*)$/,
    ([flag, side, end, text]) => ({
      what: `--${flag} '${text}' is ${side === 'greater' ? 'less' : 'more'} than ${end}`,
      mend: `write a whole number ${side === 'greater' ? 'from' : 'up to'} ${end}`,
    }),
  ],
  [
    /^Flag --(\S+) expects a value$/,
    ([flag]) => ({ what: `--${flag} has no value`, mend: `write it behind the flag; ${HELP}` }),
  ],
  [
    /^Flag --(\S+) can only be specified once$/,
    ([flag]) => ({ what: `--${flag} stands twice`, mend: 'keep one of them' }),
  ],
  [
    /^Expected --(\S+?)=(.*) to be one of: (.*)$/,
    ([flag, text, names]) => ({
      what: `--${flag} '${text}' is unknown`,
      mend: namesInstead(text, names.split(', ')),
    }),
  ],
  [
    /^Expected (.*) to be one of: (.*)$/,
    ([text, names]) => ({ what: `'${text}' is unknown`, mend: namesInstead(text, names.split(', ')) }),
  ],
  [
    /^Missing 1 required arg: (\S+) +(.*)$/,
    ([name, about]) => ({ what: `no ${name.toUpperCase()} given`, mend: `name it: ${about}` }),
  ],
  [
    /^Unexpected arguments?: (.*)$/,
    ([words]) => ({ what: `'${words}' has no meaning here`, mend: `leave it out, or ${HELP}` }),
  ],
];

/** What is wrong with a command line that the framework refused. */
export function usageProblems(error: Error): readonly Problem[] {
  const nowhere = noSuchFlags(error);
  if (nowhere !== null) return [nowhere];
  const [first, ...others] = linesOf(error.message);
  const complaints = /^The following errors? occurred:$/.test(first)
    ? others
    : [[first, ...others].join(' ')];
  const problems = complaints.map(problemOf);
  return problems.filter(({ what }, i) => problems.findIndex((one) => one.what === what) === i);
}

function problemOf(text: string): Problem {
  for (const [pattern, told] of WORDS) {
    const found = pattern.exec(text);
    if (found !== null) return told(found.slice(1));
  }
  return { what: text, mend: HELP };
}

/** The lines of a message, without the help that is appended to it. */
const linesOf = (message: string): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('See more help'));
