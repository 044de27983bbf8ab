/**
 * Injected latency between two hosts: Linux namespaces with a network between them, host names, and clocks 1000 s apart,
 * which Open MPI takes for nodes, two ranks on each. Linux with root.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../part.js';
import { BOUNDS, within } from './bounds.js';
import { LATENCIES } from './injected.js';
import { Bench, calmly, findMpi } from './mpi.js';

/** The latency, ns: messages take up to 2 ms by themselves where other work has the cores. */
const L = 20_000_000;
const AGENT = fileURLToPath(new URL('agent.sh', import.meta.url));
const NETWORK = '10.79.0.0/24';
const DEVICE = 'eth-llamp';
const HOSTS = [1, 2];
const address = (host: number): string => `10.79.0.${host}`;
/** Of this process: others may do the same. */
const LLAMP_HOSTS = `llamp-${process.pid}-`;
const name = (host: number): string => `${LLAMP_HOSTS}${host}`;
/** What the clock of the second host is ahead, µs. */
const AHEAD = 1e9;

const ip = (words: string): void => {
  execFileSync('ip', words.split(' '), { stdio: ['ignore', 'inherit', 'inherit'] });
};

/** Whether namespaces of network and time can be made. */
const privileged =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--net', '--uts', '--time', '--monotonic', '1', '--fork', 'true']).status === 0 &&
  spawnSync('ip', ['-V']).status === 0;
if (!privileged) console.log('no namespaces here: latency is not injected between hosts');

const library = findMpi('Open MPI');

describe.skipIf(library === undefined || !privileged)('between two hosts', () => {
  let bench: Bench;
  beforeAll(() => {
    if (library !== undefined) bench = new Bench(library);
    for (const host of HOSTS) ip(`netns add ${name(host)}`);
    ip(`link add ${DEVICE} netns ${name(1)} type veth peer name ${DEVICE} netns ${name(2)}`);
    for (const host of HOSTS) {
      ip(`-n ${name(host)} addr add ${address(host)}/24 dev ${DEVICE}`);
      ip(`-n ${name(host)} link set ${DEVICE} up`);
      ip(`-n ${name(host)} link set lo up`);
    }
  });
  afterAll(() => {
    for (const host of HOSTS) ip(`netns del ${name(host)}`);
    bench.remove();
  });

  const run = (file: string, env: Record<string, string>) => {
    const result = join(bench.folder, 'result.json');
    const variables = { LD_PRELOAD: bench.tracer, LLAMP_RESULT: result, LLAMP_L: String(L), ...env };
    const words = [
      ...['exec', bench.library.run, '--allow-run-as-root', '-np', '4', '--bind-to', 'none'],
      ...['--host', HOSTS.map((host) => `${address(host)}:2`).join(',')],
      ...['--mca', 'plm', 'rsh', '--mca', 'plm_rsh_agent', AGENT, '--mca', 'plm_rsh_no_tree_spawn', '1'],
      ...['--mca', 'oob_tcp_if_include', NETWORK, '--mca', 'btl_tcp_if_include', NETWORK],
      ...['--mca', 'pml', 'ob1', '--mca', 'btl', 'vader,tcp,self', '--mca', 'mpi_yield_when_idle', '1'],
      ...Object.entries(variables).flatMap(([key, value]) => ['-x', `${key}=${value}`]),
      bench.build(file),
    ];
    const { status, stdout, stderr } = calmly(() =>
      spawnSync(AGENT, [address(1), words.join(' ')], {
        encoding: 'utf8',
        timeout: 60_000,
        env: { ...process.env, LLAMP_HOSTS },
      }),
    );
    expect([status, stderr.match(/^(llamp-trace|rank \d): .*/m)]).toEqual([0, null]);
    const { nodes, release, T_ns, clock_error_ns } = JSON.parse(readFileSync(result, 'utf8'));
    expect([nodes, release]).toEqual([HOSTS.length, 'constant']);
    return { stdout, T: Number(T_ns), error: Number(clock_error_ns) };
  };

  it.each(cases(LATENCIES, (_, i) => i % 3 === 0))(
    '%s computes the same, and takes its %d latencies',
    (file, latencies) => {
      const { T, error } = run(file, {});
      expect(T).toBeGreaterThan(latencies * (L - 2 * error));
      run(file, { LLAMP_S: '100' });
    },
  );

  it('takes one latency there and one back', async () => {
    const measure = (): number[] => {
      const { stdout } = run('inject_one_way.c', {});
      const [there, back] = stdout.trim().split(' ').map(Number);
      return [there - AHEAD, back + AHEAD];
    };
    const good = (ways: number[]): boolean =>
      ways.every((way) => way > L / 1000 / BOUNDS.factor && way < (BOUNDS.factor * L) / 1000);
    const [there, back] = await within(measure, good);
    console.log(`two hosts, L 20 ms: there ${there.toFixed(1)} µs, back ${back.toFixed(1)} µs`);
  });
});
