/**
 * Every command of the pages within a terminal of 80 columns: no line of an answer for people is wider, and no name is cut
 * to nothing. `npm test` takes the first example of each command.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { cases } from '../part.js';
import type { Example } from './pages.js';
import { isSlow, wider, withExamples } from './run-examples.js';

const COLUMNS = 80;
const all = [
  ...new Map(withExamples.flatMap(([, list]) => list).map((one) => [one.argv.join(' '), one])).values(),
];

/** What is printed for programs, or is a page of text of its own; studies keep cells in a folder that other tests use. */
const OTHERS = ['completion', 'docs', 'export', 'report', 'schedgen', 'study'];
const FORMS = /^--(json|csv|markdown|output|help|emit|save|plot|html)(=|$)/;
const isForPeople = ({ argv }: Example): boolean =>
  !argv.some((word) => FORMS.test(word)) && (!OTHERS.includes(argv[0]) || argv.includes('--list'));

const TOPICS = ['collective', 'inject', 'study', 'trace'];
const commandOf = ({ argv }: Example): string => argv.slice(0, TOPICS.includes(argv[0]) ? 2 : 1).join(' ');
const shown = all.filter(isForPeople);
const first = (example: Example): boolean =>
  shown.find((one) => commandOf(one) === commandOf(example)) === example;

async function within(argv: readonly string[]): Promise<string> {
  const { stdout } = await runCli(argv, { screen: true, columns: COLUMNS });
  expect(wider(stdout, COLUMNS)).toEqual([]);
  expect(stdout).not.toContain('……');
  return stdout;
}

it.each(cases(shown, (one) => first(one) && !isSlow(one)))('llamp-ts $command', async ({ argv }) => {
  await within(argv);
});

it('names every command that answers people', () => {
  const missing = ['bounds', 'compare', 'diff', 'replay', 'sensitivity', 'tune'];
  expect(shown.map(commandOf)).toEqual(expect.arrayContaining(missing));
});

const DOT =
  'LAMMPS_NS::ComputeGlobalDotProduct<LAMMPS_NS::AtomVecSphere, double>::compute_scalar(std::vector<double, std::allocator<double> > const&)';
const HALO = 'LAMMPS_NS::CommBrick::forward_comm_of_all_ghost_atoms(LAMMPS_NS::Fix*, int)';

/** The program of these traces as C++ would name it. */
function namedInCpp(): string {
  const folder = scratch();
  cpSync('traces/runs/solver-4', folder, { recursive: true });
  const file = join(folder, 'llamp-trace-sites.json');
  const text = readFileSync(file, 'utf8')
    .replaceAll('"dot"', JSON.stringify(DOT))
    .replaceAll('"halo"', JSON.stringify(HALO))
    .replaceAll('/tmp/app/solver.c', '/tmp/app/src/KOKKOS/compute_global_dot_product_kokkos.cpp');
  writeFileSync(file, text);
  return folder;
}

describe('functions of C++', () => {
  let folder: string;
  beforeAll(() => {
    folder = namedInCpp();
  });

  it.each(['sensitivity', 'tolerance', 'path'])(
    'keep their own names in %s --by function',
    async (command) => {
      const text = await within([command, folder, '--by', 'function']);
      expect(text).toMatch(/…(::)?compute_scalar\n/);
      expect(text).toMatch(/_comm_of_all_ghost_atoms\n/);
      // A row for each function, and what no function is known of.
      expect(
        text.split('\n').filter((line) => /^ .*(compute_scalar|ghost_atoms| main)$/.test(line)).length,
      ).toBe(3);
    },
  );

  it.each(['sensitivity', 'tolerance', 'path'])('are rows in %s --by site, not cards', async (command) => {
    const text = await within([command, folder, ...(command === 'path' ? [] : ['--by', 'site'])]);
    expect(text).toMatch(/\.cpp:10 .*compute_scalar/);
    expect(text).toContain('columns left out: ');
    expect(text).not.toMatch(/^ *function {2}/m);
  });

  it('are whole where no terminal is too narrow for them', async () => {
    const { stdout } = await runCli(['sensitivity', folder, '--by', 'function']);
    expect(stdout).toContain(`  ${DOT}\n`);
    expect(stdout).toContain(`  ${HALO}\n`);
    expect(stdout).not.toContain('not shown');
  });
});
