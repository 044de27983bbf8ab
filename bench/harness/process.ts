/** One command as a process: its wall time, its CPU time, its memory. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Case, NamedRun } from './case.js';
import { parseStages } from './stages.js';

/** The shell tells the CPU time of what it waited for, in seconds to the millisecond. */
const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null';
/** The first word says how many words the producer has. A shell of its own waits for the command alone. */
const PIPED = `TIMEFORMAT="%3U %3S"; set -o pipefail; n=$1; shift; p=("\${@:1:n}"); shift "$n"
"\${p[@]}" | { time "$@" > /dev/null; }`;
/** The process becomes the command, so that its memory can be watched. */
const FED = `n=$1; shift; p=("\${@:1:n}"); shift "$n"; exec "$@" < <("\${p[@]}")`;

const SAMPLE_MS = 5;
const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

const bash = (script: string, words: readonly string[]): string[] => ['bash', '-c', script, 'bash', ...words];

const piped = (script: string, argv: readonly string[], producer: readonly string[]): string[] =>
  bash(script, [String(producer.length), ...producer, ...argv]);

/** What a user's Node finds: certificates that one is told to read at each start are nobody's who is compared here. */
export function environment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  return rest;
}

interface Ended {
  readonly wall: number;
  /** What it printed, where that is asked for. */
  readonly output: string;
  readonly errors: string;
}

/** Runs `argv` to its end. Throws where it fails. */
async function ended(
  { name, env }: Case,
  argv: readonly string[],
  { seen, printed = false }: { seen?: (pid: number | undefined) => void; printed?: boolean } = {},
): Promise<Ended> {
  const began = performance.now();
  const child = spawn(argv[0], argv.slice(1), {
    env: { ...environment(), ...env },
    stdio: ['ignore', printed ? 'pipe' : 'ignore', 'pipe'],
  });
  seen?.(child.pid);
  const over = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  const said = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)));
  const [status, output, errors] = await Promise.all([over, ...said]);
  const wall = performance.now() - began;
  if (status !== 0) throw new Error(`${name}: exit ${status}: ${errors.trim()}`);
  return { wall, output, errors };
}

/** "0.123 0.045" of the last line, in ms. */
function cpuOf(errors: string): number {
  const [user, system] = (errors.trim().split('\n').at(-1) ?? '').replaceAll(',', '.').split(' ').map(Number);
  return 1e3 * (user + system);
}

/** Times one process, or what it says of its stages. CPU time needs bash; without it, it is null. */
export async function timed(one: Case): Promise<NamedRun[]> {
  const { name, argv, producer } = one;
  if (one.stages) return stagesOf(one);
  if (!hasBash) return [{ name, wall: (await ended(one, argv)).wall, cpu: null }];
  const { wall, errors } = await ended(
    one,
    producer === undefined ? bash(TIMED, argv) : piped(PIPED, argv, producer),
  );
  return [{ name, wall, cpu: cpuOf(errors) }];
}

/** What the stages of a process took, by its own account: `name: stage`. */
async function stagesOf(one: Case): Promise<NamedRun[]> {
  const { output } = await ended(one, one.argv, { printed: true });
  return parseStages(output).map((stage) => ({ ...stage, name: `${one.name}: ${stage.name}` }));
}

/** Bytes of the most memory that process `pid` has had at a time; null where the host does not tell. */
function peakNow(pid: number | undefined): number | null {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found === null ? null : Number(found[1]) * 1024;
  } catch {
    return null;
  }
}

/** Runs a case once without timing it, which fills the caches: the most resident memory that was seen, in bytes. */
export async function peakOf(one: Case): Promise<number | null> {
  let peak: number | null = null;
  let watch: NodeJS.Timeout | undefined;
  const look = (pid: number | undefined): void => {
    watch = setInterval(() => {
      peak = peakNow(pid) ?? peak;
    }, SAMPLE_MS);
  };
  const { argv, producer } = one;
  try {
    await ended(one, producer === undefined ? argv : piped(FED, argv, producer), { seen: look });
  } finally {
    clearInterval(watch);
  }
  return one.severalProcesses ? null : peak;
}
