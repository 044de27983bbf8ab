/**
 * Rules files as they are emitted, loaded by a real Open MPI where one is installed: every algorithm that a file can name,
 * with its fan-outs and segments, sends what the model prices, pair by pair; sizes and communicators that no rule is for
 * stay with Open MPI; and what `tune --emit` writes is what then runs.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  OPEN_MPI_COLLECTIVES,
  type OpenMpiRule,
  openMpiForms,
  openMpiRulesFile,
} from '../../src/analysis/tuning-file-formats.js';
import { COLLECTIVES, type CollectiveName } from '../../src/collectives/collective-algorithm.js';
import { runCli } from '../cli/run.js';
import { type Call, hasOpenMpi, Recorder, type Traffic } from './openmpi.js';
import { differences, modelled, ROOTED } from './traffic.js';

const RANKS = [4, 7, 8];

/** Calls that ran otherwise than `text` says, in words. */
const otherwise = (runs: readonly (readonly [Call, string, Traffic])[]): string[] =>
  runs.flatMap(([call, text, traffic]) => {
    const found = differences(traffic, modelled(call, text));
    const { size, root, bytes } = call;
    return found.length === 0 ? [] : [`${text}, ${size} ranks, root ${root}, ${bytes} B: ${found[0]}`];
  });

/** One rule for each form, each for a size of its own. Whole doubles. */
function everyForm(collective: CollectiveName): OpenMpiRule[] {
  return RANKS.flatMap((ranks) => {
    const sized = OPEN_MPI_COLLECTIVES[collective]?.size !== null;
    // Sizes that segments divide, and that are told apart.
    const cut = collective === 'bcast' || collective === 'reduce';
    const [large, step] = cut ? [2 * 65_536, 65_536] : [9600, 800];
    const calls = [{ collective, bytes: large, calls: 1, ranks }];
    const forms = openMpiForms({ collective, calls });
    // Where rules know no size, one form for each number of ranks.
    const some = sized ? forms : [forms[RANKS.indexOf(ranks) % forms.length]];
    return some.map((form, i) => {
      const bytes = large + step * i;
      return { collective, ranks, least: bytes, most: bytes, form };
    });
  });
}

const callOf = ({ collective, ranks, least }: OpenMpiRule, root = 0): Call => ({
  collective,
  size: ranks,
  root,
  bytes: collective === 'barrier' ? 0 : least,
});

describe.skipIf(!hasOpenMpi())('rules files in Open MPI as it runs here (needs mpirun and mpicc)', () => {
  let recorder: Recorder;
  const folder = mkdtempSync(join(tmpdir(), 'llamp-rules-'));
  beforeAll(() => {
    recorder = new Recorder();
  });
  afterAll(() => {
    recorder.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('every form runs for its size and its ranks', () => {
    const rules = COLLECTIVES.filter((name) => OPEN_MPI_COLLECTIVES[name] !== undefined).flatMap(everyForm);
    const runs = rules.flatMap((rule) => {
      const roots = ROOTED.includes(rule.collective) ? [0, 2] : [0];
      return roots.map((root) => [callOf(rule, root), `${rule.collective}=${rule.form.text}`] as const);
    });
    expect(runs.length).toBeGreaterThan(200);
    const traffic = recorder.recordRuled(
      runs.map(([call]) => call),
      openMpiRulesFile(rules, ['every form']),
    );
    expect(otherwise(runs.map(([call, text], i) => [call, text, traffic[i]]))).toEqual([]);
  });

  it('other sizes and other communicators stay with Open MPI', () => {
    const sized = COLLECTIVES.filter((name) => (OPEN_MPI_COLLECTIVES[name]?.size ?? null) !== null);
    const rules = sized.flatMap((collective): OpenMpiRule[] => {
      const calls = [{ collective, bytes: 4000, calls: 1, ranks: 6 }];
      const own = modelled({ collective, size: 6, root: 0, bytes: 4000 }, `${collective}=auto`);
      const forms = openMpiForms({ collective, calls });
      const form = forms.find(({ text }) => {
        const other = modelled({ collective, size: 6, root: 0, bytes: 4000 }, `${collective}=${text}`);
        return differences(own, other).length > 0;
      });
      return form === undefined ? [] : [{ collective, ranks: 6, least: 3200, most: 4000, form }];
    });
    expect(rules.length).toBeGreaterThan(7);
    const runs = rules.flatMap(({ collective, form }) =>
      [
        [6, 3192, 'auto'],
        [6, 3200, form.text],
        [6, 4000, form.text],
        [6, 4008, 'auto'],
        [5, 4000, 'auto'],
        [7, 4000, 'auto'],
      ].map(([size, bytes, text]) => {
        const call: Call = { collective, size: Number(size), root: 0, bytes: Number(bytes) };
        return [call, `${collective}=${text}`] as const;
      }),
    );
    const traffic = recorder.recordRuled(
      runs.map(([call]) => call),
      openMpiRulesFile(rules, []),
    );
    expect(otherwise(runs.map(([call, text], i) => [call, text, traffic[i]]))).toEqual([]);
  });

  it('a file without rules changes nothing', () => {
    const call: Call = { collective: 'allreduce', size: 6, root: 0, bytes: 512 };
    const [traffic] = recorder.recordRuled([call], openMpiRulesFile([], ['nothing is worth a rule']));
    expect(otherwise([[call, 'allreduce=auto', traffic]])).toEqual([]);
  });

  // Machines on which each has something to gain.
  it.each([
    ['allreduce', 8, 65_536, ['-o', '100ns', '-L', '20us', '-G', '0.1ns/B']],
    ['bcast', 8, 65_536, ['-o', '1us', '-L', '1us', '-G', '0.1ns/B']],
    ['alltoall', 8, 64, ['-o', '5us', '-L', '100ns']],
    ['allgather', 6, 2 ** 20, ['--platform', 'epyc-orfeo', '--map-by', 'node']],
    ['reduce', 6, 65_536, ['-o', '100ns', '-L', '100ns', '-G', '1ns/B']],
    ['barrier', 6, 1, ['-o', '1us', '-L', '1us']],
  ] as const)('tune --emit for %s of %i ranks is what runs', async (collective, ranks, bytes, machine) => {
    const file = join(folder, `${collective}.conf`);
    const sized = collective === 'barrier' ? [] : ['--bytes', `${bytes}B`];
    const words = ['tune', '--pattern', collective, '--ranks', String(ranks), ...sized, ...machine];
    const { stdout, code } = await runCli([
      ...words,
      '-S',
      'none',
      '--emit',
      `openmpi=${file}`,
      '--json',
      '-j',
      '1',
    ]);
    expect(code).toBe(0);
    const [{ rules, gain_pct: gain }] = JSON.parse(stdout).result.emitted;
    expect(rules).toHaveLength(1);
    expect(gain[collective]).toBeGreaterThan(1);
    const call: Call = { collective, size: ranks, root: 0, bytes: collective === 'barrier' ? 0 : bytes };
    const [by] = recorder.recordRuled([call], readFileSync(file, 'utf8'));
    const [without] = recorder.recordRuled([call], null);
    expect(otherwise([[call, `${collective}=${rules[0].algorithm}`, by]])).toEqual([]);
    expect(otherwise([[call, `${collective}=auto`, without]])).toEqual([]);
    expect(differences(by, without)).not.toEqual([]);
  });
});
