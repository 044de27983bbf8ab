/** What makes the silence of the fuzzer worth something: it finds what is wrong. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { logGPS } from '../../src/machine/machine.js';
import { formatOf } from '../../src/sources/formats.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { archiveAt, fileIn } from '../sources/otf2/files.js';
import { withChecksums } from '../tracer/decode.js';
import { checkAnswers } from './answers.js';
import { anyOrder } from './any-order.js';
import { binaryForm, binaryGoal, readBinaryGoal, textOfBinary } from './binary-forms.js';
import { textsOfDumpi } from './dumpi-decoder.js';
import { holdToTexts } from './kind-binary.js';
import { ofBounds } from './kind-bounds.js';
import { forgotten } from './kind-cli.js';
import { KINDS } from './kinds.js';
import { runtime } from './oracle.js';
import { readGoalText } from './oracle-goal.js';
import { hasLibrary, textsOfArchive } from './otf2-library.js';
import { draw } from './outcome.js';
import { Random } from './random.js';

it('draws the same input by the same seed and number', () => {
  for (const index of [0, 7, 41]) {
    const [one, other] = [draw(KINDS, 5, index), draw(KINDS, 5, index)];
    expect(one.kind.name).toBe(other.kind.name);
    expect([...one.input.files]).toEqual([...other.input.files]);
    expect(one.input.choices).toEqual(other.input.choices);
  }
});

describe('the oracle', () => {
  const text = (bytes: number): string =>
    `num_ranks 2 rank 0 { l1: calc 100 l2: send ${bytes}b to 1 l2 requires l1 } /* x */
     rank 1 { a: calc 500 b: recv 9b from 0 // y
     b requires a }`;
  const costs = { o: 10, S: 8, async: 0, wire: () => ({ L: 1000, G: 2 }) };
  it.each([
    // Posted at 100 and 500; arrival 100 + 10 + 1000 + 7 · 2 = 1124, and o.
    [8, 'sync', 1134, 1],
    // Rendezvous, both ends: arrival 1126, and o; the send ends with it.
    [9, 'sync', 1136, 1],
    // m = max(100 + 1000, 500); the send ends 3 o + 3 L + 8 · 2 = 3046 later: 4146, after 4 latencies.
    [9, 'rdma-read', 4146, 4],
    // The receive ends 3 o + 2 L + 8 · 2 = 2046 after m, 4 o + 4 L + 8 · 2 = 4056 after m.
    [9, 'clear-to-send', 3146, 3],
    [9, 'rdma-write', 5156, 5],
  ] as const)('has %d B under %s as by hand', (bytes, protocol, ns, latencies) => {
    const program = readGoalText(text(bytes)) ?? [];
    expect(runtime(program, { ...costs, protocol })).toEqual({ ns, latencies });
  });

  it('notices a machine that is priced otherwise', async () => {
    const program = readGoalText(text(8)) ?? [];
    const machine = logGPS({ L: 1000, o: 10, G: 2, S: 8 });
    const costsAt = (o: number) => (L: number) => ({
      ...costs,
      o,
      protocol: 'sync' as const,
      wire: () => ({ L, G: 2 }),
    });
    const query = (o: number) =>
      checkAnswers({
        schedule: parseGoal(text(8)),
        machine,
        truth: { program, costs: costsAt(o) },
        highs: true,
      });
    await query(10);
    await expect(query(11)).rejects.toThrow('T is the longest path: 1134 is not 1136');
  });

  it('knows a deadlock, and a message without a receive', () => {
    const blocked = 'num_ranks 1 rank 0 { a: send 9b to 0 b: recv 9b from 0 b requires a }';
    expect(runtime(readGoalText(blocked) ?? [], { ...costs, protocol: 'sync' })).toBeNull();
    const alone = 'num_ranks 1 rank 0 { a: send 9b to 0 }';
    expect(runtime(readGoalText(alone) ?? [], { ...costs, protocol: 'sync' })).toBeNull();
  });
});

describe('a legal order of service', () => {
  const cable = { L: 100, o: 5, G: 2, link: 2 } as const;
  it.each([
    // 3 messages of 50 B cross one after the other, whichever comes first: 5 + 100 + (150 − 1)·2 + 5.
    [
      'num_ranks 6 rank 0 { a: send 50b to 3 } rank 1 { a: send 50b to 4 } rank 2 { a: send 50b to 5 } rank 3 { a: recv 50b from 0 } rank 4 { a: recv 50b from 1 } rank 5 { a: recv 50b from 2 }',
      408,
    ],
    // One CPU computes and sends: 7 + 5 at the most before the message leaves, 5 at the least.
    ['num_ranks 2 rank 0 { a: send 1b to 1 b: calc 7 } rank 1 { a: recv 1b from 0 }', [110, 117]],
  ] as const)('of %s takes %j', (text, expected) => {
    const found = new Set<number>();
    for (let seed = 1; seed <= 20; seed++)
      found.add(anyOrder(readGoalText(text) ?? [], { ...cable, cpus: 'serial' }, new Random(seed)));
    expect([...found].sort((a, b) => a - b)).toEqual([expected].flat());
  });

  it('is not slower than it may be, nor faster', async () => {
    const program = 'num_ranks 2 rank 0 { a: send 50b to 1 } rank 1 { a: recv 50b from 0 }';
    const bytes = new TextEncoder().encode(program);
    const input = { files: new Map([['a.goal', bytes]]), whole: true };
    await ofBounds.check({ ...input, choices: { ...cable, seed: 1 } });
  });
});

describe('binary forms', () => {
  it('are read as they were written, and told where parts of them contradict each other', () => {
    const program = readGoalText(
      'num_ranks 2 rank 0 { a: calc 5 b: send 9b to 1 tag 3 b irequires a } rank 1 { a: recv 9b from 0 tag 3 }',
    );
    const bytes = binaryGoal(program ?? []);
    expect(readBinaryGoal(bytes)).toEqual(program);
    expect(readBinaryGoal(bytes.subarray(0, bytes.length - 1))).toBeNull();
    const text = 'MPI_Init:-:1:2:50\nMPI_Send:60:9:4:10,8,8:1:2:1,0,2:61\nMPI_Finalize:70:-';
    const form = binaryForm(text, 0, 2);
    expect(textOfBinary(form).split('\n')).toContain('MPI_Send:10.000:0:4:0,8,8:1:2:1,0,2:11.000');
    const lost = form.slice();
    lost[form.length - 16]++;
    expect(() => textOfBinary(lost)).toThrow('records');
    const summed = withChecksums(form);
    expect(textOfBinary(summed)).toBe(textOfBinary(form).replace('llamp-trace 1', 'llamp-trace 2'));
    summed[form.length - 16]++;
    expect(() => textOfBinary(summed)).toThrow('does not fit');
    expect(() => textOfBinary(withChecksums(lost))).toThrow('records');
    const copied = withChecksums(
      binaryForm(`${text.replace('MPI_Finalize', 'MPI_Wait:63:5000:0:64\nMPI_Finalize')}`, 0, 2, {
        handles: true,
      }),
    );
    expect(textOfBinary(copied)).toContain('llamp-trace 3');
    expect(textOfBinary(copied)).toMatch(/^MPI_Wait:13.000:\d+:0:14.000\n#handles: 0$/m);
  });

  it('of DUMPI are decoded, and told where parts of them contradict each other', () => {
    const files = archiveAt('traces/dumpi');
    const [text] = textsOfDumpi(files, 'halo.meta');
    expect(text).toContain('\nMPI_Isend:197:0:1000:0,8,8:1:1:1,0,4:64:198\n');
    expect(text).toContain('\n#comm: 4,0,1\n');
    const bytes = Uint8Array.from(files.get('halo-0001.bin') ?? []);
    // The first of the counts of calls.
    bytes[1102 + 8 + 4 * 8 + 3]++;
    expect(() => textsOfDumpi(new Map(files).set('halo-0001.bin', bytes), 'halo.meta')).toThrow(
      'calls were lost',
    );
  });

  it.skipIf(!hasLibrary())('of OTF2 are read by its library, and told where it refuses them', () => {
    const files = archiveAt('traces/otf2/solver-4');
    const [text] = textsOfArchive(files, 'traces.otf2') ?? [];
    expect(text).toMatch(/\nMPI_Sendrecv:[\d.]+:0:8:0,1,1:1:0:0:8:0,1,1:3:0:1,0,4:0:[\d.]+\n/);
    const anchor = Uint8Array.from(files.get('traces.otf2') ?? []);
    // There never was a form 0.
    anchor[7] = 0;
    expect(() => textsOfArchive(new Map(files).set('traces.otf2', anchor), 'traces.otf2')).toThrow(
      'what is accepted is read by the library of OTF2',
    );
  });

  it('that say another program are noticed', async () => {
    const files = archiveAt('traces/dumpi');
    const texts = textsOfDumpi(files, 'halo.meta');
    const { schedule } = (
      await formatOf(files.get('halo.meta') ?? new Uint8Array(0)).read([fileIn(files, 'halo.meta')], {
        source: 'a',
      })
    ).schedule([]);
    expect(await holdToTexts(schedule, () => texts)).toBe(true);
    const others = texts.map((one) => one.replace(':1000:0,8,8:', ':1001:0,8,8:'));
    await expect(holdToTexts(schedule, () => others)).rejects.toThrow(
      'both forms of a trace are one program: value',
    );
  });
});

it('tries every command of the manifest, or says why not', () => {
  const { commands }: { commands: Record<string, unknown> } = JSON.parse(
    readFileSync(new URL('../../oclif.manifest.json', import.meta.url), 'utf8'),
  );
  const words = Object.keys(commands).map((id) => id.replaceAll(':', ' '));
  expect(forgotten(words)).toEqual({ untried: [], gone: [] });
  expect(forgotten([...words, 'a new one']).untried).toEqual(['a new one']);
});
