/** Archives that are cut, damaged, incomplete or of a kind that is not read: refused by name, never read in part. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { otf2Format } from '../../../src/sources/formats.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { cases } from '../../part.js';
import { calls, type Described, NO_ROOT, runOf } from './describe.js';
import { encode } from './encode.js';
import { everything } from './everything.js';
import { type Archive, anchorIn, fileIn } from './files.js';

const WHOLE = 65_536;
const EVERYTHING = encode(everything());
/** Few events of each kind, in two chunks, so that each byte can be tried. */
const SMALL = encode({
  ...runOf(
    [
      (script) => {
        script.enter('main', { file: 'a.c', line: 1 }).call('MPI_Irecv', ['mpi_irecv_request', 1]);
        script.call('MPI_Isend', ['mpi_isend', 0, 1, 0, 300, 2]);
        for (let i = 0; i < 80; i++) script.enter('f').pass(1).leave('f');
        script.call('MPI_Waitall', ['mpi_irecv', 0, 1, 0, 300, 1], ['mpi_isend_complete', 2]);
        script.call('MPI_Barrier', ['mpi_collective_end', 'BARRIER', 0, NO_ROOT, 0, 0]).leave('main');
      },
    ],
    { chunk: 1_024 },
  ),
});

const readAll = (archive: Archive): Promise<unknown> => readArchive(anchorIn(archive, WHOLE));

/** What is said of an archive; undefined where it is read. Throws what is no error of an input. */
async function refusal(archive: Archive): Promise<string | undefined> {
  try {
    await readAll(archive);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

const changed = (archive: Archive, path: string, bytes: Uint8Array): Archive =>
  new Map(archive).set(path, bytes);

describe('an archive that is cut', () => {
  it.each([...SMALL.keys()])('within %s is refused at every byte before its end', async (path) => {
    const bytes = SMALL.get(path) ?? new Uint8Array(0);
    // The end mark of a file of chunks has another behind it, that of the anchor two bytes.
    const whole = bytes.length - (path.endsWith('.otf2') ? 2 : 1);
    for (const length of cases([...bytes.keys()].slice(0, whole), (at) => at % 16 === 0 || at > whole - 4)) {
      const said = await refusal(changed(SMALL, path, bytes.subarray(0, length)));
      expect([length, said]).toEqual([length, expect.stringContaining(path)]);
    }
    for (let length = whole; length <= bytes.length; length++)
      expect(await refusal(changed(SMALL, path, bytes.subarray(0, length)))).toBeUndefined();
  });

  it('says where, and that it was not closed', async () => {
    const bytes = EVERYTHING.get('traces/0.evt') ?? new Uint8Array(0);
    expect(await refusal(changed(EVERYTHING, 'traces/0.evt', bytes.subarray(0, 100)))).toBe(
      'traces/0.evt: byte 100: the file ends within a record. The file is damaged; copy the archive again, or record the ' +
        'program again',
    );
    expect(await refusal(changed(EVERYTHING, 'traces/0.evt', new Uint8Array(0)))).toBe(
      'traces/0.evt: byte 0: the file ends without its end mark. Let the program reach its end, or copy the ' +
        'archive again; the archive was not closed',
    );
  });
});

describe('an archive with a damaged byte', () => {
  it.each([...SMALL.keys()])('in %s is read or refused, whatever byte and value it is', async (path) => {
    const bytes = SMALL.get(path) ?? new Uint8Array(0);
    let refused = 0;
    for (const at of cases([...bytes.keys()], (one) => one % 16 === 0))
      for (const value of [0, 1, 0x7f, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x80]) {
        const damaged = bytes.slice();
        damaged[at] = value;
        if ((await refusal(changed(SMALL, path, damaged))) !== undefined) refused++;
      }
    expect(refused).toBeGreaterThan(0);
  });
});

describe('an archive', () => {
  it.each(['traces.def', 'traces/1.evt', 'traces/1.def'])('without %s is refused', async (path) => {
    const archive = new Map(EVERYTHING);
    archive.delete(path);
    expect(await refusal(archive)).toBe(`${path}: no such file. Check the path`);
  });

  it.each([
    [{ substrate: 2 }, 'an archive in files of the type SION is not supported. Record it in plain files'],
    [
      { compression: 2 },
      'an archive that OTF2 compressed with the method zlib is not supported. Record it uncompressed',
    ],
  ])('with %j is refused', async (encoding, said) => {
    expect(await refusal(encode(everything(), encoding))).toContain(`traces.otf2: ${said}`);
  });

  it.each([
    [
      7,
      0,
      'traces.otf2: byte 8: an anchor file of the unknown format 0. The file is damaged; copy the archive again',
    ],
    [8, 3, 'traces.otf2: byte 9: records of the unknown format 3. Record it with OTF2 3.0'],
  ])('whose anchor has at byte %d the form %d is refused, as by the library', async (at, form, said) => {
    const anchor = Uint8Array.from(EVERYTHING.get('traces.otf2') ?? []);
    anchor[at] = form;
    expect(await refusal(changed(EVERYTHING, 'traces.otf2', anchor))).toContain(said);
  });

  it('of chunks that are larger than those of OTF2 is refused, as by the library', async () => {
    const anchor = Uint8Array.from(EVERYTHING.get('traces.otf2') ?? []);
    // The size of chunks of definitions: eight bytes from byte 20 on, the least first.
    expect([...anchor.subarray(20, 28)]).toEqual([0, 0, 0x10, 0, 0, 0, 0, 0]);
    anchor[23] = 1;
    expect(await refusal(changed(EVERYTHING, 'traces.otf2', anchor))).toContain('the chunk size 17825792 B');
  });

  it('whose rank called no MPI is refused', async () => {
    const run = runOf([() => undefined, () => undefined]);
    const silent = { ...run.locations[1], events: [] };
    expect(await refusal(encode({ ...run, locations: [run.locations[0], silent] }))).toBe(
      'traces/1.evt: no MPI call of this rank. Record the MPI calls of the program',
    );
  });

  it('without MPI is refused', async () => {
    const run = runOf([() => undefined]);
    expect(await refusal(encode({ ...run, ranks: 0, comms: [] }))).toContain(
      'traces.def: the archive defines no MPI ranks',
    );
  });

  it('that lost a chunk is refused', async () => {
    const chunk = 1_024;
    const bytes = SMALL.get('traces/0.evt') ?? new Uint8Array(0);
    expect(await refusal(changed(SMALL, 'traces/0.evt', bytes.subarray(chunk)))).toMatch(
      /^traces\/0\.evt: byte 18: a chunk begins with event \d+ after 0 events of 0\. The file is damaged/,
    );
  });

  it('that names what is not defined, or leaves what it did not enter, is refused', async () => {
    const run = runOf([() => undefined]);
    const [location] = run.locations;
    const archive = (...events: typeof location.events): Archive =>
      encode({ ...run, locations: [{ ...location, events }] });
    expect(await refusal(archive([1, 'enter', 99]))).toContain('region 99 is not defined');
    expect(await refusal(archive([1, 'calling_context_enter', 5, 1]))).toContain(
      'calling context 5 is not defined',
    );
    expect(await refusal(archive([1, 'enter', 0], [2, 'leave', 1]))).toContain(
      'the program enters MPI_Init but leaves MPI_Finalize',
    );
    expect(await refusal(archive([1, 'enter', 0]))).toContain('the events end within MPI_Init');
  });

  it.each([
    [
      'whose measurement is neither on nor off',
      'traces/0.evt',
      [11, 1, 2, 5],
      [11, 1, 3, 5],
      'the unknown measurement mode 3',
    ],
    [
      'whose table is neither a list nor pairs',
      'traces/1.def',
      [1, 1, 100, 0],
      [128, 1, 100, 0],
      'a table of numbers of the unknown mode 128',
    ],
  ])('%s is refused, as by the library', async (_, path, sought, damage, said) => {
    const bytes = Uint8Array.from(EVERYTHING.get(path) ?? []);
    const at = Buffer.from(bytes).indexOf(Buffer.from(sought));
    expect(at).toBeGreaterThan(0);
    bytes.set(damage, at);
    expect(await refusal(changed(EVERYTHING, path, bytes))).toContain(said);
  });

  it.each([
    ['region', 15],
    ['group', 18],
  ])('whose %s has its newer fields without the flags is refused, as by the library', async (_, type) => {
    const bytes = SMALL.get('traces.def') ?? new Uint8Array(0);
    // A chunk's marks and numbers take 18 bytes; each record is its type, its length and its fields.
    let at = 18;
    while (bytes[at] !== type) at += 2 + bytes[at + 1];
    const end = at + 2 + bytes[at + 1];
    const cut = Uint8Array.from([...bytes.subarray(0, end - 1), ...bytes.subarray(end)]);
    expect(bytes[end - 1]).toBe(0);
    cut[at + 1]--;
    expect(await refusal(changed(SMALL, 'traces.def', cut))).toMatch(/a number of \d+ B, more than 4/);
  });

  it('that sends on one communicator and receives on another in one call is refused', async () => {
    const archive = (recv: string): Archive =>
      encode(runOf([calls(`Sendrecv: send 0 0 0 8; recv 0 ${recv} 0 8`)]));
    expect(await refusal(archive('0'))).toBeUndefined();
    expect(await refusal(archive('S'))).toMatch(
      /^traces\/0\.evt:3: one call sends on communicator 0 and receives on \d+\. The file is damaged/,
    );
  });

  it('whose string has the number of another, or is not there, is refused', async () => {
    const bytes = SMALL.get('traces.def') ?? new Uint8Array(0);
    const at = (text: string): number => Buffer.from(bytes).indexOf(`${text}\0`) - 1;
    const renumbered = (number: number): Archive => {
      const damaged = bytes.slice();
      damaged[at('MPI_Isend')] = number;
      return changed(SMALL, 'traces.def', damaged);
    };
    expect(await refusal(renumbered(bytes[at('MPI_Irecv')]))).toMatch(
      /^traces\.def: byte \d+: string \d+ is defined twice\. The file is damaged/,
    );
    expect(await refusal(renumbered(200))).toMatch(
      /^traces\.def: the name of region \d+ is string \d+, which is not defined\. The file is damaged/,
    );
    // The same definition once more says nothing else.
    expect(await refusal(renumbered(bytes[at('MPI_Isend')]))).toBeUndefined();
  });

  describe('with two lengths of one message', () => {
    const WORLD = 0;
    /** The same message from rank 0 to 1, 2nd of its tag, sent and received with these lengths. */
    const lengths = (sent: number, received: number, creator = 'Score-P 8.4'): Archive =>
      encode(
        runOf(
          [
            (script) =>
              script
                .call('MPI_Send', ['mpi_send', 1, WORLD, 3, 16])
                .call('MPI_Isend', ['mpi_isend', 1, WORLD, 3, sent, 9])
                .call('MPI_Send', ['mpi_send', 1, WORLD, 4, 24])
                .call('MPI_Wait', ['mpi_isend_complete', 9]),
            (script) =>
              script
                .call('MPI_Irecv', ['mpi_irecv_request', 1])
                .call('MPI_Irecv', ['mpi_irecv_request', 2])
                .call('MPI_Recv', ['mpi_recv', 0, WORLD, 4, 24])
                // Complete in another order than posted: which message each took is told by the order of posting.
                .call(
                  'MPI_Waitall',
                  ['mpi_irecv', 0, WORLD, 3, received, 2],
                  ['mpi_irecv', 0, WORLD, 3, 16, 1],
                ),
          ],
          { creator },
        ),
      );

    it('is refused, by both places', async () => {
      expect(await refusal(lengths(8, 8))).toBeUndefined();
      expect(await refusal(lengths(0, 8))).toBe(
        'traces/1.evt:6: MPI_Irecv receives 8 B from rank 0, whose MPI_Isend sends 0 B (traces/0.evt:6). Copy the ' +
          'archive again, or record the program again, because one of the two events is damaged',
      );
      expect(await refusal(lengths(8, 2 ** 40))).toContain('MPI_Irecv receives 1099511627776 B from rank 0');
    });

    it('is read where the tool may mean the buffer of the receive', async () => {
      expect(await refusal(lengths(0, 8, 'EZTrace'))).toBeUndefined();
    });

    it('is refused in MPI_Sendrecv and on other communicators, with threads or without', async () => {
      const PAIR = 2;
      const other = (got: number): Archive =>
        encode(
          runOf(
            [0, 1].map(
              (rank) => (script) =>
                script.call(
                  'MPI_Sendrecv',
                  ['mpi_send', rank, PAIR, 0, 80],
                  ['mpi_recv', rank, PAIR, 0, rank === 0 ? 80 : got],
                ),
            ),
            { comms: [['pair', [1, 0]]], threads: [[0, (script) => script.enter('work').leave('work')]] },
          ),
        );
      expect(await refusal(other(80))).toBeUndefined();
      expect(await refusal(other(72))).toMatch(
        /^traces\/1\.evt:3: MPI_Sendrecv receives 72 B from rank 0, .*80 B \(traces\/0\.evt:3\)/,
      );
    });
  });

  describe('with more in a record than its fields', () => {
    /** The same archive with a record longer by a byte: that whose last byte is at `last`, of `length` bytes. */
    const longer = (archive: Archive, path: string, last: number, length: number): Archive => {
      const bytes = [...(archive.get(path) ?? [])];
      bytes[last - length] = length + 1;
      bytes.splice(last + 1, 0, 0x41);
      return changed(archive, path, Uint8Array.from(bytes));
    };
    const small = encode(runOf([calls('Send: send 0 1 5 8', 'Recv: recv 0 1 5 8')]));
    const bytesOf = (path: string): Buffer => Buffer.from(small.get(path) ?? []);
    /** A string is its number in two bytes, its text, and 0. */
    const name = bytesOf('traces.def').indexOf('MPI_Send\0') + 'MPI_Send'.length;
    const longName = longer(small, 'traces.def', name, 2 + 'MPI_Send\0'.length);
    /** Type, 7 bytes: no number for rank 0, then communicator 1, tag 5, 8 B. */
    const SEND = [14, 7, 0, 1, 1, 1, 5, 1, 8];
    const send = bytesOf('traces/0.evt').indexOf(Buffer.from(SEND)) + SEND.length - 1;
    const longSend = longer(small, 'traces/0.evt', send, 7);
    const ofVersion = (archive: Archive, major: number, minor: number): Archive => {
      const anchor = Uint8Array.from(archive.get('traces.otf2') ?? []);
      anchor.set([major, minor], 9);
      return changed(archive, 'traces.otf2', anchor);
    };

    it('is refused, for the version that it is of has no more', async () => {
      expect(await refusal(small)).toBeUndefined();
      expect(await refusal(longName)).toBe(
        `traces.def: byte ${name + 1}: a record with 1 B after its fields, unlike OTF2 3.0.2. The file is damaged; ` +
          'copy the archive again, or record the program again',
      );
      expect(await refusal(longSend)).toMatch(
        /^traces\/0\.evt: byte \d+: a record with 1 B after its fields/,
      );
      expect(await refusal(ofVersion(longSend, 2, 3))).toContain('unlike OTF2 2.3.2');
    });

    it('is refused in definitions that nothing is kept of', async () => {
      // A process: type, 5 bytes or more, its number, string, kind, parent, creator.
      const at = bytesOf('traces.def').indexOf(
        Buffer.from([0x0d]),
        bytesOf('traces.def').indexOf('MPI Rank 0\0'),
      );
      const damaged = Uint8Array.from(bytesOf('traces.def'));
      expect([...damaged.subarray(at, at + 4)]).toEqual([0x0d, damaged[at + 1], 0, 1]);
      damaged[at + 3] = 0x80;
      expect(await refusal(changed(small, 'traces.def', damaged))).toContain(
        'a number of 128 B, more than 4',
      );
    });

    it('is refused where a process is called by a string that is not defined', async () => {
      const damaged = Uint8Array.from(bytesOf('traces.def'));
      // The number of a string stands in front of its text.
      damaged[bytesOf('traces.def').indexOf('MPI Rank 0\0') - 1] = 0x7f;
      expect(await refusal(changed(small, 'traces.def', damaged))).toMatch(
        /the name of location group 0 is string \d+, which is not defined/,
      );
    });

    it('is read with a warning where a newer version may have added it', async () => {
      for (const archive of [longName, longSend]) {
        const { warnings } = await readArchive(anchorIn(ofVersion(archive, 3, 1), WHOLE));
        expect(warnings.filter(({ code }) => code === 'otf2-newer')).toEqual([
          {
            code: 'otf2-newer',
            message: 'the archive is of OTF2 3.1.2; only the fields of 3.0 are read, but 1 record has more',
            count: 1,
          },
        ]);
      }
    });
  });

  it('with a time that no number here holds exactly is refused', async () => {
    const run = runOf([(script) => script.enter('f').leave('f')]);
    const f = run.regions.findIndex(({ name }) => name === 'f');
    const [location] = run.locations;
    const ended = (time: number): Archive =>
      encode({
        ...run,
        locations: [{ ...location, events: [...location.events, [time, 'enter', f], [time, 'leave', f]] }],
      });
    expect(await refusal(ended(2 ** 53 - 1))).toBeUndefined();
    expect(await refusal(ended(2 ** 59))).toMatch(/a time more than 2\^53 ticks after the first/);
  });

  it('with a time before the last within a call is refused: the library writes none', async () => {
    const run = runOf([calls('Send: send 0 1 0 8')]);
    const [location] = run.locations;
    const late = location.events.map(
      ([time, name, ...fields]): Described => [name === 'mpi_send' ? time + 1_000 : time, name, ...fields],
    );
    expect(await refusal(encode({ ...run, locations: [{ ...location, events: late }] }))).toMatch(
      /^traces\/0\.evt: byte \d+: time goes backwards/,
    );
  });

  it('whose clock goes backwards is refused', async () => {
    const run = runOf([() => undefined]);
    const [location] = run.locations;
    const events = [...location.events.slice(2), ...location.events.slice(0, 2)];
    expect(await refusal(encode({ ...run, locations: [{ ...location, events }] }))).toContain(
      'time goes backwards',
    );
  });

  it('that comes alone, as by standard input, is refused', async () => {
    const { beside: _, ...alone } = fileIn(EVERYTHING, 'traces.otf2');
    await expect(otf2Format.read([alone], { source: '-' })).rejects.toThrow(
      'traces.otf2: this is the anchor file of an OTF2 archive without the other files of the archive. Give the path',
    );
  });
});
