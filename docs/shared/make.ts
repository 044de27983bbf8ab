/**
 * The table of `docs/shared/README.md`: T and λ of programs by what is assumed of CPUs and cards.
 *
 *   node scripts/run-ts.js docs/shared/make.ts [FOLDER]
 *
 * Traces that ship, and where FOLDER is named the schedules `*.goal.gz` in it; figures go to `runtimes.csv` beside this
 * file, and the table into the page.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvOf, type Figures, tableOf } from './table.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');

const SHIPPED = [
  ...['cg-4', 'fft-4', 'halo3d-4', 'jacobi2d-4', 'mixed-4', 'persist-4', 'ring-4', 'sweep-4'],
  ...['runs/ring-4', 'runs/solver-4', 'otf2/solver-4', 'dumpi'],
].map((name) => `traces/${name}`);

/** `report` of an input tells all rows. */
function figuresOf(program: string, input: string, folder: string): Figures {
  const words = ['report', input, '--shared', '--json', '--quiet', '--output', join(folder, 'page.html')];
  const said = execFileSync(process.execPath, [join(root, 'bin/run.js'), ...words], {
    encoding: 'utf8',
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { input: read, result } = JSON.parse(said);
  console.error(program);
  return { program, operations: read.operations, rows: result.shared };
}

function schedulesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.goal.gz'))
    .sort()
    .map((name) => join(folder, name));
}

const [folder] = process.argv.slice(2);
const temporary = mkdtempSync(join(tmpdir(), 'llamp-shared-'));
try {
  const goals = folder !== undefined && existsSync(folder) ? schedulesIn(folder) : [];
  const all = [
    ...SHIPPED.map((input) => figuresOf(input, input, temporary)),
    ...goals.map((path) => figuresOf(basename(path, '.gz'), path, temporary)),
  ];
  writeFileSync(join(here, 'runtimes.csv'), csvOf(all));
  const page = join(here, 'README.md');
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace(/(<!-- table -->\n)[\s\S]*?(<!-- end -->)/, `$1${tableOf(all)}$2`));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
