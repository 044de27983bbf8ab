/** What is shared, as the live page tells it: the rows of `report`, on the machine of the page. */
import { describe, expect, it } from 'vitest';
import { JobQueue, Overtaken, ViewSession } from '../../src/live/session.js';
import type { JobAnswer, Settings, SharedPart } from '../../src/live/settings.js';
import { sharedSection } from '../../src/report/page/report-sections.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { formatTime } from '../../src/units.js';
import { runCli } from '../cli/run.js';
import { cases } from '../part.js';
import { overlappedRing } from '../report/samples.js';
import { breathe, fixedProgram, settingsWith as settings, tracedProgram, viewedProgram } from './samples.js';

const viewed = (schedule: Schedule) => viewedProgram(fixedProgram(schedule));

interface Row {
  readonly runtime_ns: number;
  readonly runtime_upper_ns?: number;
}

/** The second column of the report's table, from the JSON of the command. */
async function reported(...flags: readonly string[]): Promise<string[]> {
  const argv = ['report', 'traces/ring-4', '--output', '/dev/null', '--json', '-q', ...flags];
  const { stdout } = await runCli(argv);
  const rows: readonly Row[] = JSON.parse(stdout).result.shared;
  return rows.map(({ runtime_ns, runtime_upper_ns }) =>
    runtime_upper_ns === undefined
      ? formatTime(runtime_ns)
      : `${formatTime(runtime_ns)} to ${formatTime(runtime_upper_ns)}`,
  );
}

const timesOf = (part: SharedPart): string[] =>
  [...sharedSection(part).matchAll(/<tr><th scope="row">[^<]*<\/th><td class="number">([^<]*)/g)].map(
    ([, text]) => text,
  );

describe('what is shared, live', () => {
  const changed: [string, Partial<Settings>, string[]][] = [
    ['the machine', {}, []],
    ['another latency', { latency: '40us' }, ['-L', '40us']],
    ['another overhead', { overhead: '500ns' }, ['-o', '500ns']],
    ['a topology', { topology: 'fat-tree:k=4' }, ['--topology', 'fat-tree:k=4']],
  ];

  it.each(cases(changed, ([name]) => name === 'another latency'))(
    'has the rows of report on %s',
    async (_, changes, flags) => {
      const session = new ViewSession(viewedProgram(await tracedProgram('ring-4')));
      // What the session keeps of the machine before must not leak into the answer.
      await session.shared(settings());
      const part = await session.shared(settings(changes));
      const times = timesOf(part);
      expect(times).toEqual(await reported(...flags));
      expect(times).toHaveLength(5);
      expect(sharedSection(part)).toContain('of this page assume “no contention”');
    },
  );

  it('says of a large program what to run', async () => {
    const session = new ViewSession(viewed(overlappedRing(6, 600)));
    const part = await session.shared(settings());
    expect(part.why).toContain('more than 10,000 operations (here 10,800)');
    expect(part.why).toContain('llamp-ts report INPUT --shared');
    expect(timesOf(part)).toEqual([]);
  });

  it('ends between two rows where nobody waits any more', async () => {
    const session = new ViewSession(viewed(overlappedRing(6, 24)));
    let pauses = 0;
    const query = session.shared(settings(), async () => {
      if (++pauses === 2) throw new Overtaken('overtaken');
    });
    await expect(query).rejects.toThrow('overtaken');
    expect(pauses).toBe(2);
  });

  it('is let go for a newer question while it is computed', async () => {
    const said: [number | null, boolean][] = [];
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const reply = (answer: JobAnswer): void => {
      said.push([answer.id, 'value' in answer]);
      if (answer.id === 1) finish();
    };
    const queue = new JobQueue(viewed(overlappedRing(6, 24)), reply, breathe);
    queue.take({ id: 0, question: 'shared', query: settings() });
    queue.take({ id: 1, question: 'shared', query: settings({ latency: '4us' }) });
    queue.take({ cancel: 0 });
    await done;
    expect(said).toEqual([
      [0, false],
      [1, true],
    ]);
  });
});
