/** The tracer's time between two calls is subtracted: by hand, never more than there is, and not from the traced run itself. */
import { describe, expect, it } from 'vitest';
import { isOwnRun, ownRun } from '../../../src/analysis/measurement-uncertainty.js';
import { Model } from '../../../src/analysis/model.js';
import { timeByNature, withTracer } from '../../../src/analysis/time-by-nature.js';
import { logGPS } from '../../../src/machine/machine.js';
import { CALC } from '../../../src/schedule/schedule.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { recordingTime } from '../../../src/sources/mpi/computation-parts.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file } from '../liballprof/traces.js';

/** Lines of ranks between MPI_Init, which ends at 0, and MPI_Finalize at 1000 µs; `W` is the world. */
const setOf = (
  ranks: readonly (readonly string[])[],
  overheads: readonly (number | null)[],
  more: readonly string[] = [],
) =>
  readTraces(
    ranks.map((lines, rank) => {
      const world = `1,${rank},${ranks.length}`;
      const overhead = overheads[rank] ?? null;
      const text = [
        "# htor's PMPI Tracer 1.1 Output File",
        '# llamp-trace 3',
        '# host: node',
        '# start-monotonic-ns: 0',
        `# rank: ${rank}`,
        `# ranks: ${ranks.length}`,
        ...(overhead === null ? [] : [`# overhead-ns: ${overhead}`]),
        ...more,
        'MPI_Init:-:0:0:0',
        ...lines.map((line) => line.replace(/:W(?=:)/g, `:${world}`)),
        'MPI_Finalize:1000:-',
        '',
      ].join('\n');
      return file(`rank${rank}`, text, rank);
    }),
  );

async function convert(
  ranks: readonly (readonly string[])[],
  overheads: readonly (number | null)[],
  options: TraceScheduleOptions = {},
) {
  return tracesToSchedule(await setOf(ranks, overheads), options);
}

/** Computations between calls of rank 0, ns. */
async function computations(...args: Parameters<typeof convert>): Promise<number[]> {
  const { schedule } = await convert(...args);
  const { kind, rankStart, value } = schedule;
  return Array.from(value.subarray(0, rankStart[1])).filter((ns, op) => kind[op] === CALC && ns > 0);
}

// Two messages; between them a local call and a send to nobody.
const SENDS = ['MPI_Send:10:0:1:0,8,8:1:5:W:11', 'MPI_Pack:20:0:21', 'MPI_Send:30:0:1:0,8,8:1:5:W:31'];
const RECEIVES = ['MPI_Recv:10:0:1:0,8,8:0:5:W:0:12', 'MPI_Recv:13:0:1:0,8,8:0:5:W:0:31'];

describe('the time that the tracer takes', () => {
  it('is subtracted once for each recorded call: MPI_Init, local ones and others', async () => {
    expect(await computations([SENDS, RECEIVES], [null, null])).toEqual([10_000, 19_000, 969_000]);
    expect(await computations([SENDS, RECEIVES], [500, 500])).toEqual([9500, 18_000, 968_500]);
  });

  it('is the median of all ranks, and unknown if a header lacks it', async () => {
    const of = async (...overheads: (number | null)[]) =>
      recordingTime((await setOf([SENDS, RECEIVES, []].slice(0, overheads.length), overheads)).ranks);
    expect(await of(100, 9000, 200)).toBe(200);
    expect(await of(100, 300)).toBe(200);
    expect(await of(100, null)).toBeNull();
  });

  it('is what was asked for, also of traces that do not state it', async () => {
    expect(await computations([SENDS, RECEIVES], [500, 500], { tracerOverhead: 0 })).toEqual([
      10_000, 19_000, 969_000,
    ]);
    expect(await computations([SENDS, RECEIVES], [null, null], { tracerOverhead: 1000 })).toEqual([
      9000, 17_000, 968_000,
    ]);
  });

  it('is never more than there is', async () => {
    expect(await computations([SENDS, RECEIVES], [9600, 9600])).toEqual([400, 959_400]);
    const { schedule, warnings } = await convert([SENDS, RECEIVES], [15_000, 15_000]);
    expect(Math.min(...schedule.value)).toBe(0);
    expect(withTracer(schedule).value).toEqual(
      Float64Array.from((await convert([SENDS, RECEIVES], [null, null])).schedule.value),
    );
    expect(warnings.map(({ message }) => message)).toContain(
      '15 µs per call of the tracer subtracted (3.6 % of T)',
    );
  });

  it('is kept by the published rules', async () => {
    expect(await computations([SENDS, RECEIVES], [500, 500], { rules: 'published' })).toEqual([
      10_000, 19_000, 969_000,
    ]);
  });

  it('is not undecided, and beside the others', async () => {
    const unknown = SENDS.map((line) => line.replace('MPI_Pack', 'MPIX_Meet'));
    const { schedule, coverage } = await convert([unknown, RECEIVES], [500, 500]);
    const { all } = timeByNature(schedule, coverage, null);
    expect(all?.tracer).toBe(4 * 500 + 3 * 500);
    expect(all?.undecided).toBe(1000);
    const { tracer = 0, ...others } = all ?? {};
    expect(Object.values(others).reduce((a, b) => a + b) + tracer).toBe(coverage.time);
  });

  it('was a part of the traced run, with which a model is compared', async () => {
    // With an injected latency of 1 µs: rank 1 ends with its computation, 969 µs behind the second message.
    const set = await setOf([SENDS, RECEIVES], [2000, 2000], ['# injected-latency-ns: 1000']);
    const { schedule } = tracesToSchedule(set);
    const own = await ownRun(await Model.of(schedule, logGPS({ L: 50_000, o: 0, G: 0 })));
    expect(isOwnRun(own) && own.predicted).toBe(30_000 - 1000 + 1000 + 969_000);
    expect(isOwnRun(own) && own.measured).toBe(1_000_000);
  });
});
