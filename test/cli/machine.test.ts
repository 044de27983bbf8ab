/** What an answer says of its machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machineOf } from '../../src/cli/pipeline/machine-of-flags.js';
import { rankText } from '../sources/liballprof/traces.js';
import { askJson, runCli } from './run.js';
import { scratch } from './scratch.js';

const RING = 'goal-samples/ring.goal';

const folder = scratch();

describe('a gap between messages', () => {
  const codes = async (flags: Parameters<typeof machineOf>[0]): Promise<string[]> =>
    (await machineOf(flags)).warnings.map(({ code }) => code);

  it('that nothing keeps is warned of, from a flag and from a file', async () => {
    expect(await codes({ gap: '3us' })).toEqual(['gap-without-nic']);
    const file = join(folder, 'gap.yaml');
    writeFileSync(file, 'latency: 1us\noverhead: 0\ngap_per_byte: 0\ngap: 50ns\n');
    expect(await codes({ machine: file })).toEqual(['gap-without-nic']);
    expect(await codes({ machine: file, nic: 'serial' })).toEqual([]);
    expect(await codes({ machine: file, gap: '0' })).toEqual([]);
    expect(await codes({ gap: '3us', nic: 'ordered' })).toEqual([]);
    expect(await codes({})).toEqual([]);
  });
});

describe('how CPUs and NICs are shared', () => {
  const shared = async (flags: Parameters<typeof machineOf>[0]): Promise<string> => {
    const { machine, provenance } = await machineOf(flags);
    return `${machine.cpu} (${provenance.cpu.text}), ${machine.nic} (${provenance.nic.text})`;
  };
  const compared = 'default where algorithms are compared';

  it('is what the question takes, unless a flag or a file says', async () => {
    expect(await shared({})).toBe('free (default), free (default)');
    expect(await shared({ sharing: 'ordered' })).toBe(`ordered (${compared}), ordered (${compared})`);
    expect(await shared({ sharing: 'ordered', cpu: 'free' })).toBe(`free (--cpu), ordered (${compared})`);
    const file = join(folder, 'shared.yaml');
    writeFileSync(file, 'latency: 1us\noverhead: 0\ngap_per_byte: 0\ncpu: free\nnic: ordered\n');
    expect(await shared({ machine: file, sharing: 'ordered' })).toBe(`free (${file}), ordered (${file})`);
  });

  it('leaves what stands beside a serial one free, and refuses to mix the two orders', async () => {
    expect(await shared({ sharing: 'ordered', nic: 'serial' })).toBe('free (default), serial (--nic)');
    const { code, stderr } = await runCli(['tolerance', RING, '--cpu', 'ordered', '--nic', 'serial']);
    expect([code, stderr.split('. ')[0]]).toEqual([
      2,
      'llamp-ts: CPUs are ordered and NICs are serial; the two orders may contradict each other',
    ]);
  });
});

describe('rendezvous', () => {
  const LARGE = [['MPI_Send:110:1:20000:D:1:7:W:120'], ['MPI_Recv:110:1:20000:D:0:7:W:0:120']].map(
    (lines, rank) => `# mpi: Open MPI v4.1.4\n${rankText(lines, rank, 2)}`,
  );
  const trace = (name: string, texts: readonly string[]): string => {
    const place = join(folder, name);
    mkdirSync(place);
    for (const [rank, text] of texts.entries())
      writeFileSync(join(place, `pmpi-trace-rank-${rank}.txt`), text);
    return place;
  };
  const large = trace('large', LARGE);
  const small = trace(
    'small',
    LARGE.map((text) => text.replace(':20000:', ':200:')),
  );
  const sent = async (input: string, ...flags: readonly string[]): Promise<string | undefined> =>
    (await runCli(['sensitivity', input, '-q', '-L', '1us', '-G', '0', ...flags])).stdout.match(
      /(S \d+ B [^\n]*|all eager)/,
    )?.[0];

  it('is that of the library that made a trace, where nobody says another', async () => {
    expect(await sent(large)).toBe('S 65480 B clear-to-send as Open MPI 4.1.4 over TCP');
    expect(await sent(large, '-S', ':sync')).toBe('S 65480 B sync as Open MPI 4.1.4 over TCP');
    const file = join(folder, 'without-S.yaml');
    writeFileSync(file, 'latency: 1us\noverhead: 0\ngap_per_byte: 0\n');
    expect(await sent(large, '--machine', file)).toBe('S 65480 B clear-to-send as Open MPI 4.1.4 over TCP');
    expect(await sent(large, '-S', '128KiB')).toBe('S 131072 B rdma-read');
    expect(await sent(large, '-S', 'none')).toBe('all eager');
    expect(await sent(large, '--machine', 'cscs-testbed')).toBe('S 262144 B rdma-read');
    expect(await sent(large, '--rules', 'published')).toBe('S 262144 B rdma-read');
    expect(await sent(small)).toBe('S 262144 B rdma-read');
  });

  it('counts in λ: three latencies until the receive ends', async () => {
    const { result } = await askJson(['sensitivity', large, '-L', '1us', '-o', '0', '-G', '0']);
    expect(result.lambda).toMatchObject({ L: 3 });
  });
});

describe('the header', () => {
  const head = async (...flags: readonly string[]): Promise<string[]> =>
    (await runCli(['tolerance', RING, '-q', ...flags])).stdout.split('\n').slice(1, 3);

  it('names the platform above its own figures, and the machine above what is left', async () => {
    const [platform, machine] = await head('--platform', 'epyc-orfeo');
    expect(platform).toMatch(/^platform epyc-orfeo by core: cache 0 ns, core .*, o 90 ns, G .* ns\/B$/);
    expect(machine).toBe('machine cscs-testbed: S 262144 B rdma-read');
  });

  it('calls the latency of a topology that of a wire', async () => {
    expect((await head('--topology', 'fat-tree:k=4'))[0]).toMatch(
      /^machine cscs-testbed on fat-tree:k=4,tiers=3: wire 274 ns, switch 108 ns, o 5 µs, /,
    );
  });
});

it('no slowdown is no latency, never less than nothing', async () => {
  for (const engine of ['highs', 'sweep']) {
    expect(
      (await askJson(['tolerance', RING, '--pct', '0', '--engine', engine])).result.tolerance[0].delta_ns,
    ).toBe(0);
  }
  const { stdout } = await runCli('tolerance traces/halo3d-4 --pct 0');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/ 0 % +3 µs +\+0 ns$/);
});
