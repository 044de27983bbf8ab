/** `what-if` on traces that ship: what it names, refuses and shows, on the page and live. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ViewSession } from '../../src/live/session.js';
import { silencesSection } from '../../src/report/page/report-sections.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { fixedProgram, settingsWith, tracedProgram, viewedProgram } from '../live/samples.js';
import { overlappedRing } from '../report/samples.js';

const folder = scratch();
const CHANGES = 'traces/runs/changes-4';

interface Row {
  readonly change: string;
  readonly runtime_ns: number;
  readonly lambda: { readonly L: number };
  readonly refused: string | null;
  readonly changes: readonly { readonly calls: string }[];
  readonly lambda_share: number;
  readonly messages_gone: number;
  readonly collectives_changed: number;
  readonly computations_scaled: number;
}

interface Group {
  readonly lambda: { readonly L: number };
  readonly site: { readonly line: number };
}

const rowsOf = async (words: string): Promise<Row[]> => (await askJson(`what-if ${words}`)).result.rows;

describe('places', () => {
  it('name the same calls by line, function, name and occurrence', async () => {
    // 5 steps: a Reduce and a Bcast each, in lines 48 and 49, which are all of largest().
    const names = ['changes.c:48,changes.c:49', 'largest()', 'largest', 'MPI_Reduce,bcast'];
    const [first, ...others] = await Promise.all(names.map((name) => rowsOf(`${CHANGES} --without ${name}`)));
    expect(first[1].collectives_changed).toBe(10);
    for (const [now, then] of others) {
      expect(now.runtime_ns).toBe(first[0].runtime_ns);
      expect([then.runtime_ns, then.lambda]).toEqual([first[1].runtime_ns, first[1].lambda]);
    }
    const [, some] = await rowsOf(`${CHANGES} --without MPI_Bcast@largest()#2..4`);
    expect(some.collectives_changed).toBe(3);
  });

  it('of a call site that is reached by a function below main are those of main, too', async () => {
    const [, all] = await rowsOf(`${CHANGES} --without main`);
    expect([all.lambda.L, all.messages_gone, all.collectives_changed]).toEqual([0, 40, 20]);
  });

  it('that are not there are refused with those that are', async () => {
    await expectRefusal(
      ['what-if', CHANGES, '--without', 'changes.c:50'],
      2,
      /no call of the traces is 'changes.c:50'. Name a call near this line, such as changes.c:49 MPI_Bcast, changes.c:48 MPI_Reduce/,
    );
  });

  it('are found by the names that answers give them', async () => {
    const solver = ['what-if', 'traces/runs/solver-4', '--without'];
    for (const [shown, typed] of [
      ['solver.c:10 (MPI_Allreduce)', 'solver.c:10@MPI_Allreduce'],
      ['solver.c:10 MPI_Allreduce via solver.c:37', 'solver.c:10@MPI_Allreduce@solver.c:37'],
    ]) {
      const [{ result }, { result: wanted }] = [
        await askJson([...solver, shown]),
        await askJson([...solver, typed]),
      ];
      expect(result.rows[1].runtime_ns, shown).toBe(wanted.rows[1].runtime_ns);
    }
  });

  it('that are functions are refused with the one that was meant', async () => {
    const line = 'what-if traces/runs/solver-4 --without dott';
    await expectRefusal(line, 2, /no call of the traces is 'dott'\. Did you mean dot\?/);
  });

  it('of GOAL files are none', async () => {
    await expectRefusal(
      ['what-if', 'goal-samples/fig4.goal'],
      2,
      /is not a trace.*\. Use the original traces/,
    );
  });
});

describe('what flags cannot say', () => {
  it.each([
    [['--times', 'sums'], "--times 'sums' needs a factor of at least 0"],
    [['--times', 'sums=-1'], "--times 'sums=-1' needs a factor of at least 0"],
    [['--algorithm', 'allreduce=ring'], 'cannot be read'],
    [['--algorithm', 'allreduce@sums=rung'], 'rung'],
    [['--without', 'sums#0'], 'count from 1'],
    [['--without', 'sums,'], 'a place is empty. Remove the extra comma, or write'],
    [['--without', 'MPI_Sent'], "'MPI_Sent' is not a modelled MPI call"],
  ])('%j', async (flags, words) => {
    await expectRefusal(['what-if', CHANGES, ...flags], 2, words);
  });

  it('calls that are left out twice are left out once', async () => {
    const [now, one, both, union] = await rowsOf(`${CHANGES} --without changes.c:59 --without sums`);
    const [, together] = await rowsOf(`${CHANGES} --without changes.c:59,sums`);
    expect(now.runtime_ns).toBeGreaterThan(0);
    expect(union.change).toBe('all of them');
    expect(union.refused ?? null).toBeNull();
    expect(union.runtime_ns).toBe(together.runtime_ns);
    expect(union.collectives_changed).toBe(both.collectives_changed);
    expect(one.collectives_changed).toBeGreaterThan(0);
  });

  it('changes of the same calls are not made at once, and why is told', async () => {
    const rows = await rowsOf(`${CHANGES} --without sums --merge changes.c:59,changes.c:60`);
    expect(rows.map(({ change }) => change)).toEqual([
      'now',
      'without sums',
      'merge changes.c:59,changes.c:60',
      'all of them',
    ]);
    expect(rows[3].refused).toContain(
      '--without sums and --merge changes.c:59,changes.c:60 change the same calls',
    );
  });
});

it('a part of the program is changed as the whole is', async () => {
  const region = '--region MPI_Reduce#2..MPI_Reduce#4';
  const [now, then] = await rowsOf(`${CHANGES} --times exchange=0 ${region}`);
  const { result } = await askJson(`tolerance ${CHANGES} ${region}`);
  expect(now.runtime_ns).toBe(result.runtime_ns);
  expect(then.computations_scaled).toBe(100);
  expect(then.runtime_ns).toBeLessThan(now.runtime_ns);
});

it('a part found by iterations, times or messages has the same calls after a change', async () => {
  const parts = ['--region steady-state', '--region 20%..80%', '--region first-message..last-message'];
  for (const part of parts) {
    const whole = `${CHANGES} ${part}@together`;
    const [now, same] = await rowsOf(`${whole} --times exchange=1`);
    expect(same.runtime_ns, part).toBeCloseTo(now.runtime_ns, 6);
    // With all ranks entering together, messages that are left out cannot lengthen what remains.
    for (const change of ['--without MPI_Allreduce#1', '--without MPI_Bcast']) {
      const [, changed] = await rowsOf(`${whole} ${change}`);
      expect(changed.runtime_ns, `${part} ${change}`).toBeLessThanOrEqual(now.runtime_ns + 1e-6);
      expect(changed.lambda.L, `${part} ${change}`).toBeLessThanOrEqual(now.lambda.L);
    }
  }
});

it('shares of λ are those of the part that is asked about', async () => {
  const region = '--region MPI_Reduce#2..MPI_Reduce#4';
  const { breakdown } = (await askJson(`sensitivity ${CHANGES} ${region} --by site`)).result;
  const all: number = breakdown.groups.reduce((sum: number, one: Group) => sum + one.lambda.L, 0);
  const rows = (await rowsOf(`${CHANGES} ${region}`)).slice(1);
  const told = new Map(rows.map(({ changes: [change], lambda_share }) => [change.calls, lambda_share]));
  const groups: Group[] = breakdown.groups;
  for (const { site, lambda } of groups)
    if (lambda.L > 0) expect(told.get(`changes.c:${site.line}`)).toBeCloseTo(lambda.L / all, 12);
});

describe('pages', () => {
  it('have the places and the best of them', async () => {
    const file = join(folder, 'changes.html');
    const made = await runCli(['report', CHANGES, '--output', file, '--json', '-q']);
    const { silences } = JSON.parse(made.stdout).result;
    const { result } = await askJson(`what-if ${CHANGES}`);
    expect(silences.headline).toBe(result.headline);
    expect(silences.places.map((one: { runtime_ns: number }) => one.runtime_ns)).toEqual(
      result.rows.slice(1).map((row: Row) => row.runtime_ns),
    );
    const page = readFileSync(file, 'utf8');
    expect(page).toContain(result.headline);
    expect(page).toContain('id="h-silences"');
  });

  it('have the same live', async () => {
    const file = join(folder, 'cg.html');
    await runCli(['report', 'traces/cg-4', '--output', file, '-q']);
    const page = readFileSync(file, 'utf8');
    const session = new ViewSession(viewedProgram(await tracedProgram('cg-4')));
    const found = await session.silences(settingsWith());
    const section = found === null ? '' : silencesSection(found);
    const table = /<table.*?<\/table>/s;
    expect(table.exec(section)?.[0]).toContain('MPI_Allreduce');
    expect(table.exec(section)?.[0]).toBe(table.exec(page.slice(page.indexOf('id="h-silences"')))?.[0]);
  });

  it('of programs without calls have none', async () => {
    const session = new ViewSession(viewedProgram(fixedProgram(overlappedRing(4, 3))));
    expect(await session.silences(settingsWith())).toBeNull();
  });
});
