/** Commands and flags by their names in the previous version: they work for one version, with a warning. */

/** Old and new name of a command or page, with the old defaults. */
const COMMANDS: readonly (readonly [old: string, now: string, ...presets: string[]])[] = [
  ['phases', 'tolerance', '--by iteration', '--pct 1'],
  ['crossovers', 'compare --map'],
  ['topology compare', 'compare'],
  ['uncertainty', 'tolerance --uncertainty', '--pct 1'],
  ['graph', 'export', '--format dot'],
  ['lp', 'export', '--format lp'],
  ['docs phases', 'docs parts'],
  ['docs crossovers', 'docs algorithm-map'],
  ['docs graph', 'docs export'],
  ['docs lp', 'docs export'],
];

/** Old and new name of a flag, for these commands, or for all; `*` is its value. */
const FLAGS: readonly (readonly [old: string, now: string, ...commands: string[]])[] = [
  ['--ranks *', '--draw-ranks *', 'graph'],
  ['--by iteration', '--by iteration', 'phases'],
  ['--by *', '--by part:*', 'phases'],
  ['--by region', '--by function', 'diff', 'path', 'sensitivity', 'tolerance'],
  ['--draws *', '--samples *', 'uncertainty'],
  ['--range *', '--latency-range *'],
  ['--segments *', '--longest *', 'path'],
  ['--max *', '--evaluations *', 'compare', 'tune'],
  ['--side-by-side', '', 'schedgen'],
  ['-o *', '--output *', 'trace build', 'trace run'],
  ['-o *', '--add-overhead *', 'inject run'],
  ['--overhead *', '--add-overhead *', 'inject run'],
  ['--csv *', '--save *', 'inject run'],
  ['--trace *', '', 'inject run'],
  ['--overhead *', '--method *', 'measure'],
  ['--platform-out *', '--save *', 'measure'],
  ['--rankfile-out *', '--save *', 'placement'],
  ['--rankfile-format *', '--format *', 'placement'],
  ['--data *', '--measured *', 'collective validate'],
  ['--repeats *', '--repeat *', 'measure'],
  ['--engine *', '--on *', 'study'],
  ['--emit *', '--on *', 'study'],
];

/** A command line with current names. */
interface CurrentNames {
  readonly words: readonly string[];
  /** Renamed parts: `graph is now export --format dot`. */
  readonly renamed: readonly string[];
}

export function currentNames(argv: readonly string[]): CurrentNames {
  const help = argv[0] === 'help' ? ['help'] : [];
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const line = argv.slice(help.length, end);
  const known = [...COMMANDS.map(([old]) => old), ...FLAGS.flatMap(([, , ...commands]) => commands)];
  const [first = '', second] = line;
  const command = known.includes(`${first} ${second}`) ? `${first} ${second}` : first;
  const flags = flagsNow(line, command);
  const [, now = command, ...presets] = COMMANDS.find(([old]) => old === command) ?? [];
  const given = new Set(flags.words.map((word) => word.split('=')[0]));
  const name = [now, ...presets.filter((preset) => !given.has(preset.split(' ')[0]))].join(' ');
  return {
    words: [
      ...help,
      ...(line.length === 0 ? [] : name.split(' ')),
      ...flags.words.slice(command.split(' ').length),
      ...argv.slice(end),
    ],
    renamed: name === command ? flags.renamed : [`${command} is now ${name}`, ...flags.renamed],
  };
}

function flagsNow(line: readonly string[], command: string): CurrentNames {
  const own = FLAGS.filter(([, , ...commands]) => commands.length === 0 || commands.includes(command));
  const words: string[] = [];
  const renamed: string[] = [];
  for (let at = 0; at < line.length; at++) {
    const found = own.flatMap((flag) => spelled(line, at, flag) ?? []).at(0);
    words.push(...(found?.now ?? [line[at]]));
    if (found !== undefined && found.notice !== '') renamed.push(found.notice);
    if (found?.inTwo === true) at++;
  }
  return { words, renamed };
}

/** The new flag for the old one at a place of a command line, as `-o x`, `-ox`, `--out x` or `--out=x`; null for others. */
function spelled(line: readonly string[], at: number, [old, now]: (typeof FLAGS)[number]) {
  const [flag, wanted] = old.split(' ');
  const before = flag.startsWith('--') ? `${flag}=` : flag;
  const inTwo = wanted !== undefined && line[at] === flag;
  const value = inTwo
    ? line[at + 1]
    : line[at].startsWith(before)
      ? line[at].slice(before.length)
      : undefined;
  if (wanted === undefined ? line[at] !== flag : value === undefined || (wanted !== '*' && wanted !== value))
    return null;
  const filled = (text: string): string[] =>
    text.split(' ').map((word) => word.replace('*', () => value ?? ''));
  const notice = old === now ? '' : `${filled(old).join(' ')} is now ${filled(now).join(' ') || 'left out'}`;
  return { now: filled(now).filter((word) => word !== ''), notice, inTwo };
}
