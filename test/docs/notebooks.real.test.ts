/**
 * The notebook that ships, executed by Jupyter, and the lines of docs/notebooks.md, by Python: both show what they show.
 * LLAMP_DOCS=write writes it anew.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commandFolder, hasModules, python } from './python.js';

const NOTEBOOK = 'docs/examples/latency-tolerance.ipynb';
const PAGE = 'docs/notebooks.md';
const WRITE = process.env.LLAMP_DOCS === 'write';

interface Cell {
  readonly cell_type: string;
  readonly id: string;
  readonly source: readonly string[];
  readonly outputs?: readonly Output[];
}
/** What a cell shows: the value of its last line, in several forms, or printed text. */
interface Output {
  readonly output_type: string;
  readonly data?: Readonly<Record<string, readonly string[]>>;
  readonly text?: readonly string[];
}
interface Notebook {
  readonly cells: readonly Cell[];
}

const notebook = (path: string): Notebook => JSON.parse(readFileSync(path, 'utf8'));

/** Text forms of a cell's outputs: those in HTML are pandas' own matter. */
const shown = ({ outputs = [] }: Cell): string[] =>
  outputs.map(({ data, text, output_type: type }) => (data?.['text/plain'] ?? text ?? [type]).join(''));

/** Without the times and versions of one run. */
const lasting = ({ cells }: Notebook): object => ({
  cells: cells.map((cell) => ({
    ...cell,
    metadata: {},
    ...(cell.cell_type === 'code' ? { execution_count: null, outputs: cell.outputs?.map(counted) } : {}),
  })),
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 5,
});

const counted = (output: Output): object =>
  output.output_type === 'execute_result' ? { ...output, execution_count: null } : output;

describe.skipIf(!hasModules('pandas', 'nbconvert', 'ipykernel'))('in Python', () => {
  const folder = commandFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the notebook shows what it computes', () => {
    const words = ['-m', 'nbconvert', '--to', 'notebook', '--execute', '--output-dir', folder];
    python([...words, '--output', 'executed.ipynb', NOTEBOOK], folder);
    const executed = notebook(join(folder, 'executed.ipynb'));
    if (WRITE) writeFileSync(NOTEBOOK, `${JSON.stringify(lasting(executed), null, 1)}\n`);
    const kept = notebook(NOTEBOOK);
    expect(kept.cells.flatMap(shown).length).toBeGreaterThan(5);
    expect(executed.cells.map(shown)).toEqual(kept.cells.map(shown));
    expect(kept).toEqual(lasting(kept));
  }, 240_000);

  it('the lines of the page print what stands below them', () => {
    const BLOCKS = /```python\n([\s\S]*?)```(?:\n\s*```text\n([\s\S]*?)```)?/g;
    const blocks = [...readFileSync(PAGE, 'utf8').matchAll(BLOCKS)];
    const mark = '---- the next block ----';
    const program = blocks.map(([, code]) => code).join(`print(${JSON.stringify(mark)})\n`);
    const printed = python(['-c', program], folder).split(`${mark}\n`);
    expect(blocks.length).toBeGreaterThan(1);
    expect(printed).toEqual(blocks.map(([, , output]) => output ?? ''));
  }, 240_000);
});
