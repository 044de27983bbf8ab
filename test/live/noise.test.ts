/** Noise, as the live page tells it: the part of `report`, the numbers of `noise`, on the machine of the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { regionQuery } from '../../src/cli/flags/region-flags.js';
import { FieldError } from '../../src/live/live-machine.js';
import { noiseFlagsOf, usualSamples } from '../../src/live/live-noise.js';
import { Overtaken, ViewSession } from '../../src/live/session.js';
import {
  isNoisy,
  linkedBy,
  linkOf,
  type NoisePart,
  type Settings,
  settingsOf,
} from '../../src/live/settings.js';
import type { ViewedProgram } from '../../src/live/workbench.js';
import { noiseSection } from '../../src/report/page/report-sections.js';
import { runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { cases, inFull } from '../part.js';
import { settingsWith as settings, tracedProgram, viewedProgram } from './samples.js';

const viewed = async (name: string, more: Partial<ViewedProgram> = {}) =>
  viewedProgram(await tracedProgram(name), more);

const folder = scratch();

const sectionOf = (found: NoisePart | null): string =>
  found === null ? '' : noiseSection(found, found.warnings);

/** The part of the page that `report` writes. */
async function reported(...argv: readonly string[]): Promise<string> {
  const file = join(folder, 'page.html');
  const { code, stderr } = await runCli(['report', ...argv, '--output', file, '--quiet']);
  expect(code, stderr).toBe(0);
  return /<section aria-labelledby="h-noise">.*?<\/section>/s.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
}

const JITTER = 'L=lognormal:mean=200ns,sd=300ns';
const DETOURS = 'period=1ms,length=10us';

describe('noise, live', () => {
  const changed: [string, Partial<Settings>, string[]][] = [
    ['jitter', { jitter: JITTER }, ['--jitter', JITTER]],
    [
      'every source, another seed and other slowdowns',
      {
        ...{ jitter: 'L=exp:mean=1us', 'compute-noise': 'relative:sd=1%', 'os-noise': DETOURS },
        ...{ delay: 'rank=3:+5us; rank=1:+2%', samples: '128', seed: '7', pct: '2,10' },
      },
      [
        ...['--jitter', 'L=exp:mean=1us', '--compute-noise', 'relative:sd=1%', '--os-noise', DETOURS],
        ...['--delay', 'rank=3:+5us', '--delay', 'rank=1:+2%', '--samples', '128', '--seed', '7'],
        ...['--pct', '2,10'],
      ],
    ],
    ['delays alone', { delay: 'rank=1:+5us' }, ['--delay', 'rank=1:+5us']],
    [
      'another machine',
      { latency: '40us', jitter: JITTER, samples: '128' },
      ['-L', '40us', '--jitter', JITTER, '--samples', '128'],
    ],
    [
      'two classes of latency',
      {
        platform: 'epyc-orfeo',
        'map-by': 'node',
        jitter: 'core=exp:mean=50ns; node=exp:mean=1us',
        samples: '128',
      },
      [
        ...['--platform', 'epyc-orfeo', '--map-by', 'node', '--samples', '128'],
        ...['--jitter', 'core=exp:mean=50ns', '--jitter', 'node=exp:mean=1us'],
      ],
    ],
    [
      'wires',
      { topology: 'fat-tree:k=4', jitter: 'wire=exp:mean=50ns', samples: '128' },
      ['--topology', 'fat-tree:k=4', '--jitter', 'wire=exp:mean=50ns', '--samples', '128'],
    ],
  ];
  const kept = ['every source, another seed and other slowdowns', 'delays alone', 'wires'];

  it.each(cases(changed, ([name]) => kept.includes(name)))(
    'has the part of report, to the letter: %s',
    async (_, changes, flags) => {
      const session = new ViewSession(await viewed('ring-4'));
      // What the session keeps of the noise before must not leak into the answer.
      await session.noise(settings({ jitter: 'L=exp:mean=9us', samples: '64' }));
      const section = sectionOf(await session.noise(settings(changes)));
      const expected = await reported('traces/ring-4', ...flags);
      expect(expected).toContain('>T without noise<');
      expect(section.replace(/<p class="warning".*<\/p>/, '')).toBe(expected);
    },
  );

  inFull('is of the region that the page is of', async () => {
    const region = '10%..60%';
    const session = new ViewSession(await viewed('cg-4', { region: regionQuery({ region }) }));
    const section = sectionOf(await session.noise(settings({ jitter: JITTER, samples: '128' })));
    const flags = ['--region', region, '--jitter', JITTER, '--samples', '128'];
    expect(section).toBe(await reported('traces/cg-4', ...flags));
  });

  it('is nothing where no noise is named', async () => {
    const session = new ViewSession(await viewed('ring-4'));
    expect(await session.noise(settings())).toBeNull();
    expect((await session.report(settings({ jitter: JITTER }))).noise).toBeUndefined();
  });

  it('tells in its part what does not hold of it', async () => {
    const session = new ViewSession(await viewed('ring-4'));
    const section = sectionOf(await session.noise(settings({ jitter: JITTER, samples: '64' })));
    expect(section).toContain('<p class="warning" role="note">64 runs are too few to show rare runtimes');
    expect((await session.noise(settings({ jitter: JITTER })))?.warnings).toEqual([]);
  });
});

describe('runs of a large program', () => {
  it('are fewer, the larger it is', () => {
    expect([1, 65_536, 65_537, 524_288, 1_166_181, 1e9].map(usualSamples)).toEqual([
      1024, 1024, 960, 128, 64, 64,
    ]);
  });
});

const LABELS: Readonly<Record<string, string>> = {
  jitter: 'jitter',
  'compute-noise': 'computations',
  'os-noise': 'OS noise',
  delay: 'delayed ranks',
};

describe('a field of noise', () => {
  /** What is said of settings, and of which field. */
  async function refused(changes: Partial<Settings>, more: Partial<ViewedProgram> = {}) {
    const session = new ViewSession(await viewed('ring-4', more));
    const query = async (): Promise<unknown> => session.answer(settings(changes));
    const error: unknown = await query().catch((one: unknown) => one);
    if (!(error instanceof FieldError)) throw error;
    return error;
  }

  it.each<[keyof Settings, string, string]>([
    ['jitter', '--jitter', 'M=exp:mean=1us'],
    ['jitter', '--jitter', 'exp:mean=1us'],
    ['jitter', '--jitter', 'L=cauchy:mean=1us'],
    ['jitter', '--jitter', 'L=gamma:mean=1us'],
    ['jitter', '--jitter', 'L=exp:mean=3'],
    ['compute-noise', '--compute-noise', '1%'],
    ['os-noise', '--os-noise', 'period=1ms'],
    ['os-noise', '--os-noise', 'period=1ms,length=2ms'],
    ['delay', '--delay', 'rank=9:+5us'],
    ['delay', '--delay', 'rank 1'],
  ])('%s says what the command line says of %s %s, before anything is drawn', async (field, flag, text) => {
    const error = await refused({ [field]: text, seed: '2' });
    expect(error.field).toBe(field);
    const { code, stderr } = await runCli(['noise', 'traces/ring-4', flag, text]);
    expect(code).toBe(2);
    // The page calls its fields by their labels.
    const labelled = stderr.replaceAll(flag, LABELS[field] ?? '').trim();
    expect(labelled).toBe(`llamp-ts: ${error.message}`);
  });

  it.each<[keyof Settings, string, string]>([
    ['samples', 'many', "'many' is not a whole number from 1 to 999999"],
    ['samples', '0', 'Write a whole number from 1 to 999999'],
    ['samples', '1000000', 'Write a whole number from 1 to 999999'],
    ['seed', '-1', "'-1' is not a whole number from 0"],
  ])('%s %s is refused at once', async (field, text, said) => {
    const error = await refused({ jitter: JITTER, [field]: text });
    expect([error.field, error.message]).toEqual([field, expect.stringContaining(said)]);
  });

  it('reads files that the command line names, and no others', async () => {
    const file = join(folder, 'times.csv');
    const carried = { name: file, text: 'time_ns,count\n0,9\n10000,1\n' };
    for (const changes of [{ jitter: `L=file:${file}` }, { 'os-noise': 'file:/etc/passwd' }]) {
      const error = await refused(changes);
      expect(error.message).toContain('the page does not have the file');
    }
    const session = new ViewSession(await viewed('ring-4', { noiseFiles: [carried] }));
    const section = sectionOf(await session.noise(settings({ jitter: `L=file:${file}` })));
    expect(section).toContain('amplification');
    expect((await refused({ jitter: `L=file:${folder}/other` }, { noiseFiles: [carried] })).field).toBe(
      'jitter',
    );
  });
});

describe('the fields of noise', () => {
  const flags = {
    jitter: ['L=exp:mean=1us', JITTER],
    'compute-noise': 'relative:sd=1%',
    'os-noise': `${DETOURS},together`,
    delay: ['rank=3:+5us', 'rank=1:+2%'],
    samples: 128,
    seed: 0,
  };

  it('begin with the flags, and lead back to them', () => {
    expect(noiseFlagsOf(settingsOf(flags))).toEqual(flags);
    expect(isNoisy(settingsOf({}))).toBe(false);
  });

  it('are in the link of the page', () => {
    const begin = settings({ seed: '' });
    const now = settingsOf(flags);
    expect(linkedBy(`#${linkOf({ settings: now, pinned: null }, begin)}`, begin).settings).toEqual(now);
  });
});

describe('noise that nobody waits for', () => {
  it('ends between two steps', async () => {
    const session = new ViewSession(await viewed('ring-4'));
    let pauses = 0;
    const query = session.noise(settings({ jitter: JITTER }), async () => {
      if (++pauses === 9) throw new Overtaken('overtaken');
    });
    await expect(query).rejects.toThrow('overtaken');
    expect(pauses).toBe(9);
  });
});
