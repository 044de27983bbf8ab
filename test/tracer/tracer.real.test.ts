/**
 * The tracer under the MPIs of this machine (Debian: openmpi-bin libopenmpi-dev, mpich libmpich-dev, gfortran): what it
 * records of programs whose calls are known, in both forms.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, runCli } from '../cli/run.js';
import { within } from './bounds.js';
import { readBinary, textOfBinary } from './decode.js';
import {
  binaryFile,
  callsOf,
  hasCallsOfMpi4,
  hasMpi4,
  hasPersistentCollectives,
  headerOf,
  notesOf,
  RANKS,
  type RunResult,
  textFile,
} from './mpi.js';
import { C_PROGRAMS, type Expected, FORTRAN_PROGRAMS, N, RING08, WINDOWS } from './programs.js';
import { underEachMpi } from './under-each-mpi.js';

const w = RANKS - 1;
const PERSISTENT = 'persistent_collectives.c';

/** A rank's binary form, whose text is the other. */
function sameForms(folder: string, rank = 0): ReturnType<typeof readBinary> {
  const binary = readBinary(binaryFile(folder, rank));
  expect(textOfBinary(binary)).toBe(textFile(folder, rank));
  return binary;
}

interface TimedCall {
  readonly name: string;
  /** In µs. */
  readonly from: number;
  readonly until: number;
}

/** Calls of rank 0. */
const timedCalls = (folder: string): TimedCall[] =>
  textFile(folder, 0)
    .split('\n')
    .filter((line) => line.startsWith('MPI_'))
    .map((line) => line.split(':'))
    .map((fields) => ({ name: fields[0], from: Number(fields[1]), until: Number(fields.at(-1)) }));

/** Time in the MPI_Tests of rank 0, and right before them, in µs. */
function pollsOf(folder: string): { readonly computed: number; readonly waited: number } {
  const calls = timedCalls(folder);
  let [computed, waited] = [0, 0];
  for (const [i, { name, from, until }] of calls.entries()) {
    if (name !== 'MPI_Test') continue;
    computed += from - calls[i - 1].until;
    waited += until - from;
  }
  return { computed, waited };
}

underEachMpi('traces', (mpi) => {
  const { hasFortran } = mpi;
  const openMpi = mpi.name === 'Open MPI';
  /** MPICH 4.0.2 of Debian 12 fails in MPI_Put, and its mpi_f08 in MPI_Wait, without the tracer too. */
  const programs = [
    ...mpi.share([...C_PROGRAMS, ...(hasFortran ? FORTRAN_PROGRAMS : [])]),
    ...(openMpi && hasFortran ? [RING08] : []),
    ...(openMpi ? [WINDOWS] : []),
  ];
  const runs = new Map<string, RunResult>();
  const run = (file: string): RunResult => {
    const known = runs.get(file);
    if (known !== undefined) return known;
    const made = mpi.bench.run(file, { args: [join(mpi.bench.folder, 'file')] });
    expect([made.code, made.stdout, made.stderr]).toEqual([0, '', '']);
    runs.set(file, made);
    return made;
  };
  describe.each(programs.map((one) => [one.file, one] as const))('%s', (_, expected: Expected) => {
    it('has the calls that the program makes', () => {
      const { folder } = run(expected.file);
      const calls = callsOf(folder);
      for (const [call, most] of Object.entries(expected.varying ?? {})) {
        expect(calls[call]).toBeGreaterThanOrEqual(1);
        expect(calls[call]).toBeLessThanOrEqual(most);
        delete calls[call];
      }
      expect(calls).toEqual(expected.calls);
    });

    it('is the same in both forms', () => {
      const { folder } = run(expected.file);
      for (let rank = 0; rank < RANKS; rank++) {
        expect(sameForms(folder, rank).whole).toBe(true);
        // The forms are written one after the other: a date read from the clock for each could differ.
        const start = BigInt(headerOf(folder, rank, 'start-realtime-ns') ?? '') / 1_000_000_000n;
        expect(headerOf(folder, rank, 'date')).toBe(
          new Date(Number(start) * 1000).toISOString().replace('.000Z', 'Z'),
        );
      }
    });
  });

  const readable = programs.filter(({ strange }) => strange !== true);
  it.each(readable.map((one) => [one.file, one] as const))(
    '%s is read without a complaint',
    async (_, expected) => {
      const file = join(run(expected.file).folder, 'llamp-trace-rank-0.txt');
      const { code, stderr } = await runCli(['check', '--rules', 'strict', '--json', file]);
      expect([code, stderr]).toEqual([0, '']);
      // Without the messages of the calls that make communicators.
      const { result } = await askJson(['check', '--skip-calls', '*_create*,Comm_*,Intercomm_merge', file]);
      expect(result.ranks).toBe(RANKS);
      if (expected.messages !== undefined) expect(result.messages).toBe(expected.messages);
    },
  );

  // Each round waits for the rank before, so that the longest chain of messages is one a round.
  it.each(hasFortran ? ['seen.c', 'choice08.f90'] : ['seen.c'])(
    '%s has a latency for each of its rounds on the critical path',
    async (file) => {
      // Without a delay, and with one, by which calls go another way.
      for (const env of [{}, { LLAMP_L: '1000000' }]) {
        const made = mpi.bench.run(file, { env });
        expect([made.code, made.stderr]).toEqual([0, '']);
        const trace = join(made.folder, 'llamp-trace-rank-0.txt');
        const { code, stdout } = await runCli(['check', '--rules', 'strict', trace]);
        expect([code, stdout]).toEqual([0, expect.stringContaining('no problems')]);
        const { result } = await askJson(`sensitivity ${trace} -L 1s -o 0 -G 0 -S none`);
        expect(result.lambda.L).toBe(20);
      }
    },
  );

  it('a loop of tests or probes is waiting, not computation', () => {
    // By CPU time: ranks may share a core, and one of them may lose it between two polls.
    const { folder, code } = mpi.bench.run('polls.c', { env: { LLAMP_CLOCK: 'cpu' } });
    expect(code).toBe(0);
    const calls = timedCalls(folder);
    const isPoll = (name: string): boolean => /^MPI_(Test|Probe|Mprobe)/.test(name);
    expect(calls.map(({ name }) => name).filter(isPoll)).toEqual([
      ...['MPI_Test', 'MPI_Testall', 'MPI_Testany', 'MPI_Testsome', 'MPI_Test', 'MPI_Probe', 'MPI_Mprobe'],
    ]);
    for (const [i, { name, from, until }] of calls.entries()) {
      if (!isPoll(name)) continue;
      expect(from - calls[i - 1].until, name).toBeLessThan((until - from) / 2);
    }
  });

  // Five loops of 20 ms; the machine may have other work.
  it.each(['spin', 'usleep', 'nanosleep', 'yield', 'mixed', 'probes'])(
    'a loop that passes the time between tests by %s waits, and computes nothing',
    (how) => {
      const { computed, waited } = pollsOf(
        mpi.bench.run('between_polls.c', { ranks: 2, args: [how] }).folder,
      );
      expect(waited).toBeGreaterThan(95_000);
      expect(computed).toBeLessThan(8_000);
    },
  );

  it('a loop that sleeps waits by the CPU clock, too, in which a sleep takes 10 to 30 µs', () => {
    const options = { ranks: 2, args: ['usleep'], env: { LLAMP_CLOCK: 'cpu' } };
    const { computed, waited } = pollsOf(mpi.bench.run('between_polls.c', options).folder);
    expect(computed).toBeLessThan(waited / 4);
  });

  it.each(['20', '100', '1000'])('pieces of %s µs between tests are computation', async (piece) => {
    const measure = () => {
      const { folder, stdout } = mpi.bench.run('between_polls.c', { ranks: 2, args: [piece] });
      const [computation, undecided] = ['polls-computation', 'polls-undecided'].map((name) =>
        Number.parseInt(headerOf(folder, 0, name) ?? '0', 10),
      );
      return { ...pollsOf(folder), own: Number(stdout), computation, undecided };
    };
    // By the CPU clock of the program, which costs a part of a µs for each piece. On a busy machine, few of the up to 500
    // pieces have one length, by which they may be waits.
    const { computed, computation, undecided } = await within(
      measure,
      (found) =>
        found.computed > 0.94 * found.own &&
        found.computed < 1.1 * found.own &&
        (piece !== '20' || found.undecided > 0),
    );
    expect((computation + undecided) / 1000).toBeCloseTo(computed, -3);
    // At most 50.
    if (piece === '1000') expect(undecided).toBe(0);
  });

  // The time of a round without messages, 500 µs, exceeds both latencies.
  it.each(
    mpi.share([
      ...['test usleep', 'test select', 'test condition', 'test poll', 'test late', 'testall usleep'],
      ...['testany usleep', 'testsome poll', 'status condition', 'iprobe usleep', 'improbe select'],
      ...['wait usleep', 'start usleep', 'iprobe late'],
    ]),
  )('20 rounds by %s have 40 latencies', async (how) => {
    const { folder } = mpi.bench.run('polled_rounds.c', { ranks: 2, args: how.split(' ') });
    const trace = join(folder, 'llamp-trace-rank-0.bin');
    const { result } = await askJson(`sensitivity ${trace} -L 100us -o 0 -G 0 -S none`);
    expect(result.lambda.L).toBeGreaterThanOrEqual(38);
    expect(result.lambda.L).toBeLessThanOrEqual(40);
  });

  it('threads that sleep between tests wait each for their messages', async () => {
    const { folder } = mpi.bench.run('polling_threads.c', { ranks: 2 });
    const trace = join(folder, 'llamp-trace-rank-0.bin');
    // Without the two communicators that the program makes first.
    const { result } = await askJson(`sensitivity ${trace} -L 100us -o 0 -G 0 -S none --skip-calls Comm_*`);
    expect(result.lambda.L).toBeGreaterThanOrEqual(38);
    expect(result.lambda.L).toBeLessThanOrEqual(40);
  });

  it('an exchange by probes has the latencies of its algorithm, whatever came first', async () => {
    const measure = async () => {
      const { folder } = mpi.bench.run('sparse_exchange.c');
      sameForms(folder);
      const found: number[] = [];
      for (const form of ['bin', 'txt']) {
        const trace = join(folder, `llamp-trace-rank-0.${form}`);
        const { result } = await askJson(`sensitivity ${trace} -L 1ms -o 0 -G 0 -S none`);
        found.push(result.lambda.L);
      }
      return found;
    };
    // Of each: the message, its acknowledgement, and a barrier of four ranks. A rank that waits for its core adds a round.
    await within(measure, (found) => found.every((lambda) => lambda === 40));
  });

  it('both forms say what the time between tests was taken for', async () => {
    const { folder } = mpi.bench.run('between_polls.c', { ranks: 2, args: ['100'] });
    const asked = ['bin', 'txt'].map((form) =>
      askJson(`check ${join(folder, `llamp-trace-rank-0.${form}`)}`),
    );
    const [binary, text] = (await Promise.all(asked)).map(({ result }) => result.polls);
    expect(binary.computation_ns + binary.undecided_ns).toBeGreaterThan(0);
    expect(binary).toEqual(text);
  });

  it('names the library, the language, and the values that are none', () => {
    const { folder } = run('ring.c');
    const values = ['mpi', 'language', 'request-pitch', 'any-source', 'proc-null', 'rank', 'ranks', 'clock'];
    const said = values.map((value) => headerOf(folder, 3, value));
    expect(said[0]).toMatch(openMpi ? /^Open MPI v\d/ : /^MPICH Version:\s*\d/);
    expect(said.slice(1)).toEqual(
      openMpi ? ['c', '8', '-1', '-2', '3', '4', 'wall'] : ['c', '4', '-2', '-1', '3', '4', 'wall'],
    );
  });

  it('says what receives from anybody matched, and which requests were completed', () => {
    const { folder } = run('farm.c');
    const matched = notesOf(folder, 0, 'matched').map((note) => note.split(',').map(Number));
    expect(matched.length).toBe((5 + 1 + 5) * w);
    for (const tag of [0, 1, 3, 4, 50, 51, 52, 53, 54]) {
      const sources = matched.filter((note) => note[1] === tag).map(([source]) => source);
      expect(sources.sort()).toEqual([1, 2, 3]);
    }
    // Probes match too, and then the receive.
    expect(matched.filter((note) => note[1] === 2).length).toBe(2 * w);
    expect(notesOf(folder, 0, 'completed').flatMap((note) => note.split(',')).length).toBe(6 * w);
    expect(matched.filter((note) => note.length === 3).length).toBe(6 * w);
  });

  it('says which ranks of the world are in a communicator', () => {
    const { folder } = run('communicators.c');
    const members = [0, 1, 2, 3].map((rank) => notesOf(folder, rank, 'comm'));
    expect(members[0].slice(0, 3)).toEqual(['3,0,1,2,3', '4,2,0', '5,0,1,2,3']);
    expect(members[1].slice(1, 2)).toEqual(['4,1']);
    expect(members[3].slice(0, 2)).toEqual(['3,0,1,2,3', '4,0,1,2,3']);
    // Rank 0 is in one more than the last: its half.
    const numbers = members[0].map((note) => Number(note.split(',')[0]));
    expect(new Set(numbers).size).toBe(members[0].length);
    expect(notesOf(folder, 0, 'neighbours')[0]).toBe(
      openMpi ? '6,4,2,2,-2,1,2,2,-2,1' : '6,4,2,2,-1,1,2,2,-1,1',
    );
  });

  it('says whose neighbour a rank is', () => {
    const { folder } = run('neighbours.c');
    expect(notesOf(folder, 1, 'neighbours').slice(0, 3)).toEqual(['3,2,0,2,0,2', '4,1,0,2', '5,1,0,2']);
  });

  it('says who is in the two groups of a communicator', () => {
    expect(notesOf(run('groups.c').folder, 1, 'intercomm')).toEqual(['4,2,1,3,0,2']);
  });

  it('keeps regions and levels', () => {
    const { folder } = run('regions.c');
    const named = notesOf(folder, 2, 'region').map((note) => note.replace(/ [\d.]+ /, ' '));
    const rounds = Array.from({ length: 5 }, () => ['begin round', 'end round']).flat();
    expect(named).toEqual(['begin all', ...rounds, 'end all']);
    expect(notesOf(folder, 2, 'pcontrol').map((note) => note.split(' ')[1])).toEqual(['2']);
  });

  it.runIf(hasFortran)('keeps regions of Fortran', () => {
    const { folder } = run('named.f90');
    const named = notesOf(folder, 1, 'region').map((note) => note.replace(/ [\d.]+ /, ' '));
    expect(named).toEqual(['begin solve', 'end solve']);
    expect(notesOf(folder, 1, 'pcontrol').map((note) => note.split(' ')[1])).toEqual(['3']);
    expect([headerOf(folder, 1, 'language'), headerOf(folder, 1, 'request-pitch')]).toEqual(['fortran', '4']);
    // Its name reaches the MPI library with its length.
    expect(existsSync(join(mpi.bench.folder, 'file1'))).toBe(true);
    expect(callsOf(folder)).toEqual({
      Barrier: RANKS,
      File_open: RANKS,
      File_write: RANKS,
      File_close: RANKS,
    });
    expect(
      mpi.bench.run('named.f90', { traced: false, args: [join(mpi.bench.folder, 'untraced')] }).code,
    ).toBe(0);
  });

  it('names calls that it cannot trace', () => {
    const { folder } = run('of_four.c');
    const named = [...textFile(folder, 0).matchAll(/^# not traced: MPI_(\w+)$/gm)].map(([, name]) => name);
    const four = ['Comm_create_from_group', 'Intercomm_create_from_groups', 'Precv_init', 'Psend_init'];
    expect(named.sort()).toEqual(hasCallsOfMpi4(folder) ? four : []);
    sameForms(folder);
  });

  it('keeps a send and a receive of one request', async () => {
    const { folder } = run('isendrecv.c');
    const { Isendrecv, Isendrecv_replace } = callsOf(folder);
    const each = hasCallsOfMpi4(folder) ? [3 * N * RANKS, N * RANKS] : [undefined, undefined];
    expect([Isendrecv, Isendrecv_replace]).toEqual(each);
    for (let rank = 0; rank < RANKS; rank++) sameForms(folder, rank);
  });

  it('keeps persistent collectives, whose starts are the messages of the nonblocking ones', async () => {
    if (!hasPersistentCollectives(run('ring.c').folder)) return;
    const found = (folder: string) =>
      runCli(['check', '--rules', 'strict', '--json', join(folder, 'llamp-trace-rank-0.txt')]);
    const made = mpi.bench.run(PERSISTENT);
    expect([made.code, made.stderr]).toEqual([0, '']);
    const { Cart_create, Comm_free, Startall, Waitall, Start, Wait, Request_free, ...inits } = callsOf(
      made.folder,
    );
    expect([Cart_create, Comm_free, Startall, Waitall, Request_free]).toEqual([4, 4, 4, 4, 22 * RANKS]);
    expect([Start, Wait]).toEqual([2 * 21 * RANKS, 2 * 21 * RANKS]);
    expect(Object.keys(inits)).toHaveLength(22);
    expect(Object.keys(inits).every((call) => call.endsWith('_init') && inits[call] === RANKS)).toBe(true);
    for (let rank = 0; rank < RANKS; rank++) sameForms(made.folder, rank);
    const called = mpi.bench.run(PERSISTENT, {
      build: { flags: ['-DCALLED'], as: 'nonblocking_collectives' },
    });
    expect([called.code, called.stderr]).toEqual([0, '']);
    const [ours, theirs] = [await found(made.folder), await found(called.folder)];
    expect([ours.code, theirs.code]).toEqual([0, 0]);
    const messages = ({ stdout }: { stdout: string }): number => JSON.parse(stdout).result.messages;
    expect(messages(ours)).toBe(messages(theirs));
    // Each of the three rounds among neighbours: two messages of each rank in each of five calls, and others.
    expect(messages(ours)).toBeGreaterThan(3 * 2 * 5 * RANKS);
  });

  it('keeps numbers past 32 bits', () => {
    const { folder } = run('wide.c');
    const text = textFile(folder, 0);
    sameForms(folder);
    const none = headerOf(folder, 0, 'proc-null');
    const sent = new RegExp(`^MPI_Send:[\\d.]+:0:1:0,8589934592,8589934592:${none}:\\d:1,0,4:[\\d.]+$`, 'gm');
    expect(text.match(sent)?.length).toBe(5);
    expect(text).toMatch(
      /^MPI_Allgatherv:[\d.]+:0:0:0,8589934592,8589934592:0:0:0:0:0,8589934592,8589934592:2,0,1:/m,
    );
    if (hasMpi4(folder)) expect(text).toMatch(/^MPI_Send:[\d.]+:0:5000000000:0,4,4:/m);
  });

  it('keeps the records of several threads whole', () => {
    const env = { LLAMP_BUFFER: '0.05' };
    const { code, stderr, folder } = mpi.bench.run('threads.c', { ranks: 1, env });
    expect([code, headerOf(folder, 0, 'threads')]).toEqual([0, 'multiple']);
    expect(stderr).toBe('');
    sameForms(folder, 0);
    const lines = [
      ...textFile(folder, 0).matchAll(
        /^MPI_Sendrecv:[\d.]+:0:1:0,4,4:0:(\d):0:1:0,4,4:0:(\d):1,0,1:0:[\d.]+$/gm,
      ),
    ];
    expect(
      [0, 1, 2, 3].map((tag) => lines.filter(([, a, b]) => a === `${tag}` && b === `${tag}`).length),
    ).toEqual([1000, 1000, 1000, 1000]);
  });

  it('does nothing where it is not asked to', () => {
    const { code, stderr, folder } = mpi.bench.run('regions.c', { env: { LLAMP_TRACE: '' } });
    expect([code, stderr, existsSync(folder)]).toEqual([0, '', false]);
    expect(mpi.bench.run('regions.c', { traced: false }).code).toBe(0);
  });

  it('writes what is asked for', () => {
    const files = (env: Record<string, string>) =>
      readdirSync(mpi.bench.run('halo.c', { ranks: 2, env }).folder).sort();
    expect(files({ LLAMP_FORMAT: 'binary' })).toEqual(['llamp-trace-rank-0.bin', 'llamp-trace-rank-1.bin']);
    expect(files({ LLAMP_FORMAT: 'text' })).toEqual(['llamp-trace-rank-0.txt', 'llamp-trace-rank-1.txt']);
  });

  it.each([
    ['LLAMP_CLOCK', 'sun', 'not allowed; give wall or cpu'],
    ['LLAMP_FORMAT', 'xml', 'not allowed; give binary, text or both'],
    ['LLAMP_DEPTH', '1.5', 'not a whole number of frames; give one from 0 to 64'],
    ['LLAMP_BUFFER', 'big', 'not allowed; give a number from 0.001 to 65536'],
    ['LLAMP_BUFFER', '9'.repeat(600), 'not allowed; give a number from 0.001 to 65536'],
  ])('refuses %s=%s', (variable, value, what) => {
    const { code, stderr } = mpi.bench.run('halo.c', { ranks: 2, env: { [variable]: value } });
    expect(code).toBe(2);
    expect(stderr.match(new RegExp(`^llamp-trace: ${variable}=.*$`, 'gm'))).toEqual([
      `llamp-trace: ${variable}=${value.slice(0, 200)} is ${what}`,
    ]);
  });

  it.each([
    ['LLAMP_TRACE', ''],
    ['LLAMP_DEPTH', '2'],
    ['LLAMP_L', '1e6'],
  ])('refuses %s=%s on one of several ranks', (variable, value) => {
    const { code, stderr } = mpi.bench.run('halo.c', { last: { [variable]: value }, timeout: 20_000 });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`^llamp-trace: ${variable}=\\S* on rank 0 differs from other ranks; give all ranks`),
    );
  });

  it.each([
    ['No such file or directory', '/proc/none'],
    ['File name too long', `/proc/${'./'.repeat(2_500)}none`],
  ])('refuses a folder that cannot be: %s', (why, folder) => {
    const { code, stderr } = mpi.bench.run('halo.c', { ranks: 2, env: { LLAMP_TRACE: folder } });
    expect(code).toBe(2);
    expect(stderr).toContain(`llamp-trace: LLAMP_TRACE=${folder.slice(0, 200)} cannot be written (${why})`);
  });

  it('has times that a call cannot go back in, by either clock', async () => {
    const { folder, code } = mpi.bench.run('ring.c', { env: { LLAMP_CLOCK: 'cpu' } });
    expect([code, headerOf(folder, 0, 'clock')]).toEqual([0, 'cpu']);
    const checked = await runCli(['check', '--rules', 'strict', join(folder, 'llamp-trace-rank-0.txt')]);
    expect(checked.code).toBe(0);
  });

  // Below 5 µs the wall clock tells the CPU time as well.
  it.each(['500', '2000', '50000'])(
    'counts the CPU time of computation in %s steps on shared cores',
    async (steps) => {
      const measure = (): number => {
        const options = { ranks: 5, args: [steps], env: { LLAMP_CLOCK: 'cpu' } };
        const { folder, stdout } = mpi.bench.run('pieces.c', options);
        const sends = timedCalls(folder).filter(({ name }) => name === 'MPI_Send');
        const computed = sends.slice(1).reduce((sum, { from }, i) => sum + from - sends[i].until, 0);
        return computed / Number(stdout);
      };
      // The clock that the program reads costs up to a µs for each piece.
      await within(measure, (ratio) => ratio > 0.9 && ratio < (steps === '500' ? 1.6 : 1.15));
    },
  );

  it.each([
    ['wall', {}, 1000],
    ['cpu', { LLAMP_CLOCK: 'cpu' }, 150],
  ] as const)(
    'says what recording a call adds to the computation behind it, by the %s clock',
    async (clock, env, most) => {
      const measure = (): { told: number; median: number } => {
        const { folder, code } = mpi.bench.run('idle.c', { ranks: 1, env });
        expect([code, headerOf(folder, 0, 'clock')]).toEqual([0, clock]);
        const calls = textFile(folder, 0)
          .split('\n')
          .filter((line) => line.startsWith('MPI_Send:'))
          .map((line) => line.split(':'));
        expect(calls).toHaveLength(2000);
        // Of the trials nothing is left.
        expect(textFile(folder, 0).match(/^#stack:/gm)).toHaveLength(1);
        const gaps = calls.slice(1).map((call, i) => (Number(call[1]) - Number(calls[i].at(-1))) * 1000);
        const median = gaps.sort((a, b) => a - b)[gaps.length >> 1];
        return { told: Number(headerOf(folder, 0, 'overhead-ns')), median };
      };
      // The core may have another frequency, or other work, by then.
      const good = ({ told, median }: { told: number; median: number }): boolean =>
        told > 5 && told < most && told / median > 0.4 && told / median < 2.5;
      await within(measure, good);
    },
  );

  it('does not say what it cannot know: where computation is stretched, where stacks are walked', () => {
    const deep = mpi.bench.run('idle.c', { ranks: 1, env: { LLAMP_DEPTH: '4' } });
    expect([deep.code, headerOf(deep.folder, 0, 'overhead-ns')]).toEqual([0, undefined]);
    const slow = mpi.bench.run('idle.c', { ranks: 1, env: { LLAMP_L: '1000', LLAMP_DILATE: '2' } });
    expect([slow.code, headerOf(slow.folder, 0, 'overhead-ns')]).toEqual([0, undefined]);
  });

  it.runIf(hasFortran)('says it of Fortran too', () => {
    const { folder } = run(FORTRAN_PROGRAMS[0].file);
    expect(headerOf(folder, 1, 'language')).toBe('fortran');
    const told = Number(headerOf(folder, 1, 'overhead-ns'));
    expect(told).toBeGreaterThan(5);
    expect(told).toBeLessThan(1000);
  });

  it('tells the time of the system, whatever it reads it from', () => {
    const { folder, stdout } = mpi.bench.run('pause.c', { ranks: 1 });
    const slept = Number(stdout);
    const [first, second] = textFile(folder, 0)
      .split('\n')
      .filter((line) => line.startsWith('MPI_Barrier:'))
      .map((line) => line.split(':').map(Number));
    const between = (second[1] - (first.at(-1) ?? Number.NaN)) * 1_000;
    // A counter's rate is known to some millionths; a rank may be kept from going on.
    expect(between).toBeGreaterThan(slept * (1 - 1e-4));
    expect(between).toBeLessThan(slept + 100e6);
  });

  it('keeps as many frames of the call site as are asked for', () => {
    const stacks = (depth: string) => {
      const { folder } = mpi.bench.run('farm.c', { env: { LLAMP_DEPTH: depth } });
      return notesOf(folder, 0, 'stack').map((note) => note.split(',').length - 1);
    };
    expect(new Set(stacks('1'))).toEqual(new Set([1]));
    expect(stacks('0')).toEqual([]);
    expect(Math.max(...stacks('4'))).toBe(4);
  });

  it('writes its buffer whenever it is full', () => {
    const { folder } = mpi.bench.run('farm.c', { env: { LLAMP_BUFFER: '0.002' } });
    for (let rank = 0; rank < RANKS; rank++) {
      const { chunks } = sameForms(folder, rank);
      expect(chunks.filter(({ kind }) => kind === 1).length).toBeGreaterThan(rank === 0 ? 3 : 0);
    }
  });

  it('leaves what was recorded of a program that aborts', () => {
    const { code, folder } = mpi.bench.run('abort.c', { ranks: 2, env: { LLAMP_BUFFER: '0.01' } });
    expect(code).not.toBe(0);
    expect(sameForms(folder).whole).toBe(false);
    expect([callsOf(folder, 1).Sendrecv, callsOf(folder, 1).Abort]).toEqual([1000, 1]);
    // The other rank is ended from outside, in its barrier.
    const other = readBinary(binaryFile(folder, 1));
    expect(other.whole).toBe(false);
    expect(callsOf(folder, 2).Sendrecv).toBe(2000);
  });

  it('leaves what was recorded of a program of which a rank exits with an error', async () => {
    const { code, folder } = mpi.bench.run('abort.c', { ranks: 4, args: ['1', '3'] });
    expect(code).not.toBe(0);
    expect(callsOf(folder, 4).Sendrecv).toBe(4000);
    const trace = join(folder, 'llamp-trace-rank-0.bin.part');
    const { result, warnings } = await askJson(`sensitivity ${trace} -L 1s -o 0 -G 0 -S none`);
    // The barrier after the messages is whole (two rounds), the last one is not.
    expect(result.lambda.L).toBe(1002);
    expect(warnings.map(({ code: name }: { code: string }) => name)).toContain('no-finalize');
  });

  it('is read up to where a file ends', () => {
    const { folder } = mpi.bench.run('abort.c', { ranks: 1, env: { LLAMP_BUFFER: '0.01' } });
    const file = binaryFile(folder, 0);
    const whole = textOfBinary(readBinary(file));
    for (const size of [file.length - 1, Math.floor(file.length / 2), 10_000]) {
      const cut = readBinary(file.subarray(0, size));
      expect(cut.whole).toBe(false);
      expect(whole.startsWith(textOfBinary(cut).trimEnd())).toBe(true);
    }
  });
});
