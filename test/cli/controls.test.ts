/** Characters that command a terminal, in names and values: shown as text wherever a run speaks to people. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printable } from '../../src/cli/process/streams.js';
import { runCli } from './run.js';
import { scratch } from './scratch.js';

/** Sets the title, clears the screen, paints, and reverses text: by C0, DEL, C1 and Unicode. */
const NAME = 'a\x1b]0;title\x07\x1b[2J\x9b31m\x85\x7f\rb\u202ec';
const SHOWN = String.raw`a\x1b]0;title\x07\x1b[2J\x9b31m\x85\x7f\rb\u202ec`;
const COMMANDS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

const folder = scratch();
const named = (end: string): string => join(folder, `${NAME}${end}`);

it('what commands a terminal is shown as JavaScript writes it, and nothing else changes', () => {
  expect(printable(NAME)).toBe(SHOWN);
  expect(printable('é µ 日本\n\ta\u200d')).toBe('é µ 日本\n\ta\u200d');
});

/** Traces of two ranks, whose header, regions, calls and call sites have such names. */
function traces(line = ''): string {
  const made = named('traces');
  mkdirSync(made, { recursive: true });
  const of = (rank: number): string =>
    [
      "# htor's PMPI Tracer 1.1 Output File",
      '# llamp-trace 3',
      `# mpi: Open MPI v4.1.4 ${NAME}`,
      `# rank: ${rank}`,
      '# ranks: 2',
      `# program: ${NAME}`,
      `# not traced: MPI_${NAME}`,
      '',
      'MPI_Init:-:0:0:0.000',
      `#place: 1,10,${NAME}.py,${NAME}`,
      '#stack: 1,@1',
      `#region: begin 1.000 ${NAME}`,
      `MPI_Barrier:5.000:1,${rank},2:6.000`,
      '#site: 1',
      `#region: end 9.000 ${NAME}`,
      ...(line === '' ? [] : [line]),
      'MPI_Finalize:18.0:-',
      '',
    ].join('\n');
  for (const rank of [0, 1]) writeFileSync(join(made, `llamp-trace-rank-${rank}.txt`), of(rank));
  return made;
}

function sample(name: string): string {
  const path = named(`${name}.goal`);
  copyFileSync(`goal-samples/${name}.goal`, path);
  return path;
}

const tracer = (): string => {
  const path = join(folder, 'libllamp-trace.so');
  writeFileSync(path, '\x7fELF LLAMP_TRACE');
  return path;
};

const machine = (text: string): string => {
  const path = named('.yaml');
  writeFileSync(path, `latency: 3us\noverhead: 5us\ngap_per_byte: 0.018ns/B\n${text}`);
  return path;
};

function study(): string {
  copyFileSync('goal-samples/fig4.goal', named('.goal'));
  const text = (word: string): string => JSON.stringify(word);
  const path = named('study.yaml');
  const questions = `[{name: ${text(`q${NAME}`)}, ask: tolerance}, {name: ${text(`r${NAME}`)}, ask: path --by site}]`;
  writeFileSync(
    path,
    `name: ${text(NAME)}\ninputs: [{name: ${text(NAME)}, input: ${text(`${NAME}.goal`)}}]\nquestions: ${questions}\n`,
  );
  return path;
}

describe('reach no terminal', () => {
  it.each<[string, () => readonly string[]]>([
    ['the name of an input', () => ['check', sample('ring'), '--print-machine']],
    ['of an input in a warning', () => ['check', traces()]],
    ['of what is not there', () => ['check', named('nowhere')]],
    ['of an input that is refused', () => ['check', sample('unmatched')]],
    ['of a line that is no call', () => ['check', traces(`${NAME.replace('\r', '')}:1.0:2.0`)]],
    ['of a function', () => ['path', traces(), '--by', 'function']],
    ['of a call site', () => ['what-if', traces()]],
    ['of a machine', () => ['check', 'goal-samples/ring.goal', '-m', machine(''), '--print-machine']],
    [
      'of a key',
      () => ['tolerance', 'goal-samples/ring.goal', '-m', machine(`${JSON.stringify(NAME)}: 1\n`)],
    ],
    ['of a study and its choices', () => ['study', study()]],
    ['of a study as it is', () => ['study', 'status', study()]],
    ['of a flag', () => ['tolerance', 'goal-samples/ring.goal', `--${NAME}`]],
    ['of a command', () => [NAME]],
    ['the value of a flag', () => ['tolerance', 'goal-samples/ring.goal', '--topology', NAME]],
    ['of a list', () => ['tolerance', 'goal-samples/ring.goal', '--pct', NAME]],
    ['of an output', () => ['tolerance', 'goal-samples/ring.goal', '--output', join(named('none'), 'x')]],
    ['of a program', () => ['trace', 'run', '--tracer', tracer(), '--output', named('out'), '--', NAME]],
    ['the text of a schedule', () => ['check', '-']],
    ['of a page', () => ['docs', NAME]],
  ])('%s', async (_, argv) => {
    for (const form of [[], ['--markdown']]) {
      const words = [...argv()];
      const { stdout, stderr } = await runCli([...words, ...(words.includes('--') ? [] : form)], {
        input: `num_ranks 1\nrank 0 {\n${NAME}: calc 5\n}\n`,
      });
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toMatch(COMMANDS);
      if (form.length === 0) break;
    }
  });
});

it('data are as they are', async () => {
  const inputs = ['ring', 'fig4'].map(sample);
  expect((await runCli(['tolerance', ...inputs, '--csv'])).stdout).toContain(NAME);
  const { result } = JSON.parse((await runCli(['tolerance', ...inputs, '--json'])).stdout);
  expect(result.programs[0].name).toBe(`${NAME}ring`);
});
