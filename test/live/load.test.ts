/** What is dropped on the page is told apart as on the command line. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { load } from '../../web/client/load.js';

const file = (path: string, name = path.replace(/.*\//, '')): File =>
  new File([Uint8Array.from(readFileSync(path))], name);
const cg = readdirSync('traces/cg-4').map((name) => file(`traces/cg-4/${name}`));

/** What is read of files, with its collectives by default. */
async function loaded(files: readonly File[]) {
  const { program, source, warnings } = await load(files);
  const made = program.schedule([]);
  return { source, schedule: made.schedule, warnings: [...made.warnings, ...warnings] };
}

it('a GOAL file, and the traces of one run with a file that is none of them', async () => {
  const goal = await loaded([file('goal-samples/fig4.goal')]);
  expect([goal.source, goal.schedule.ranks, goal.warnings]).toEqual(['fig4.goal', 2, []]);
  const binary = await loaded([file('goal-samples/fig4.bin')]);
  expect([...binary.schedule.value]).toEqual([...goal.schedule.value]);
  expect([...binary.schedule.deps]).toEqual([...goal.schedule.deps]);
  const traces = await loaded([...cg, file('README.md')]);
  expect(traces.source).toBe('pmpi-trace-rank-0.txt.gz and 3 more');
  expect(traces.schedule.ranks).toBe(4);
  expect(traces.warnings.at(-1)?.message).toBe('1 of 5 files belong to no set of traces and were not read');
  // A page has no flags to name.
  expect(traces.warnings.filter(({ message }) => message.includes('--'))).toEqual([]);
});

it('traces that a file leads to', async () => {
  const files = readdirSync('traces/dumpi').map((name) => file(`traces/dumpi/${name}`));
  const { source, schedule } = await loaded(files);
  expect([source, schedule.ranks]).toEqual(['halo.meta', 4]);
  await expect(loaded(files.slice(1))).rejects.toThrow('this file was not dropped');
});

it('an archive of OTF2, all of its files at once, names its own functions', async () => {
  const folder = 'traces/otf2/solver-4';
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  const { source, schedule } = await loaded(names.map((name) => file(`${folder}/${name}`)));
  expect([source, schedule.ranks, schedule.operations]).toEqual(['traces.otf2', 4, 328]);
  const frames = schedule.sites?.list.flatMap((site) => site.frames) ?? [];
  expect(frames.map(({ named }) => named?.function)).toContain('dot');
});

it.each([
  ['no file', () => [], 'no file'],
  [
    'two GOAL files',
    () => [file('goal-samples/fig4.goal'), file('goal-samples/fig4.goal', 'b.goal')],
    '2 files',
  ],
  ['no rank 0', () => cg.slice(1), 'the files have no trace of rank 0'],
  ['an empty schedule', () => [new File(['num_ranks 1\nrank 0 {\n}\n'], 'a.goal')], 'no operations'],
])('%s is refused', async (_, files, message) => {
  await expect(loaded(files())).rejects.toThrow(message);
});
