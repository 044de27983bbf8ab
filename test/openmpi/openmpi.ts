/** Runs collectives under a real Open MPI and records every message; see record.c. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CollectiveName } from '../../src/collectives/collective-algorithm.js';

/** One call: `bytes` of the vector, or of one rank's block. */
export interface Call {
  readonly collective: CollectiveName;
  readonly size: number;
  readonly root: number;
  readonly bytes: number;
}

/** `from>to` → bytes of each message, in the order in which they were sent. */
export type Traffic = ReadonlyMap<string, readonly number[]>;

/** Bounds on one compilation and on one run, in ms. */
const COMPILING = 60_000;
const RUNNING = 120_000;

const SOURCE = fileURLToPath(new URL('record.c', import.meta.url));
/** Open MPI's own numbers of the collectives in rules files. */
const NUMBERS: Readonly<Partial<Record<CollectiveName, number>>> = {
  allgather: 0,
  allgatherv: 1,
  allreduce: 2,
  alltoall: 3,
  alltoallv: 4,
  barrier: 6,
  bcast: 7,
  exscan: 8,
  gather: 9,
  reduce: 11,
  reduce_scatter: 12,
  reduce_scatter_block: 13,
  scan: 14,
  scatter: 15,
};

function works(command: string): boolean {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: COMPILING });
  return status === 0 && (command === 'mpicc' || stdout.includes('Open MPI'));
}

/** Whether there is an Open MPI to compile and run with. */
export function hasOpenMpi(): boolean {
  return works('mpirun') && works('mpicc');
}

/** Whether a rules file can name the algorithm of a collective. */
export function canBeRuled(collective: CollectiveName): boolean {
  return NUMBERS[collective] !== undefined;
}

function rulesFile(numbers: readonly (readonly [CollectiveName, number])[]): string {
  // For each collective: one size of communicators and one of messages (from 0 on), no fan-out, no segments.
  const rules = numbers.map(([collective, number]) => `${NUMBERS[collective]}\n1\n0\n1\n0 ${number} 0 0\n`);
  return `${numbers.length}\n${rules.join('')}`;
}

/** Of the recorder's `from>to:bytes …`. */
export function trafficOf(line: string): Traffic {
  const traffic = new Map<string, number[]>();
  for (const message of line.trim().split(' ').filter(Boolean)) {
    const [pair, bytes] = message.split(':');
    traffic.set(pair, [...(traffic.get(pair) ?? []), Number(bytes)]);
  }
  return traffic;
}

/** A recorder in a folder of its own. */
export class Recorder {
  readonly #folder = mkdtempSync(join(tmpdir(), 'llamp-openmpi-'));
  readonly #program = join(this.#folder, 'record');

  constructor() {
    execFileSync('mpicc', ['-O1', '-rdynamic', '-o', this.#program, SOURCE], { timeout: COMPILING });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What each call sent. `numbers`: the algorithms to take; without any, Open MPI decides. */
  record(calls: readonly Call[], numbers: readonly (readonly [CollectiveName, number])[] = []): Traffic[] {
    return this.recordRuled(calls, numbers.length === 0 ? null : rulesFile(numbers));
  }

  /** The same by a rules file, given as text. */
  recordRuled(calls: readonly Call[], rules: string | null): Traffic[] {
    const ranks = Math.max(...calls.map(({ size }) => size));
    const input = calls.map(
      ({ collective, size, root, bytes }) => `${collective} ${size} ${root} ${bytes}\n`,
    );
    const output = execFileSync(
      'mpirun',
      [
        ...['--allow-run-as-root', '--oversubscribe', '--bind-to', 'none', '-np', String(ranks)],
        ...['--mca', 'coll', '^han,sm,adapt', '--mca', 'pml_monitoring_enable', '1'],
        ...this.#ruled(rules),
        this.#program,
      ],
      { input: input.join(''), encoding: 'utf8', timeout: RUNNING, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const lines = output.trimEnd().split('\n');
    if (lines.length !== calls.length) throw new Error(`${lines.length} of ${calls.length} calls recorded`);
    return lines.map(trafficOf);
  }

  #ruled(rules: string | null): string[] {
    if (rules === null) return [];
    const path = join(this.#folder, 'rules');
    writeFileSync(path, rules);
    return [
      ...['--mca', 'coll_tuned_use_dynamic_rules', '1'],
      ...['--mca', 'coll_tuned_dynamic_rules_filename', path],
    ];
  }
}
