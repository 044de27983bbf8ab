/**
 * What a start costs: small command lines beside a bare `node -e 0`, in turn, so that whatever else the machine does
 * meets all of them. Wall and CPU time (user + system), least and median, and the median of the ratios to the bare
 * Node of the same round. File cache and code cache are warm; the one file and the executable take part once they are made
 * (`npm run bundle`, `npm run executable`).
 *
 *   node scripts/run-ts.js bench/startup.ts [ROUNDS]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from './harness/process.js';

const ROUNDS = Number(process.argv[2] ?? 15);
const NODE = process.execPath;
/** 6 operations on 2 ranks. */
const SAMPLE = 'goal-samples/fig4.goal';
/** Traces of 8 ranks, 640 KB, whose program has 11,226 rows: taken where the reference data are. */
const TRACES = join(process.env.LLAMP_SHARED ?? '../shared', 'data/traces/lulesh-8');

interface Line {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Times the bare Node at the most. */
  readonly aim?: number;
}

interface Times {
  readonly wall: number[];
  readonly cpu: number[];
}

const cache = mkdtempSync(join(tmpdir(), 'llamp-startup-'));

/** The same small command lines of one way to start. */
function linesOf(name: string, start: readonly string[], aimed: boolean): Line[] {
  const line = (what: string, words: readonly string[], aim?: number): Line => ({
    name: `${name}: ${what}`,
    argv: [...start, ...words],
    ...(aimed && aim !== undefined ? { aim } : {}),
  });
  return [
    line('--version', ['--version'], 1.7),
    line('--help', ['--help']),
    line('tolerance, sweep', ['tolerance', SAMPLE, '--engine', 'sweep'], 2.2),
    line('tolerance, HiGHS', ['tolerance', SAMPLE, '--engine', 'highs'], 3),
    ...(existsSync(TRACES)
      ? [
          line('tolerance of traces, sweep', ['tolerance', TRACES, '--pct', '1', '--engine', 'sweep']),
          line('tolerance of traces, HiGHS', ['tolerance', TRACES, '--pct', '1']),
        ]
      : []),
  ];
}

const LINES: readonly Line[] = [
  { name: 'node -e 0', argv: [NODE, '-e', '0'] },
  ...linesOf('package', [NODE, 'bin/run.js'], true),
  {
    name: 'package: tolerance, sweep, nothing kept',
    argv: [NODE, 'bin/run.js', 'tolerance', SAMPLE, '--engine', 'sweep'],
    env: { LLAMP_CODE_CACHE: 'off' },
  },
  ...(existsSync('build/llamp-ts.cjs') ? linesOf('one file', [NODE, 'build/llamp-ts.cjs'], false) : []),
  ...(existsSync('build/llamp-ts') ? linesOf('executable', ['build/llamp-ts'], false) : []),
];

/** The shell tells the CPU time of what it ran, in seconds. */
const TIMED = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null';

function run({ argv, env }: Line): { readonly wall: number; readonly cpu: number } {
  const began = performance.now();
  const { status, stderr } = spawnSync('bash', ['-c', TIMED, 'bash', ...argv], {
    encoding: 'utf8',
    env: { ...environment(), XDG_CACHE_HOME: cache, ...env },
  });
  const wall = performance.now() - began;
  if (status !== 0) throw new Error(stderr);
  const [user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { wall, cpu: 1e3 * (user + system) };
}

const least = (values: readonly number[]): string => Math.min(...values).toFixed(0);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

function shown({ name, aim }: Line, times: Times, bare: Times): string {
  const ratio = (of: keyof Times): string =>
    median(times[of].map((value, i) => value / bare[of][i])).toFixed(2);
  const part = (of: keyof Times): string => `${least(times[of])} / ${median(times[of]).toFixed(0)}`;
  return `| ${[name, part('wall'), part('cpu'), ratio('wall'), ratio('cpu'), aim ?? ''].join(' | ')} |`;
}

try {
  const times = LINES.map((): Times => ({ wall: [], cpu: [] }));
  // The first two fill the caches.
  for (let round = -2; round < ROUNDS; round++) {
    for (const [i, line] of LINES.entries()) {
      const { wall, cpu } = run(line);
      if (round < 0) continue;
      times[i].wall.push(wall);
      times[i].cpu.push(cpu);
    }
  }
  console.log('| command | wall, ms | CPU, ms | wall / bare | CPU / bare | at most |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [i, line] of LINES.entries()) console.log(shown(line, times[i], times[0]));
} finally {
  rmSync(cache, { recursive: true, force: true });
}
