import { describe, expect, it } from 'vitest';
import { convert, listing, rank0 } from './traces.js';

const SEND_TO_0 = (n: number) =>
  Array.from({ length: n }, (_, i) => `MPI_Send:${110 + i}:5:1:D:0:${i}:W:${110 + i}`);
/** n receives into requests `pitch` B apart, at 110, 111, … */
const IRECVS = (n: number, pitch: number) =>
  Array.from({ length: n }, (_, i) => `MPI_Irecv:${110 + i}:5:1:D:1:${i}:W:${640 + i * pitch}:${110 + i}`);

describe('completing requests', () => {
  it('makes a Wait a joint of its request, and one of a null request computation', async () => {
    const ops = await rank0([
      [
        'MPI_Irecv:110:5:1:D:1:0:W:64:111',
        'MPI_Wait:113:99:0:114',
        'MPI_Wait:120:64:0:130',
        'MPI_Wait:131:64:0:132',
      ],
      SEND_TO_0(1),
    ]);
    expect(ops).toEqual([
      'l1: recv 8b from 1 tag 0 < l2',
      'l2: calc 10000',
      'l3: calc 0 < l1 < l4',
      'l4: calc 9000 ~ l1',
    ]);
  });

  it.each([4, 8] as const)('finds requests %i B apart', async (pitch) => {
    const result = await convert([[...IRECVS(3, pitch), 'MPI_Waitall:120:3:640:0:130'], SEND_TO_0(3)]);
    expect(result.requestPitch).toEqual({ pitch, needed: true });
    const wait = result.schedule.depStart;
    // Three requests and the computation before.
    expect(wait[7] - wait[6]).toBe(4);
  });

  it('loses requests when told a wrong pitch, as the published generator does', async () => {
    const program = [[...IRECVS(3, 8), 'MPI_Waitall:120:3:640:0:130'], SEND_TO_0(3)];
    const ops = await rank0(program, { requestPitch: 4 });
    expect(ops[6]).toBe('l7: calc 0 < l1 < l3 < l8');
    expect(await rank0(program, { rules: 'published' })).toEqual(ops);
  });

  it('refuses a Waitall that fits neither 4 nor 8 B', async () => {
    const twice = (pitch: number) => [
      ...IRECVS(3, pitch),
      'MPI_Waitall:120:3:640:0:120',
      ...IRECVS(3, pitch).map((line) => line.replaceAll(':11', ':12')),
      'MPI_Waitall:130:3:640:0:130',
    ];
    const other = [...SEND_TO_0(3), ...SEND_TO_0(3).map((line) => line.replaceAll(':11', ':12'))];
    await expect(convert([twice(24), other])).rejects.toThrow(
      'rank0:9: MPI_Waitall of 3 requests does not match the open requests, whether requests are 4 B or 8 B apart in memory',
    );
    await expect(convert([twice(8), other])).resolves.toBeDefined();
  });

  it('completes by a Test what nothing completes later', async () => {
    const ops = await rank0([
      [
        'MPI_Irecv:110:5:1:D:1:0:W:64:110',
        'MPI_Test:120:64:1:0:121',
        'MPI_Test:130:64:1:0:131',
        'MPI_Barrier:140:W:141',
      ],
      [...SEND_TO_0(1), 'MPI_Barrier:140:W:141'],
    ]);
    // The first Test cannot have succeeded, so its time is computation: 130 − 110 µs.
    expect(ops.slice(2, 4)).toEqual(['l3: calc 0 < l1 < l4', 'l4: calc 20000 ~ l1']);
  });

  it('leaves a request to the Wait that follows a Test', async () => {
    const ops = await rank0([
      ['MPI_Irecv:110:5:1:D:1:0:W:64:110', 'MPI_Test:120:64:1:0:121', 'MPI_Wait:130:64:0:131'],
      SEND_TO_0(1),
    ]);
    expect(ops.slice(2)).toEqual(['l3: calc 0 < l1 < l4', 'l4: calc 20000 ~ l1']);
  });

  it('completes one request per Waitany, and says what none completes', async () => {
    const { schedule, warnings } = await convert([
      [...IRECVS(3, 8), 'MPI_Waitany:120:3:640:1:0:121', 'MPI_Waitany:122:3:640:1:0:123'],
      SEND_TO_0(3),
    ]);
    const ops = listing(schedule, 0);
    expect([ops[6], ops[8]]).toEqual(['l7: calc 0 < l1 < l8', 'l9: calc 0 < l3 < l10']);
    // Which message comes first is the model's to say.
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['requests-open', '1 request was never completed; a line may be missing; first at rank0:8 (MPI_Irecv)'],
    ]);
  });

  it('completes by a Waitany what is used again behind it, without a guess', async () => {
    const { schedule, warnings } = await convert([
      [
        ...IRECVS(2, 8),
        'MPI_Waitany:120:2:640:1:0:121',
        'MPI_Irecv:122:5:1:D:1:2:W:648:122',
        'MPI_Waitany:123:2:640:1:0:124',
        'MPI_Irecv:125:5:1:D:1:3:W:648:125',
        'MPI_Waitall:126:2:640:0:127',
      ],
      SEND_TO_0(4),
    ]);
    const ops = listing(schedule, 0);
    // The second variable is used again after either Waitany, so each completed it.
    expect([ops[4], ops[8], ops[12]]).toEqual([
      'l5: calc 0 < l3 < l6',
      'l9: calc 0 < l7 < l10',
      'l13: calc 0 < l1 < l11 < l14',
    ]);
    expect(warnings).toEqual([]);
  });

  it('guesses between a send and a receive, where the traces do not prove which, and says so', async () => {
    const { warnings } = await convert([
      [
        'MPI_Irecv:110:5:1:D:1:0:W:640:110',
        'MPI_Isend:111:5:1:D:1:0:W:648:111',
        'MPI_Waitany:120:2:640:1:0:121',
        'MPI_Waitany:122:2:640:1:0:123',
      ],
      ['MPI_Recv:110:5:1:D:0:0:W:0:111', 'MPI_Send:112:5:1:D:0:0:W:113'],
    ]);
    expect(warnings.map(({ code, count, message }) => [code, count, message])).toEqual([
      [
        'completion-order',
        1,
        '1 call completes any of several requests, and the traces do not show which; the oldest is used, and ' +
          'this order is kept; first at rank0:8 (MPI_Waitany)',
      ],
    ]);
  });

  it('gives two requests that are used again behind two Waitanys one each', async () => {
    const { schedule, warnings } = await convert([
      [
        ...IRECVS(3, 8),
        'MPI_Waitany:120:3:640:1:0:121',
        'MPI_Waitany:122:3:640:1:0:123',
        'MPI_Irecv:124:5:1:D:1:3:W:648:124',
        'MPI_Irecv:125:5:1:D:1:4:W:656:125',
        'MPI_Waitall:126:3:640:0:127',
      ],
      SEND_TO_0(5),
    ]);
    const ops = listing(schedule, 0);
    expect([ops[6], ops[8]]).toEqual(['l7: calc 0 < l3 < l8', 'l9: calc 0 < l5 < l10']);
    expect(ops[14]).toBe('l15: calc 0 < l1 < l11 < l13 < l16');
    expect(warnings).toEqual([]);
  });

  it('completes by a Waitsome what is used again before it is named again', async () => {
    const ops = await rank0([
      [
        ...IRECVS(2, 8),
        'MPI_Waitsome:120:2:640:1:2:0:121',
        'MPI_Irecv:122:5:1:D:1:2:W:648:122',
        'MPI_Waitall:123:2:640:0:124',
      ],
      SEND_TO_0(3),
    ]);
    // The second request is used again at once, so it was that one.
    expect([ops[4], ops[8]]).toEqual(['l5: calc 0 < l3 < l6', 'l9: calc 0 < l1 < l7 < l10']);
  });

  it('completes all requests of a Testall or none', async () => {
    const ops = await rank0([
      [...IRECVS(2, 8), 'MPI_Testall:120:2:640:1:0:121', 'MPI_Testall:122:2:640:1:0:123'],
      SEND_TO_0(2),
    ]);
    // A loop of two Testalls, 9 µs after the last Irecv.
    expect(ops.slice(4)).toEqual(['l5: calc 0 < l1 < l3 < l6', 'l6: calc 9000 ~ l3']);
  });

  it('starts persistent requests as Isend and Irecv, and counts a tenth of their making', async () => {
    const ops = await rank0([
      [
        'MPI_Recv_init:110:5:1:D:1:3:W:640:120',
        'MPI_Send_init:120:5:2:D:1:4:W:648:120',
        'MPI_Start:130:640:131',
        'MPI_Start:131:648:132',
        'MPI_Waitall:132:2:640:0:140',
        'MPI_Startall:150:2:640:151',
        'MPI_Waitall:152:2:640:0:160',
      ],
      [
        'MPI_Send:110:5:1:D:0:3:W:111',
        'MPI_Send:111:5:1:D:0:3:W:112',
        'MPI_Recv:112:5:2:D:0:4:W:0:113',
        'MPI_Recv:113:5:2:D:0:4:W:0:114',
      ],
    ]);
    expect(ops).toEqual([
      // 30 µs less 0.9 of the 10 µs in Recv_init.
      'l1: recv 8b from 1 tag 3 < l2',
      'l2: calc 21000',
      'l3: send 16b to 1 tag 4 < l4',
      'l4: calc 0 ~ l1',
      'l5: calc 0 < l1 < l3 < l6',
      'l6: calc 0 ~ l3',
      'l7: recv 8b from 1 tag 3 < l9',
      'l8: send 16b to 1 tag 4 < l9',
      'l9: calc 10000 < l5',
      'l10: calc 0 < l7 < l8 < l11',
      'l11: calc 1000 ~ l7 ~ l8',
    ]);
  });

  it('does not understand a Start of a request that was never made', async () => {
    const result = await convert([['MPI_Start:110:640:111']]);
    expect(result.warnings.map((warning) => warning.message)).toEqual([
      'calls that are not understood count as computation: MPI_Start (1 call, 0.11 % of the time)',
    ]);
  });

  it('forgets a request that is freed', async () => {
    const { schedule } = await convert([
      ['MPI_Isend:110:5:1:D:1:0:W:640:110', 'MPI_Request_free:111:640:112', 'MPI_Waitall:113:1:640:0:114'],
      ['MPI_Recv:110:5:1:D:0:0:W:0:111'],
    ]);
    expect(schedule.depStart[3] - schedule.depStart[2]).toBe(1);
  });

  it('refuses a request that is issued while it is active', async () => {
    const program = (lost: boolean) => [
      [
        ...IRECVS(2, 8),
        ...(lost ? [] : ['MPI_Waitall:115:2:640:0:116']),
        ...IRECVS(2, 8).map((line) => line.replaceAll(':11', ':12')),
        'MPI_Waitall:130:2:640:0:131',
      ],
      SEND_TO_0(4),
    ];
    await expect(convert(program(true))).rejects.toThrow(
      'rank0:8: MPI_Irecv uses a request that has been active since the MPI_Irecv of line 6. Trace the program again',
    );
    expect((await convert(program(false))).warnings).toEqual([]);
    // With a pitch that was given, which may be the wrong one, they are counted.
    const { warnings } = await convert(program(true), { requestPitch: 8 });
    expect(warnings.map((warning) => warning.message)).toEqual([
      '2 requests were never completed; a line may be missing; first at rank0:6 (MPI_Irecv)',
    ]);
    expect((await convert(program(true), { rules: 'published' })).warnings).toEqual([]);
  });

  it('ends a cancelled receive that no message is left for', async () => {
    const { schedule, warnings } = await convert([
      [
        ...IRECVS(1, 8),
        'MPI_Irecv:111:5:1:D:-1:0:W:648:111',
        'MPI_Wait:112:640:0:113',
        'MPI_Cancel:114:648:115',
        'MPI_Wait:116:648:0:117',
      ],
      SEND_TO_0(1),
    ]);
    // The receive from any source, posted second, was never matched: nothing is left to wait for.
    expect(listing(schedule, 0)).toEqual([
      'l1: recv 8b from 1 tag 0 < l2',
      'l2: calc 10000',
      'l3: calc 0 < l4',
      'l4: calc 1000 ~ l1',
      'l5: calc 0 < l1 < l6',
      'l6: calc 1000 ~ l3',
      'l7: calc 0 < l3 < l8',
      'l8: calc 3000 < l5',
      'l9: calc 883000 < l7',
    ]);
    expect(warnings).toEqual([]);
  });

  it('keeps a cancelled receive whose message came, and needs no Wait for either', async () => {
    const { schedule, warnings } = await convert([
      [
        ...IRECVS(1, 8),
        'MPI_Irecv:111:5:1:D:1:1:W:648:111',
        'MPI_Cancel:114:640:115',
        'MPI_Cancel:115:648:116',
      ],
      SEND_TO_0(1),
    ]);
    expect(listing(schedule, 0).filter((line) => line.includes('recv'))).toEqual([
      'l1: recv 8b from 1 tag 0 < l2',
    ]);
    expect(warnings).toEqual([]);
  });
});
