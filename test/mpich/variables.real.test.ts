/**
 * Control variables as they are emitted, read by a real MPICH where one is installed (over UCX, whose sends are counted):
 * every algorithm that a file can name sends what the model prices, pair by pair, and MPICH refuses names that it does not
 * know.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mpichForms, mpichVariable, mpichVariablesFile } from '../../src/analysis/tuning-file-formats.js';
import { COLLECTIVES, type CollectiveName } from '../../src/collectives/collective-algorithm.js';
import { runCli } from '../cli/run.js';
import type { Call, Traffic } from '../openmpi/openmpi.js';
import { differences, modelled, ROOTED } from '../openmpi/traffic.js';
import { APART, MpichRecorder } from './mpich.js';

/** Whole blocks of doubles on 4 and on 7 ranks. */
const BYTES = 7168;
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

const recorder = MpichRecorder.find();

describe.skipIf(recorder === undefined)('control variables in MPICH as it runs here', () => {
  const folder = recorder?.folder ?? '';

  /** What the calls send under variables as a file has them. */
  function record(text: string, calls: readonly Call[]): Traffic[] {
    const file = join(folder, 'variables.sh');
    writeFileSync(file, text);
    return recorder?.record(calls, APART, file) ?? [];
  }

  afterAll(() => {
    recorder?.remove();
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
      const traffic = record('', calls);
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
    const [by] = record(readFileSync(file, 'utf8'), [call]);
    const [without] = record('', [call]);
    expect(differences(by, modelled(call, `bcast=${rules[0].algorithm}`))).toEqual([]);
    expect(differences(by, without)).not.toEqual([]);
  });

  it('names that MPICH does not know are refused by it', () => {
    const file = join(folder, 'unknown.sh');
    writeFileSync(
      file,
      mpichVariablesFile([{ collective: 'bcast', form: { text: 'x', theirs: 'no_such' } }], []),
    );
    let said = '';
    // Its launcher may end before it has handed on what was said.
    for (let tries = 0; tries < 5 && said === ''; tries++) {
      const ran = recorder?.run(2, [], APART, file);
      expect(ran?.status).not.toBe(0);
      said = ran?.stderr ?? '';
    }
    expect(said).toContain('MPIR_CVAR_BCAST_INTRA_ALGORITHM');
  });
});
