/** Cells of a study against the same command lines asked alone, and what their keys depend on. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askJson, runCli } from '../run.js';
import { type Cell, far, StudyFolder } from './samples.js';

describe('the cells of a study', () => {
  const study = new StudyFolder();
  const cwd = study.folder;
  let cells: Cell[];
  beforeAll(async () => {
    const { code, stdout, stderr } = await runCli('study where.yaml --json -j 1', { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).result).toMatchObject({ inputs: 3, cells: 42, asked: 42, done: 42, failed: 0 });
    cells = study.cells();
  });
  afterAll(() => study.remove());

  it('answer what each command line answers alone, as JSON and as CSV', async () => {
    for (const { command, answer, columns, rows } of cells) {
      const json = await runCli([...command, '--json'], { cwd });
      expect(answer).toEqual(JSON.parse(json.stdout));
      const csv = await runCli([...command, '--csv'], { cwd });
      const [header, ...lines]: string[][] = parse(csv.stdout);
      expect(columns).toEqual(header);
      expect(rows.map((row) => header.map((name) => String(row[name] ?? '')))).toEqual(lines);
    }
  });

  it('read an input once', () => {
    const readings = (input: string) =>
      cells.filter((one) => one.cell.input === input && one.read_seconds > 0).length;
    expect(['cg-4', 'jacobi2d-4', 'fig4'].map(readings)).toEqual([1, 1, 1]);
  });

  it('come in one table, each row behind the names of its cell', async () => {
    const { stdout } = await runCli('study table where.yaml', { cwd });
    const rows: Record<string, string>[] = parse(stdout, { columns: true });
    expect(rows).toHaveLength(21 * 2 + 21);
    expect(rows[0]).toMatchObject({
      input: 'cg-4',
      ranks: '4',
      machine: 'cscs-testbed',
      network: 'none',
      pct: '1',
      exit: '0',
      error: '',
    });
    const lines = await runCli('study table where.yaml --format jsonl', { cwd });
    const objects = lines.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects.map((one) => String(one.runtime_ns))).toEqual(rows.map(({ runtime_ns }) => runtime_ns));
    expect(objects[0]).toMatchObject({ ranks: 4, error: null });
    const parquet = await runCli('study table where.yaml --format parquet --output a.parquet', { cwd });
    expect(parquet).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('are not asked again, whatever the names of inputs and files, and from wherever', async () => {
    renameSync(join(cwd, 'cg-4'), join(cwd, 'cg-5-4'));
    renameSync(join(cwd, 'far.yaml'), join(cwd, 'near.yaml'));
    study.write('where.yaml', WHERE_RENAMED);
    expect((await askJson(['study', study.file])).result).toMatchObject({ cells: 42, asked: 0, done: 42 });
    renameSync(join(cwd, 'cg-5-4'), join(cwd, 'cg-4'));
  });

  const query = async (): Promise<number> => {
    return (await askJson(['study', study.file])).result.asked;
  };

  it('are asked where what they read has changed: an input, a file that a flag names, a flag', async () => {
    study.write('near.yaml', far('11us'));
    expect(await query()).toBe(14);
    study.write('near.yaml', far());
    expect(await query()).toBe(0);
    const first = cells.find(({ cell }) => cell.input === 'fig4');
    writeFileSync(join(cwd, 'fig4.goal'), 'num_ranks 1\nrank 0 {\nl0: calc 100\n}\n');
    expect(await query()).toBe(6);
    expect(study.cells().filter(({ key }) => key === first?.key)).toHaveLength(1);
    study.write('where.yaml', WHERE_RENAMED.replace('--pct 1,2', '--pct 1,3'));
    expect(await query()).toBe(21);
  });
});

const WHERE_RENAMED = `inputs: ["*-4", fig4.goal]
machines: [cscs-testbed, near.yaml]
collectives: [default, allreduce=ring, allreduce=rabenseifner]
networks: [none, fat-tree:k=4]
questions:
  - tolerance --pct 1,2
  - {name: sens, ask: sensitivity}
exclude:
  - {machine: near, network: "fat*"}
  - {input: fig4, collectives: "allreduce=*"}
`;

it('other questions are asked as they are alone: gates, groups, curves, several programs, what has no table', async () => {
  const study = new StudyFolder(`inputs: [{name: two, input: [cg-4, jacobi2d-4]}, cg-4, fig4.goal]
questions:
  - check --rules unmatched=ignore
  - tolerance --pct 1 --fail-below 1s
  - sensitivity --by rank
  - curve --at 0,1us
  - path
  - check
  - budget
  - tolerance --pct 1 --rules published
  - tolerance --pct 2
  - {name: stretched, ask: "diff --b=--machine=piz-daint"}
exclude:
  - {input: two, question: [stretched, path, check, budget]}
  - {input: fig4, question: [stretched, budget, "*published"]}
`);
  const cwd = study.folder;
  try {
    expect((await runCli('study where.yaml -q', { cwd })).code).toBe(0);
    const cells = study.cells();
    expect(cells).toHaveLength(23);
    for (const { command, answer, columns, exit, error } of cells) {
      const json = await runCli([...command, '--json'], { cwd });
      expect([exit, answer]).toEqual([json.code, JSON.parse(json.stdout)]);
      const csv = await runCli([...command, '--csv'], { cwd });
      expect(columns.join(',')).toBe(csv.stdout.split('\n')[0]);
      expect(error === null).toBe(exit === 0);
    }
    const gated = cells.filter(({ exit }) => exit === 10);
    expect(gated).toHaveLength(3);
    expect(gated[0].error?.message).toMatch(/below the gate of \+1 s/);
  } finally {
    study.remove();
  }
});
