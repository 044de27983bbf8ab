/** Runs collectives under a real MPICH and records every message; see record.c. */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, type Traffic, trafficOf } from '../openmpi/openmpi.js';
import { findMpi } from '../tracer/mpi.js';

/** Bound on one compilation and on one run, in ms. */
const RUNNING = 120_000;
const SOURCE = fileURLToPath(new URL('record.c', import.meta.url));

/** One call; blocking, with MPI_SUM and with two buffers unless it says otherwise. */
export interface MpichCall extends Call {
  /** `i`: nonblocking; `p`: persistent. */
  readonly way?: '' | 'i' | 'p';
  /** `own`: an operator of the program's that does not commute. */
  readonly operator?: 'sum' | 'own';
  readonly place?: 'out' | 'in';
}

const lineOf = ({ collective, size, root, bytes, way = '', operator = 'sum', place = 'out' }: MpichCall) =>
  `${way}${collective} ${size} ${root} ${bytes} ${operator} ${place}\n`;

/** A recorder in a folder of its own. */
export class MpichRecorder {
  readonly folder = mkdtempSync(join(tmpdir(), 'llamp-mpich-'));
  readonly #program = join(this.folder, 'record');
  readonly #launcher: string;

  /** undefined, with a line that says so, where there is no MPICH, or one that is not over UCX, where messages are counted. */
  static find(): MpichRecorder | undefined {
    const mpich = findMpi('MPICH');
    if (mpich === undefined) return undefined;
    const recorder = new MpichRecorder(mpich);
    if (recorder.#isOverUcx()) return recorder;
    console.log('MPICH is not over UCX here: what it sends is not seen');
    recorder.remove();
    return undefined;
  }

  private constructor({ cc, run }: { readonly cc: string; readonly run: string }) {
    this.#launcher = run;
    execFileSync(cc, ['-O1', '-rdynamic', '-o', this.#program, SOURCE, '-ldl'], { timeout: RUNNING });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What each call sent. `variables`: a file that a shell reads before. */
  record(calls: readonly MpichCall[], environment: NodeJS.ProcessEnv, variables?: string): Traffic[] {
    const ranks = Math.max(...calls.map(({ size }) => size));
    const { stdout, stderr, status } = this.run(ranks, calls, environment, variables);
    if (status !== 0) throw new Error(stderr);
    const lines = stdout.replace(/\n$/, '').split('\n');
    if (lines.length !== calls.length) throw new Error(`${lines.length} of ${calls.length} calls recorded`);
    return lines.map(trafficOf);
  }

  /** The program, as it ends. */
  run(
    ranks: number,
    calls: readonly MpichCall[],
    environment: NodeJS.ProcessEnv,
    variables?: string,
  ): SpawnSyncReturns<string> {
    const list = join(this.folder, 'calls');
    writeFileSync(list, calls.map(lineOf).join(''));
    const reads = variables === undefined ? '' : `. ${variables} && `;
    const command = `${reads}exec ${this.#launcher} -bind-to none -n ${ranks} ${this.#program} ${list}`;
    return spawnSync('sh', ['-c', command], {
      encoding: 'utf8',
      timeout: RUNNING,
      env: { ...process.env, UCX_TLS: 'posix,sysv,cma,self', ...environment },
    });
  }

  #isOverUcx(): boolean {
    return execFileSync('ldd', [this.#program], { encoding: 'utf8' }).includes('libucp');
  }
}

/** Ranks that share no node. */
export const APART: NodeJS.ProcessEnv = { MPIR_CVAR_NOLOCAL: '1' };
