/** SimGrid as it is installed: traces replayed on a platform of latencies alone, with the messages that it sent. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const hasSimGrid = (): boolean =>
  ['smpirun', 'smpicc'].every((name) => spawnSync(name, ['--help'], { timeout: 60_000 }).error === undefined);

/** Latency of every link. */
export const LATENCY_MS = 5;

/** A link of its own between any two hosts, which takes a latency and no time for bytes. */
function platform(hosts: number): string {
  const all = Array.from({ length: hosts }, (_, i) => i);
  const pairs = all.flatMap((i) => all.slice(i + 1).map((j) => [i, j] as const));
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
    '<platform version="4.1"><zone id="zone" routing="Full">',
    ...all.map((i) => `<host id="n${i}" speed="1Gf"/>`),
    ...pairs.map(([i, j]) => `<link id="l${i}-${j}" bandwidth="1e15Bps" latency="${LATENCY_MS}ms"/>`),
    ...pairs.map(([i, j]) => `<route src="n${i}" dst="n${j}"><link_ctn id="l${i}-${j}"/></route>`),
    '</zone></platform>',
  ].join('\n');
}

/** What is not latency takes no time: no factors of its network models, no overheads, no time for a test; all is eager. */
const PLAIN = [
  'network/model:CM02',
  'network/latency-factor:1',
  'network/bandwidth-factor:1',
  'network/crosstraffic:0',
  'network/TCP-gamma:0',
  'network/weight-S:0',
  'smpi/async-small-thresh:1000000000',
  'smpi/send-is-detached-thresh:1000000000',
  'smpi/os:0:0:0',
  'smpi/or:0:0:0',
  'smpi/ois:0:0:0',
  'smpi/test:0',
  'smpi/host-speed:1Gf',
  'smpi/privatization:no',
].map((setting) => `--cfg=${setting}`);

/** What a replay took, and its messages as `from to bytes`. */
export interface Replay {
  readonly seconds: number;
  readonly messages: readonly string[];
}

export class SimGrid {
  readonly #folder: string;
  readonly #platform: (hosts: number) => string;

  /** `platformOf`: XML of hosts n0, n1 …; by default each two have a link of their own. */
  constructor(folder: string, platformOf = platform) {
    this.#folder = folder;
    this.#platform = platformOf;
    mkdirSync(folder, { recursive: true });
  }

  /** Replays a text of all ranks; `settings`: algorithms, such as `allreduce:rdb`. */
  replay(text: string, ranks: number, settings: readonly string[]): Replay {
    const at = (name: string): string => join(this.#folder, name);
    writeFileSync(at('all.txt'), text);
    writeFileSync(at('list'), 'all.txt\n');
    // The messages within collectives; it writes those of a sendrecv twice then.
    const inner = settings.length > 0 ? ['tracing/smpi/internals:yes'] : [];
    const tracing = ['tracing:yes', 'tracing/smpi:yes', ...inner];
    const shown = ['tracing/smpi/display-sizes:yes', 'tracing/filename:paje.trace'];
    const chosen = settings.map((setting) => `--cfg=smpi/${setting}`);
    const said = this.#run(ranks, [
      ...['-replay', 'list'],
      ...PLAIN,
      ...chosen,
      ...[...tracing, ...shown].map((setting) => `--cfg=${setting}`),
    ]);
    const times = [...said.matchAll(/Simulation time ([\d.]+)/g)].map((match) => Number(match[1]));
    return { seconds: Math.max(...times), messages: messagesIn(readFileSync(at('paje.trace'), 'utf8')) };
  }

  /** Compiles a program of the tests and traces a run of it; the list of its traces. */
  trace(source: string, ranks: number): string {
    const program = join(this.#folder, 'program');
    execFileSync('smpicc', ['-O1', source, '-o', program], { timeout: 120_000 });
    this.#run(ranks, ['-trace-ti', '--cfg=smpi/privatization:no', program]);
    const list = join(this.#folder, 'smpi_simgrid.txt');
    if (!existsSync(list)) throw new Error('smpirun wrote no list');
    return list;
  }

  #run(ranks: number, args: readonly string[]): string {
    writeFileSync(join(this.#folder, 'platform.xml'), this.#platform(ranks));
    const hosts = Array.from({ length: ranks }, (_, i) => `n${i}\n`).join('');
    writeFileSync(join(this.#folder, 'hosts'), hosts);
    const where = ['-np', String(ranks), '-platform', 'platform.xml', '-hostfile', 'hosts'];
    const { stdout, stderr, status } = spawnSync('smpirun', [...where, ...args], {
      cwd: this.#folder,
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status !== 0) throw new Error(`smpirun: ${stdout}${stderr}`);
    return stdout + stderr;
  }
}

/** Arrows between ranks in a Paje trace, whose numbers begin at 1: `15 time type container PTP 1 1_2_tag_n bytes`. */
function messagesIn(paje: string): string[] {
  const kind = /%EventDef PajeStartLink (\d+)/.exec(paje)?.[1] ?? '';
  const arrow = new RegExp(`^${kind} \\S+ \\S+ \\S+ PTP \\S+ (\\d+)_(\\d+)_\\S+ (\\d+)$`, 'gm');
  return [...paje.matchAll(arrow)]
    .map(([, from, to, bytes]) => `${Number(from) - 1} ${Number(to) - 1} ${bytes}`)
    .sort();
}
