/** Noise, as the live page tells it: the part of `report`, the numbers of `noise`, on the machine of the page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { regionQuery } from '../../../src/cli/flags/region-flags.js';
import { Overtaken, ViewSession } from '../../../src/cli/view/session.js';
import { FieldError, noiseFlagsOf, noiseSettings, usualSamples } from '../../../src/cli/view/settings.js';
import { linkedBy, linkOf, type Settings } from '../../../src/cli/view/wire.js';
import type { ViewedProgram } from '../../../src/cli/view/workbench.js';
import { settingsWith as settings, tracedProgram, viewedProgram } from '../../commands/view-samples.js';
import { cases, inFull } from '../../part.js';
import { expectRefusal, runCli } from '../run.js';
import { scratch } from '../scratch.js';

const viewed = async (name: string, more: Partial<ViewedProgram> = {}) =>
  viewedProgram(await tracedProgram(name), more);

const folder = scratch();

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
        ...{ jitter: 'L=exp:mean=1us', computeNoise: 'relative:sd=1%', osNoise: DETOURS },
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
        mapBy: 'node',
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
      const { section } = await session.noise(settings(changes));
      const expected = await reported('traces/ring-4', ...flags);
      expect(expected).toContain('>T without noise<');
      expect(section.replace(/<p class="warning".*<\/p>/, '')).toBe(expected);
    },
  );

  inFull('is of the region that the page is of', async () => {
    const region = '10%..60%';
    const session = new ViewSession(await viewed('cg-4', { region: regionQuery({ region }) }));
    const { section } = await session.noise(settings({ jitter: JITTER, samples: '128' }));
    const flags = ['--region', region, '--jitter', JITTER, '--samples', '128'];
    expect(section).toBe(await reported('traces/cg-4', ...flags));
  });

  it('is nothing where no noise is named', async () => {
    const session = new ViewSession(await viewed('ring-4'));
    expect((await session.noise(settings())).section).toBe('');
    const { body } = await session.report(settings({ jitter: JITTER }));
    expect(body).not.toContain('h-noise');
  });

  it('tells in its part what does not hold of it', async () => {
    const session = new ViewSession(await viewed('ring-4'));
    const { section } = await session.noise(settings({ jitter: JITTER, samples: '64' }));
    expect(section).toContain('<p class="warning" role="note">64 runs are too few to show rare runtimes');
    expect((await session.noise(settings({ jitter: JITTER }))).section).not.toContain('warning');
  });
});

describe('runs of a large program', () => {
  it('are fewer, the larger it is', () => {
    expect([1, 65_536, 65_537, 524_288, 1_166_181, 1e9].map(usualSamples)).toEqual([
      1024, 1024, 960, 128, 64, 64,
    ]);
  });
});

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
    ['computeNoise', '--compute-noise', '1%'],
    ['osNoise', '--os-noise', 'period=1ms'],
    ['osNoise', '--os-noise', 'period=1ms,length=2ms'],
    ['delay', '--delay', 'rank=9:+5us'],
    ['delay', '--delay', 'rank 1'],
  ])('%s says what the command line says of %s %s, before anything is drawn', async (field, flag, text) => {
    const error = await refused({ [field]: text, seed: '2' });
    expect(error.field).toBe(field);
    const { code, stderr } = await runCli(['noise', 'traces/ring-4', flag, text]);
    expect(code).toBe(2);
    expect(stderr.trim()).toBe(`llamp-ts: ${error.message}`);
  });

  it.each<[keyof Settings, string, Partial<Settings>, string]>([
    ['samples', 'many', { jitter: JITTER }, "--samples 'many' is not a number of runs"],
    ['samples', '0', { jitter: JITTER }, 'Write a whole number from 1 to 999999'],
    ['samples', '1000000', { jitter: JITTER }, 'Write a whole number from 1 to 999999'],
    ['seed', '-1', { jitter: JITTER }, "--seed '-1' is not a seed. Write a whole number from 0"],
    ['seed', '5', {}, '--seed needs noise. Add noise'],
    ['samples', '5', {}, '--samples needs noise. Add noise'],
  ])('%s %s is refused at once', (field, text, more, said) => {
    const read = (): Settings => settings({ ...more, [field]: text });
    expect(read).toThrow(FieldError);
    expect(read).toThrow(said);
  });

  it('reads files that the command line names, and no others', async () => {
    const file = join(folder, 'times.csv');
    writeFileSync(file, 'time_ns,count\n0,9\n10000,1\n');
    for (const changes of [{ jitter: `L=file:${file}` }, { osNoise: 'file:/etc/passwd' }]) {
      const error = await refused(changes);
      expect(error.message).toContain('is a file that the command line does not name');
    }
    const session = new ViewSession(await viewed('ring-4', { noiseFiles: [file] }));
    const { section } = await session.noise(settings({ jitter: `L=file:${file}` }));
    expect(section).toContain('amplification');
    expect((await refused({ jitter: `L=file:${folder}/other` }, { noiseFiles: [file] })).field).toBe(
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
    expect(noiseFlagsOf(noiseSettings(flags), 'us')).toEqual({ ...flags, unit: 'us' });
    const none = { jitter: undefined, 'compute-noise': undefined, 'os-noise': undefined, delay: undefined };
    const nothing = noiseSettings({ ...none, samples: undefined, seed: undefined });
    expect(Object.values(nothing)).toEqual(Array.from({ length: 6 }, () => ''));
  });

  it('are in the link of the page', () => {
    const begin = settings({ seed: '' });
    const now = { ...begin, ...noiseSettings(flags) };
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

describe('llamp-ts view with noise', () => {
  it.each<[string, number, string]>([
    ['--jitter M=exp:mean=1us', 2, 'names no latency class of the machine'],
    ['--delay rank=4:+5us', 2, 'rank 4, which does not exist'],
    ['--delay rank=x', 2, "--delay 'rank=x' cannot be read"],
    ['--os-noise file:no-such.txt', 3, 'no such file'],
    ['--seed 3', 2, '--seed needs noise'],
    ['--jitter L=exp:mean=1us --samples 1000000', 2, 'Write a whole number from 1 to 999999'],
  ])('is refused before it serves: %s', async (line, code, said) => {
    await expectRefusal(['view', 'traces/ring-4', ...line.split(' ')], code, said);
  });
});
