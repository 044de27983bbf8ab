/** What the page computes of what is dropped and typed: the numbers of the command line. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReportData } from '../../src/report/page/report-data.js';
import { analyse } from '../../web/app/analyse.js';
import type { MachineTask, Reply, SiteTask, Task } from '../../web/app/protocol.js';
import { askJson } from '../cli/run.js';
import { cases } from '../part.js';

const mixed = readdirSync('traces/mixed-4').map(
  (name) => new File([Uint8Array.from(readFileSync(`traces/mixed-4/${name}`))], name),
);
const NOWHERE: SiteTask = {
  platform: '',
  mapBy: '',
  topology: '',
  wireLatency: '',
  switchLatency: '',
  ranksPerNode: '',
};

interface Typed {
  readonly typed?: MachineTask['typed'];
  readonly site?: Partial<SiteTask>;
  readonly task?: Partial<Task>;
}

const taskOf = ({ typed = {}, site = {}, task = {} }: Typed): Task => ({
  files: mixed,
  machine: { preset: 'cscs-testbed', typed },
  site: { ...NOWHERE, ...site },
  collectives: [],
  range: '',
  pct: '',
  ...task,
});

async function analysed(given: Typed): Promise<{ data: ReportData; heard: Reply[] }> {
  const heard: Reply[] = [];
  return { data: await analyse(taskOf(given), 'test', (reply) => heard.push(reply)), heard };
}

describe('the page that analyses in the browser', () => {
  const ring = ['--collective', 'allreduce=ring', '--cpu', 'ordered', '--nic', 'ordered'];

  const settings = cases<[string, Typed, string[]]>(
    [
      ['nothing typed', {}, []],
      ['slowdowns', { task: { pct: '3, 7 %' } }, ['--pct', '3,7']],
      [
        'modes of CPU and NIC, and g',
        { typed: { cpu: 'serial', nic: 'serial', g: '9us' } },
        ['--cpu', 'serial', '--nic', 'serial', '-g', '9us'],
      ],
      ['an algorithm', { task: { collectives: ['allreduce=ring'] } }, ring],
      [
        'a platform',
        { site: { platform: 'epyc-orfeo', mapBy: 'node' } },
        ['--platform', 'epyc-orfeo', '--map-by', 'node'],
      ],
      [
        'a topology',
        { site: { topology: 'fat-tree:k=4', wireLatency: '2us', switchLatency: '1us', ranksPerNode: '2' } },
        '--topology fat-tree:k=4 --wire-latency 2us --switch-latency 1us --ranks-per-node 2'.split(' '),
      ],
    ],
    (_, i) => i > 2,
  );

  it.each(settings)('gives the numbers of the command line: %s', async (_, given, flags) => {
    const { data } = await analysed(given);
    const { result } = await askJson(['tolerance', 'traces/mixed-4', ...flags]);
    expect(data.runtime).toBeCloseTo(result.runtime_ns, 3);
    expect(data.lambda).toBe(result.lambda.L);
    expect(data.tolerance.map(({ percent }) => percent)).toEqual(
      result.tolerance.map((one: { pct: number }) => one.pct),
    );
    data.tolerance.forEach(({ delta }, i) => {
      expect(delta).toBeCloseTo(result.tolerance[i].delta_ns, 3);
    });
    // The range follows the tolerances.
    const largest = Math.max(...data.tolerance.map(({ delta }) => delta ?? 0));
    expect(data.curve.high - data.curve.base).toBeCloseTo(2 * largest, 3);
  });

  it('tells which algorithms may be chosen, before it computes', async () => {
    const { heard } = await analysed({ task: { pct: '1' } });
    const calls = heard.find((reply) => reply.kind === 'calls');
    const offered = calls?.kind === 'calls' ? calls.collectives : [];
    expect(offered.map(({ collective }) => collective)).toContain('allreduce');
    expect(offered.flatMap(({ choices }) => choices)).toContain('allreduce=ring');
  });

  it('says where each value was taken from', async () => {
    const { data } = await analysed({ typed: { o: '1us' }, site: { topology: 'torus:dims=2x2' } });
    const source = (name: string): string | undefined =>
      data.machine.find((one) => one.name === name)?.source;
    expect(source('overhead o')).toBe('entered');
    expect(source('topology')).toBe('entered');
    expect(source('switch')).toBe('default');
    expect(source('gap per byte G')).toMatch(/^preset cscs-testbed: LLAMP/);
    expect(source('latency L')).toBeUndefined();
  });

  it.each<[Typed, RegExp]>([
    [{ typed: { L: '3' } }, /latency L '3'.*Did you mean 3us/],
    [{ typed: { cpu: 'fast' } }, /'fast' is unknown. Use free, ordered, serial/],
    [{ task: { pct: 'x' } }, /slowdowns 'x' is not a percentage. Write numbers/],
    [{ task: { range: '3us' } }, /range of L '3us' is not a range. Write a\.\.b/],
    [{ task: { collectives: ['allreduce=star'] } }, /star/],
    [{ site: { topology: 'tree' } }, /unknown topology 'tree'/],
    [{ site: { topology: 'graph:a.graphml' } }, /cannot read the topology file.*Use the command line/],
    [{ site: { topology: 'fat-tree:k=2' } }, /4 ranks do not fit on 2 endpoints/],
    [
      { site: { topology: 'fat-tree:k=4', ranksPerNode: 'all' } },
      /ranks per node 'all' is not a number of ranks/,
    ],
    [{ site: { topology: 'fat-tree:k=4', wireLatency: '1' } }, /latency per wire '1'/],
    [
      { site: { topology: 'fat-tree:k=4', wireLatency: 'terminal=1us,pod=1us,core=1us,cores=1us' } },
      /latency per wire: topology fat-tree:\S+ has no wires 'cores'. Did you mean core\?/,
    ],
    [{ site: { topology: 'fat-tree:k=4', platform: 'epyc-orfeo' } }, /Keep one of them/],
    [{ site: { platform: 'epyc' } }, /unknown platform 'epyc'/],
  ])('refuses %o, with what to write instead and no flag', async (given, said) => {
    const error: unknown = await analysed(given).catch((one: unknown) => one);
    const message = error instanceof Error ? error.message : '';
    expect(message).toMatch(said);
    expect(message).not.toContain('--');
  });
});
