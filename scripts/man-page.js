// The manual page, from what help, README.md and docs/cli.md say: values in, roff (man macros) out.

/** In how many commands a flag must be the same to be described once for all of them. */
const SHARED = 4;

/** Letters that roff would take for its own, or print as typographic ones, which no shell understands. */
const OWN = { '\\': '\\e', '-': '\\-', "'": '\\(aq', '`': '\\(ga', '^': '\\(ha', '~': '\\(ti', '"': '\\(dq' };

/** Text of one line; everything beyond ASCII by its number, which every formatter knows. */
export const roff = (text) =>
  text
    .replaceAll('<%= config.bin %>', 'llamp-ts')
    .replace(/[\\\-'`^~"]/g, (letter) => OWN[letter])
    .replace(
      /[^\x20-\x7e]/gu,
      (letter) => `\\[u${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^\./, '\\&.');

/** Prose of Markdown without its marks. */
const plain = (markdown) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replaceAll('\\|', '|');

const bold = (text) => `\\fB${roff(text)}\\fR`;
const italic = (text) => `\\fI${roff(text)}\\fR`;
const section = (title, lines) => [`.SH ${title}`, ...lines];
const term = (head, text) => ['.TP', head, roff(text)];

const flagHead = ({ name, char, type, helpValue }) =>
  [
    ...(char === undefined ? [] : [`${bold(`-${char}`)}, `]),
    bold(`--${name}`),
    ...(type === 'option' ? [` ${italic(helpValue ?? 'VALUE')}`] : []),
  ].join('');

/** What help says of a flag in brackets. */
function flagText({ description, options, default: value, multiple, exclusive, dependsOn, required, env }) {
  const list = (names) => names.map((name) => `--${name}`).join(', ');
  const facts = [
    ...(required ? ['required'] : []),
    ...(options === undefined ? [] : [`one of ${options.join(', ')}`]),
    ...(value === undefined || typeof value === 'boolean' ? [] : [`default: ${value}`]),
    ...(multiple ? ['may be repeated'] : []),
    ...(env === undefined ? [] : [`or the environment's ${env}`]),
    ...(dependsOn?.length > 0 ? [`needs ${list(dependsOn)}`] : []),
    ...(exclusive?.length > 0 ? [`not with ${list(exclusive)}`] : []),
  ];
  return `${description ?? ''}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`;
}

const byName = (a, b) => (a.name < b.name ? -1 : 1);
const flagLines = (flags) => flags.toSorted(byName).flatMap((flag) => term(flagHead(flag), flagText(flag)));
const flagsOf = (command) => Object.values(command.flags).filter(({ hidden }) => hidden !== true);

/** Flags that several commands have in the same words, by name. */
function sharedFlags(commands) {
  const seen = new Map();
  for (const flag of commands.flatMap(flagsOf)) {
    const words = JSON.stringify(flag);
    seen.set(words, { flag, count: (seen.get(words)?.count ?? 0) + 1 });
  }
  return [...seen].filter(([, { count }]) => count >= SHARED).map(([words, { flag }]) => ({ words, flag }));
}

function commandLines(command, shared) {
  const known = new Set(shared.map(({ words }) => words));
  const flags = flagsOf(command);
  const own = flags.filter((flag) => !known.has(JSON.stringify(flag)));
  const others = flags.filter((flag) => known.has(JSON.stringify(flag))).toSorted(byName);
  const args = Object.values(command.args).map(({ name, required }) => {
    const word = `${name.toUpperCase()}${command.strict ? '' : '...'}`;
    return required ? word : `[${word}]`;
  });
  return [
    `.SS ${roff([command.id.replaceAll(':', ' '), ...args].join(' '))}`,
    roff(command.summary ?? ''),
    ...(command.description === undefined ? [] : ['.PP', roff(command.description)]),
    ...flagLines(own),
    ...(others.length === 0
      ? []
      : ['.PP', `Shared options: ${others.map(({ name }) => bold(`--${name}`)).join(', ')}.`]),
  ];
}

/** By the groups of help. */
function sharedLines(shared) {
  const groupOf = ({ flag }) => flag.helpGroup ?? 'OTHERS';
  const groups = [...new Set(shared.map(groupOf))].toSorted();
  return groups.flatMap((group) => {
    const flags = shared.filter((one) => groupOf(one) === group).map(({ flag }) => flag);
    return [`.SS ${group}`, ...flagLines(flags)];
  });
}

/** Rows of the tables of a Markdown page whose header begins with `title`, without marks. Throws where there is none. */
export function tableRows(page, title) {
  const tables = page.split(/\n\n/).filter((block) => block.startsWith(`| ${title} |`));
  if (tables.length === 0) throw new Error(`no table '${title}'`);
  return tables.flatMap((block) => {
    const [, , ...rows] = block.trimEnd().split('\n');
    return rows.map((row) =>
      row
        .slice(2, -1)
        .split(/ ?\| /)
        .map((cell) => plain(cell).trim()),
    );
  });
}

/** What README.md says before its first commands. */
function aboutLines(readme) {
  const [, ...blocks] = readme.slice(0, readme.indexOf('\n```')).trim().split('\n\n');
  return blocks.flatMap((block) => ['.PP', roff(joined(block))]);
}

const joined = (block) => plain(block).replace(/\n\s*/g, ' ');

/** The command lines that docs/README.md shows. */
function exampleLines(index) {
  const [, block] = /```sh\n(\$ llamp-ts [\s\S]*?)```/.exec(index) ?? [];
  if (block === undefined) throw new Error('docs/README.md shows no command line');
  return ['.EX', ...block.trimEnd().split('\n').map(roff), '.EE'];
}

const FILES = [
  ['llamp-trace', 'the folder that trace run writes traces to, unless --output names another'],
  [
    'llamp-machine.yaml',
    'the machine file that measure writes, with the raw times beside it in llamp-machine.csv',
  ],
  ['FILE.PID.tmp', 'a file that is being written; it is renamed when it is whole'],
];
const SEE_ALSO = ['dot', 'mpirun', 'otf2-print', 'smpirun', 'srun']
  .map((name) => `.BR ${roff(name)} (1)`)
  .join(',\n');

/**
 * The page llamp-ts.1. `manifest`: of oclif; `date`: as 2026-01-31; `readme`, `index`, `cli`, `tracer`: README.md, docs/README.md, docs/cli.md and
 * tracer/README.md.
 */
export function manPage({ manifest, version, description, date, readme, index, cli, tracer }) {
  const commands = Object.values(manifest.commands).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const shared = sharedFlags(commands);
  const terms = (rows) =>
    rows.flatMap(([name, ...rest]) => term(bold(name), rest.filter(Boolean).join('; ')));
  const lines = [
    `.TH LLAMP\\-TS 1 ${date} "llamp\\-ts ${version}" "User Commands"`,
    // Names of flags are not to be broken.
    '.nh',
    '.ad l',
    ...section('NAME', [`llamp\\-ts \\- ${roff(described(description))}`]),
    ...section('SYNOPSIS', [
      `${bold('llamp-ts')} ${italic('COMMAND')} [${italic('INPUT')}...] [${italic('options')}]`,
    ]),
    ...section('DESCRIPTION', aboutLines(readme).slice(1)),
    ...section('INPUT', terms(tableRows(cli, 'INPUT'))),
    ...section(
      'COMMANDS',
      commands.flatMap((command) => commandLines(command, shared)),
    ),
    ...section('SHARED OPTIONS', sharedLines(shared)),
    ...section('EXIT STATUS', terms(tableRows(cli, 'code'))),
    ...section('FILES', terms(FILES)),
    ...section('ENVIRONMENT', [
      ...term(bold('MPICC'), 'the MPI compiler wrapper of C, where --mpicc names none'),
      '.PP',
      roff('What the tracer reads; trace run and inject run set it:'),
      ...terms(tableRows(tracer, 'variable')),
    ]),
    ...section('EXAMPLES', [
      ...exampleLines(index),
      '.PP',
      roff('The files are those of a checkout, or of the package.'),
    ]),
    ...section('SEE ALSO', [
      SEE_ALSO,
      '.PP',
      roff(
        'llamp-ts docs prints the pages of the documentation; llamp-ts COMMAND --help all of one command.',
      ),
    ]),
  ];
  return `${wrapped(lines).join('\n')}\n`;
}

/** Lines of at most 80 letters, but for requests and examples: no word begins a line with a mark of roff's. */
function wrapped(lines) {
  const [from, to] = [lines.indexOf('.EX'), lines.indexOf('.EE')];
  return lines.flatMap((line, i) => {
    if (line.startsWith('.') || (i > from && i < to)) return [line];
    return line
      .replace(/(.{1,78})(?: |$)/g, '$1\n')
      .trimEnd()
      .replace(/\n\./g, '\n\\&.')
      .split('\n');
  });
}

/** As whatis lists it: no capital in front, no mark behind. */
const described = (text) => `${text[0].toLowerCase()}${text.slice(1).replace(/\?$/, '')}`;
