/** The page that `report --live` and `view` write: its numbers are the command line's, and what it carries. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packed, unpackedValue } from '../../src/live/packed-values.js';
import { ViewSession } from '../../src/live/session.js';
import type { Settings } from '../../src/live/settings.js';
import { PLATFORM_PRESETS } from '../../src/platform/platform-presets.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { cases } from '../part.js';
import { openedPage, writtenPage } from './samples.js';

const folder = scratch();

/** Programs of every kind of input that ships; the deadlock and the sends without receives are none. */
const PROGRAMS = [
  ...['cg-4', 'fft-4', 'halo3d-4', 'jacobi2d-4', 'mixed-4', 'persist-4', 'ring-4', 'sweep-4'],
  ...['runs/changes-4', 'runs/marked-4', 'runs/solver-4', 'scaling/solver-16', 'injected/solver-2-3'],
  ...['otf2/solver-4', 'dumpi/halo.meta', 'smpi/halo.trace --flop-rate 1Gf'],
].map((name) => `traces/${name}`);
const GOAL = readdirSync('goal-samples')
  .filter((name) => !/deadlock|unmatched|truncation|short/.test(name))
  .map((name) => `goal-samples/${name}`);

const ORDERED = ['--cpu', 'ordered', '--nic', 'ordered'];

const CHANGES: readonly (readonly [Partial<Settings>, readonly string[]])[] = [
  [{}, []],
  [{ latency: '7us', overhead: '250ns' }, ['-L', '7us', '-o', '250ns']],
  [{ machine: 'piz-daint', 'gap-per-byte': '0.1ns/B' }, ['-m', 'piz-daint', '-G', '0.1ns/B']],
  [{ gap: '2us', cpu: 'ordered', nic: 'ordered' }, ['-g', '2us', ...ORDERED]],
  [{ rendezvous: '1KiB', 'rendezvous-protocol': 'sync' }, ['-S', '1KiB:sync']],
  [
    { topology: 'fat-tree:k=8', 'wire-latency': '1us' },
    ['--topology', 'fat-tree:k=8', '--wire-latency', '1us'],
  ],
  [{ platform: 'epyc-orfeo', 'map-by': 'node' }, ['--platform', 'epyc-orfeo', '--map-by', 'node']],
];

it.each(cases([...PROGRAMS, ...GOAL], (_, i) => i % 9 === 0))(
  'gives the numbers of the command line after each change: %s',
  async (input) => {
    const words = input.split(' ');
    const { settings, ...page } = await openedPage(await writtenPage(...words));
    const session = new ViewSession({ ...page, settings });
    for (const [changes, flags] of CHANGES) {
      const found = await session.answer({ ...settings, ...changes });
      const { result } = await askJson(['tolerance', ...words, '--engine', 'sweep', ...flags]);
      const same = (one: number, other: number): void =>
        expect(Math.abs(one - other), JSON.stringify(changes)).toBeLessThanOrEqual(1e-9 * Math.abs(other));
      same(found.runtime, result.runtime_ns);
      // By classes of latency where there are several.
      if (result.rho_L !== undefined) {
        same(found.lambda, result.lambda.L);
        same(found.rho, result.rho_L);
      }
      for (const [i, { delta }] of found.tolerance.entries())
        if (delta !== null) same(delta, result.tolerance[i].delta_ns);
    }
  },
);

it('compares algorithms as the command line does on ordered CPUs and NICs', async () => {
  const { settings, ...page } = await openedPage(await writtenPage('traces/cg-4'));
  const { runtime } = await new ViewSession({ ...page, settings }).answer({
    ...settings,
    collectives: ['allreduce=ring'],
  });
  const flags = ['--collective', 'allreduce=ring', ...ORDERED];
  expect(runtime).toBeCloseTo((await askJson(['tolerance', 'traces/cg-4', ...flags])).result.runtime_ns, 3);
});

describe('what the page carries', () => {
  const carried = (html: string): string => {
    const base64 = /id="live-program">([^<]*)</.exec(html)?.[1] ?? '';
    return `${html.replace(base64, '')}${JSON.stringify(base64)}`;
  };

  it('has no paths, hosts and dates of the traces', async () => {
    const copy = join(folder, 'secret-folder');
    cpSync('traces/runs/solver-4', copy, { recursive: true });
    const written = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const { 'epyc-orfeo': text } = PLATFORM_PRESETS;
    const flags = [
      ...['--machine', written('my.yaml', 'latency: 7us\noverhead: 1us\ngap_per_byte: 1ns/B\n')],
      ...['--platform', written('nodes.yaml', text.replace('epyc-orfeo', 'nodes'))],
      ...['--jitter', `node=file:${written('times.csv', 'time_ns,count\n0,9\n10000,1\n')}`],
      ...['--map-by', 'node'],
    ];
    const html = await writtenPage(`${copy}/`, ...flags);
    const { program, ...viewed } = await openedPage(html);
    const all = `${carried(html)}${JSON.stringify(viewed)}${JSON.stringify(program.data, (_, value) => (ArrayBuffer.isView(value) ? undefined : value))}`;
    expect(all).not.toContain(folder);
    expect(all).not.toContain('/tmp/app');
    expect(all).toContain('secret-folder');
    const session = new ViewSession({ ...viewed, program });
    const noise = await session.noise(viewed.settings);
    expect(noise?.noise?.words).toBe('jitter node=file:times.csv');
    const { result } = await askJson(['tolerance', copy, ...flags.filter((_, i) => i !== 4 && i !== 5)]);
    const same = (await session.answer(viewed.settings)).runtime;
    expect(same).toBeCloseTo(result.runtime_ns, 3);
    expect(all).not.toMatch(/"date":\d|"host":"[a-z]/);
  });

  it('is everything of the command line that has no field', async () => {
    const measured = join(folder, 'runs.csv');
    writeFileSync(measured, 'L,T\n3us,800us\n9us,900us\n');
    const flags = ['--measured', measured, '--region', '10%..60%'];
    await expectRefusal(['report', 'traces/cg-4', '--live', ...flags], 2, 'cannot be combined');
    const page = await openedPage(await writtenPage('traces/ring-4', '--measured', measured));
    const data = await new ViewSession(page).curve({ ...page.settings, latency: '4us' });
    expect(data.measured.map(({ x }) => x)).toEqual([3000, 9000]);
    expect(data.curve.base).toBe(4000);
    const part = await openedPage(await writtenPage('traces/cg-4', '--region', '10%..60%'));
    const { runtime } = await new ViewSession(part).answer({ ...part.settings, latency: '7us' });
    const { result } = await askJson(['tolerance', 'traces/cg-4', '--region', '10%..60%', '-L', '7us']);
    expect(runtime).toBeCloseTo(result.runtime_ns, 3);
  });

  it('comes back as it was, whatever the columns hold', () => {
    const column = fc.oneof(
      fc.uint8Array(),
      fc.uint16Array(),
      fc.int32Array(),
      fc.uint32Array(),
      fc.float64Array(),
    );
    const value = fc.record({
      columns: fc.array(column, { maxLength: 4 }),
      numbers: fc.array(fc.oneof(fc.double(), fc.integer()).map((one) => (one === 0 ? 0 : one))),
      names: fc.dictionary(fc.string(), fc.string()).map((one) => new Map(Object.entries(one))),
      none: fc.constant(null),
    });
    const size = (bytes: Uint8Array): number => new Set(bytes).size;
    fc.assert(
      fc.property(value, (one) => {
        expect(unpackedValue(packed(one, size))).toEqual(one);
      }),
    );
  });
});

describe('the command line', () => {
  it.each([
    ['report traces/cg-4 --live --collective allreduce=ring,linear', 2, 'one algorithm of each collective'],
    ['report traces/cg-4 traces/ring-4 --live', 2, '--live takes one program, not 2'],
    ['report traces/cg-4 --live --algorithms own.js', 3, 'own.js'],
    ['view', 2, 'no INPUT given'],
    ['view no-such.goal', 3, 'no such file'],
    ['report goal-samples/ring.goal --live --latency 3', 2, 'Did you mean 3us?'],
    ['view goal-samples/ring.goal --pct x', 2, 'not a percentage'],
    ['report traces/ring-4 --live --jitter M=exp:mean=1us', 2, 'names no latency class of the machine'],
    ['report traces/ring-4 --live --seed 3', 2, '--seed needs noise'],
  ])('refuses %s', async (line, code, said) => {
    await expectRefusal(line, code, said);
  });

  it('writes the page of report --live, says what it contains, and prints where it is', async () => {
    const file = join(folder, 'cg.html');
    const { code, stdout } = await runCli(['view', 'traces/cg-4', '--output', file]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `${file}\nThe page computes by itself: it contains all messages, sizes and times`,
    );
    expect(readFileSync(file, 'utf8')).toBe(await writtenPage('traces/cg-4'));
    const temporary = await runCli(['view', 'traces/ring-4', '-m', 'piz-daint']);
    const path = /^(\/\S+\/ring-4\.html)$/m.exec(temporary.stdout)?.[1] ?? '';
    expect(path.startsWith(tmpdir())).toBe(true);
    expect((await openedPage(readFileSync(path, 'utf8'))).settings.machine).toBe('piz-daint');
    rmSync(dirname(path), { recursive: true });
  });

  it('writes a static page by default', async () => {
    const { stdout } = await runCli(['report', 'traces/cg-4', '--output', '-', '-q']);
    expect(stdout).not.toContain('live-program');
  });
});
