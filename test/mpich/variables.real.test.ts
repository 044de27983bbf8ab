/**
 * Control variables as they are emitted, read by a real MPICH where one is installed (over UCX, whose sends are counted):
 * every algorithm that a file can name sends what the model prices, pair by pair, and MPICH refuses names that it does not
 * know.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { mpichForms, mpichVariable, mpichVariablesFile } from '../../src/analysis/tuning-file/mpich-forms.js';
import { chooseAlgorithm, parseCollectiveSpec } from '../../src/collectives/choice.js';
import { COLLECTIVES, type CollectiveName } from '../../src/collectives/names.js';
import { runCli } from '../cli/run.js';
import type { Call, Traffic } from '../openmpi/openmpi.js';
import { differences, trafficBy } from '../openmpi/traffic.js';
import { findMpi } from '../tracer/mpi.js';

const RUNNING = 60_000;
/** Whole blocks of doubles on 4 and on 7 ranks. */
const BYTES = 7168;
const ROOTED: readonly CollectiveName[] = ['bcast', 'reduce', 'gather', 'scatter', 'gatherv', 'scatterv'];
/** Calls whose algorithm MPICH 4.0.2 chooses by the published rules. A larger gather is sent as what UCX does not count. */
const UNTOLD: readonly (readonly [CollectiveName, number])[] = [
  ['barrier', 0],
  ['bcast', 800],
  ['reduce', 800],
  ['gather', 256],
  ['gatherv', 800],
  ['scatter', 7168],
  ['scatterv', 800],
  ['allgather', 800],
  ['allgather', 400_000],
  ['allgatherv', 800],
  ['alltoall', 800],
  ['scan', 800],
  ['exscan', 800],
  ['reduce_scatter', 800],
  ['reduce_scatter', 400_000],
  ['reduce_scatter_block', 800],
  ['reduce_scatter_block', 400_000],
];
const SOURCE = fileURLToPath(new URL('record.c', import.meta.url));
const mpich = findMpi('MPICH');

/** All forms of all collectives, by their place in the list of their collective. */
const FORMS = COLLECTIVES.flatMap((collective) =>
  [4, 7].flatMap((ranks) =>
    mpichForms({ collective, calls: [{ collective, bytes: BYTES, calls: 1, ranks }] }).map((form, place) => ({
      collective,
      ranks,
      form,
      place,
    })),
  ),
);

const modelled = (call: Call, text: string): Traffic => {
  const { collective, size, bytes } = call;
  const { algorithm, options } = chooseAlgorithm([parseCollectiveSpec(text)], collective, size, bytes);
  return trafficBy(algorithm, options, call);
};

function trafficOf(line: string): Traffic {
  const traffic = new Map<string, number[]>();
  for (const message of line.trim().split(' ').filter(Boolean)) {
    const [pair, bytes] = message.split(':');
    traffic.set(pair, [...(traffic.get(pair) ?? []), Number(bytes)]);
  }
  return traffic;
}

const folder = mkdtempSync(join(tmpdir(), 'llamp-mpich-'));
const program = join(folder, 'record');

/** Compiles the program; whether what it sends goes over UCX, where it is counted. */
function countsSends(): boolean {
  if (mpich === undefined) return false;
  execFileSync(mpich.cc, ['-O1', '-rdynamic', '-o', program, SOURCE, '-ldl'], { timeout: RUNNING });
  const over = execFileSync('ldd', [program], { encoding: 'utf8' }).includes('libucp');
  if (!over) console.log('MPICH is not over UCX here: what its control variables do is not seen');
  return over;
}

describe.skipIf(!countsSends())('control variables in MPICH as it runs here', () => {
  /** The program under a file of variables, read by a shell as its head says. */
  function run(file: string, ranks: number, input: string) {
    const { run: launcher } = mpich ?? { run: '' };
    return spawnSync('sh', ['-c', `. ${file} && exec ${launcher} -bind-to none -n ${ranks} ${program}`], {
      input,
      encoding: 'utf8',
      timeout: RUNNING,
      env: { ...process.env, MPIR_CVAR_NOLOCAL: '1', UCX_TLS: 'posix,sysv,cma,self' },
    });
  }

  function record(text: string, ranks: number, calls: readonly Call[]): Traffic[] {
    const file = join(folder, 'variables.sh');
    execFileSync('tee', [file], { input: text, stdio: ['pipe', 'ignore', 'inherit'] });
    const input = calls.map(({ collective, root, bytes }) => `${collective} ${root} ${bytes}\n`).join('');
    const { stdout, stderr, status } = run(file, ranks, input);
    expect(status, stderr).toBe(0);
    return stdout.trimEnd().split('\n').map(trafficOf);
  }

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const rounds = [...new Set(FORMS.map(({ ranks, place }) => `${ranks} ${place}`))].map((text) => {
    const [ranks, place] = text.split(' ').map(Number);
    return [ranks, place, FORMS.filter((one) => one.ranks === ranks && one.place === place)] as const;
  });

  it.each(rounds)('on %i ranks: algorithms number %i run as the model prices them', (ranks, _, forms) => {
    const runs = forms.flatMap(({ collective, form }) =>
      (ROOTED.includes(collective) ? [0, 1, ranks - 1] : [0]).map((root) => ({
        call: { collective, size: ranks, root, bytes: BYTES } satisfies Call,
        form,
      })),
    );
    const traffic = record(
      mpichVariablesFile(forms, ["a test's file"]),
      ranks,
      runs.map(({ call }) => call),
    );
    const otherwise = runs.flatMap(({ call, form }, i) =>
      differences(traffic[i], modelled(call, `${call.collective}=${form.text}`)).map(
        (found) => `${mpichVariable(call.collective)}=${form.theirs} from ${call.root}: ${found}`,
      ),
    );
    expect(otherwise).toEqual([]);
  });

  it.each([4, 6, 7])(
    'on %i ranks: trees and reduce-scatters that nothing tells otherwise are those of the rules',
    (ranks) => {
      const calls = UNTOLD.flatMap(([collective, bytes]) =>
        (ROOTED.includes(collective) ? [0, 1, ranks - 1] : [0]).map(
          (root): Call => ({ collective, size: ranks, root, bytes }),
        ),
      );
      const traffic = record('', ranks, calls);
      const otherwise = calls.flatMap((call, i) =>
        differences(traffic[i], modelled(call, `${call.collective}=mpich`)).map(
          (found) => `${call.collective} of ${call.bytes} B from ${call.root}: ${found}`,
        ),
      );
      expect(otherwise).toEqual([]);
    },
  );

  it('tune --emit is what runs', async () => {
    const file = join(folder, 'emitted.sh');
    const machine = ['-o', '100ns', '-L', '100ns', '-G', '1ns/B', '-S', 'none'];
    const words = ['tune', '--pattern', 'bcast', '--ranks', '6', '--bytes', '48KiB', ...machine];
    const { stdout, code } = await runCli([...words, '--emit', `mpich=${file}`, '--json', '-j', '1']);
    expect(code).toBe(0);
    const [{ rules }] = JSON.parse(stdout).result.emitted;
    expect(rules).toHaveLength(1);
    const call: Call = { collective: 'bcast', size: 6, root: 0, bytes: 49_152 };
    const [by] = record(readFileSync(file, 'utf8'), 6, [call]);
    const [without] = record('', 6, [call]);
    expect(differences(by, modelled(call, `bcast=${rules[0].algorithm}`))).toEqual([]);
    expect(differences(by, without)).not.toEqual([]);
  });

  it('names that MPICH does not know are refused by it', () => {
    const file = join(folder, 'unknown.sh');
    execFileSync('tee', [file], {
      input: mpichVariablesFile([{ collective: 'bcast', form: { text: 'x', theirs: 'no_such' } }], []),
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    let said = '';
    // Its launcher may end before it has handed on what was said.
    for (let tries = 0; tries < 5 && said === ''; tries++) {
      const { status, stderr } = run(file, 2, '');
      expect(status).not.toBe(0);
      said = stderr;
    }
    expect(said).toContain('MPIR_CVAR_BCAST_INTRA_ALGORITHM');
  });
});
