/** Commands and flags by the names that version 0.1 had for them: they answer for one version, and say how they are called now. */

/** A command as it was and as it is, with what the old one had where its user said nothing. */
type OldCommand = readonly [old: string, now: string, ...presets: string[]];

const COMMANDS: readonly OldCommand[] = [
  ['phases', 'tolerance', '--by iteration', '--pct 1'],
  ['crossovers', 'compare --map'],
  ['topology compare', 'compare'],
  ['uncertainty', 'tolerance --uncertainty', '--pct 1'],
  ['graph', 'export', '--format dot'],
  ['lp', 'export', '--format lp'],
];

/** A flag of commands, of all where none is named: `*` is its value, whatever that is. */
type OldFlag = readonly [old: string, now: string, ...commands: string[]];

const FLAGS: readonly OldFlag[] = [
  ['--ranks *', '--draw-ranks *', 'graph'],
  ['--by iteration', '--by iteration', 'phases'],
  ['--by *', '--by part:*', 'phases'],
  ['--by region', '--by function', 'diff', 'path', 'sensitivity', 'tolerance'],
  ['--draws *', '--samples *', 'uncertainty'],
  ['--range *', '--latency-range *'],
  ['--segments *', '--longest *', 'path'],
  ['--max *', '--evaluations *', 'tune'],
  ['--side-by-side', '', 'schedgen'],
  ['-o *', '--output *', 'trace build', 'trace run'],
  ['-o *', '--add-overhead *', 'inject run'],
  ['--overhead *', '--add-overhead *', 'inject run'],
  ['--csv *', '--save *', 'inject run'],
  ['--overhead *', '--overhead-of *', 'measure'],
  ['--repeats *', '--repeat *', 'measure'],
  ['--engine *', '--on *', 'study'],
  ['--emit *', '--on *', 'study'],
];

/** A command line by the names of today. */
export interface CurrentNames {
  readonly words: readonly string[];
  /** What had an old name: `graph is now export --format dot`. */
  readonly renamed: readonly string[];
}

export function currentNames(argv: readonly string[]): CurrentNames {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  const asksHelp = own[0] === 'help' ? 1 : 0;
  const line = own.slice(asksHelp);
  const command = [2, 1].map((count) => line.slice(0, count).join(' ')).find(isCommand) ?? line[0];
  const flags = FLAGS.filter(([, , ...commands]) => commands.length === 0 || commands.includes(command));
  const { words, renamed } = flagsNow(line, flags);
  const found = COMMANDS.find(([old]) => old === command);
  if (found === undefined)
    return { words: [...own.slice(0, asksHelp), ...words, ...argv.slice(own.length)], renamed };
  const [old, now, ...presets] = found;
  const missing = presets.filter(
    (preset) => !words.some((word) => word.split('=')[0] === preset.split(' ')[0]),
  );
  const name = [now, ...missing].join(' ');
  return {
    words: [
      ...own.slice(0, asksHelp),
      ...name.split(' '),
      ...words.slice(old.split(' ').length),
      ...argv.slice(own.length),
    ],
    renamed: [`${old} is now ${name}`, ...renamed],
  };
}

/** Whether words name a command of which something was renamed. */
const isCommand = (words: string): boolean =>
  COMMANDS.some(([old]) => old === words) || FLAGS.some(([, , ...commands]) => commands.includes(words));

function flagsNow(line: readonly string[], flags: readonly OldFlag[]): CurrentNames {
  const words: string[] = [];
  const renamed: string[] = [];
  let at = 0;
  while (at < line.length) {
    const found = flags.flatMap((flag) => spelled(line, at, flag) ?? []).at(0);
    if (found === undefined) {
      words.push(line[at]);
      at += 1;
      continue;
    }
    words.push(...found.now);
    if (found.told !== '') renamed.push(found.told);
    at += found.length;
  }
  return { words, renamed };
}

interface Spelled {
  readonly now: readonly string[];
  readonly told: string;
  /** Words of the command line that it takes the place of. */
  readonly length: number;
}

/** What stands now for the flag at a place of a command line; null where it is another. */
function spelled(line: readonly string[], at: number, [old, now]: OldFlag): Spelled | null {
  const [flag, wanted] = old.split(' ');
  const given = valueAt(line, at, flag, wanted !== undefined);
  if (given === null || (wanted !== '*' && wanted !== given.value)) return null;
  const { value = '' } = given;
  const filled = (text: string): string[] => text.split(' ').map((word) => word.replace('*', () => value));
  const told = old === now ? '' : `${filled(old).join(' ')} is now ${filled(now).join(' ') || 'left out'}`;
  return { now: filled(now).filter((word) => word !== ''), told, length: given.length };
}

/** `-o x`, `-ox`, `--overhead x`, `--overhead=x`. */
function valueAt(
  line: readonly string[],
  at: number,
  flag: string,
  takesValue: boolean,
): { readonly value?: string; readonly length: number } | null {
  const word = line[at];
  if (word === flag) {
    if (!takesValue) return { length: 1 };
    return at + 1 < line.length ? { value: line[at + 1], length: 2 } : null;
  }
  const before = flag.startsWith('--') ? `${flag}=` : flag;
  return takesValue && word.startsWith(before) ? { value: word.slice(before.length), length: 1 } : null;
}
