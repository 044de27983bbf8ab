/**
 * What is said of links against SimGrid's fluid simulation of the same messages on the same ways (Debian: libsimgrid-dev).
 * `LLAMP_SIMGRID=all npx vitest run --mode real test/simulation/contention` plays all cases and writes
 * `data/simgrid.csv`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { readSmpi } from '../../../src/sources/smpi/read-smpi.js';
import { file, GIGA } from '../../sources/smpi/samples.js';
import { hasSimGrid, SimGrid } from '../../sources/smpi/simgrid.js';
import { PLACES, type Place } from './cases.js';
import { fluidPlatform } from './fluid.js';
import { CASES, type Case, inEnvelopes, nameOf, programOf, sited, type Times, timesOf } from './times.js';
import './simgrid.test.js';

const ALL = process.env.LLAMP_SIMGRID === 'all';
/** What SimGrid prints has six digits of a second behind the point. */
const DIGIT_NS = 1e3;

const folder = mkdtempSync(join(tmpdir(), 'llamp-fluid-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** SimGrid's time of a text, ns. */
function played(text: string, ranks: number, place: Place, theirs: readonly string[] = []): number {
  const { machine, links } = sited(place);
  const simgrid = new SimGrid(folder, (hosts) => fluidPlatform(machine, links, hosts));
  return simgrid.replay(text, ranks, theirs).seconds * 1e9;
}

/** SimGrid's time lies between the bounds, in whichever order its links serve. */
function expectBetween(simgrid: number, { lower, any }: Times, name: string): void {
  expect(simgrid, `${name}: the lower bound`).toBeGreaterThanOrEqual(lower - DIGIT_NS);
  expect(simgrid, `${name}: the bound of any order`).toBeLessThanOrEqual(any + DIGIT_NS);
}

async function row(one: Case): Promise<string> {
  const { text, schedule } = await programOf(one);
  const times = await timesOf(schedule, PLACES[one.place]());
  const simgrid = played(text, schedule.ranks, PLACES[one.place]());
  expectBetween(simgrid, times, nameOf(one));
  const { plain, lower, first, any } = times;
  return [nameOf(one), ...[plain, lower, simgrid, first, any].map(Math.round)].join(',');
}

describe.skipIf(!hasSimGrid())('SimGrid as it runs here (needs smpirun)', () => {
  it.skipIf(!ALL)('all cases, written down', { timeout: 3_600_000 }, async () => {
    const rows = ['pattern,topology,bytes,uneven,plain_ns,lower_ns,simgrid_ns,first_come_ns,any_order_ns'];
    for (const one of CASES) rows.push(await row(one));
    writeFileSync(join(import.meta.dirname, 'data', 'simgrid.csv'), `${rows.join('\n')}\n`);
  });

  it.each(CASES.filter((_, i) => i % 13 === 0))('$pattern on $place, $bytes B', async (one) => {
    const written = readFileSync(join(import.meta.dirname, 'data', 'simgrid.csv'), 'utf8');
    expect(written.split('\n')).toContain(await row(one));
  });

  it.each(Object.keys(PLACES))('a shipped trace with collectives, on %s', async (name) => {
    const text = readFileSync('traces/smpi/stencil.txt', 'utf8').replace(/ 1000 0$/gm, ' 100000 0');
    const collectives = [parseCollectiveSpec('allreduce=recursive-doubling')];
    const { schedule } = tracesToSchedule(await readSmpi([file('stencil.txt', text)], GIGA), { collectives });
    const times = await timesOf(inEnvelopes(schedule), PLACES[name]());
    expectBetween(played(text, schedule.ranks, PLACES[name](), ['allreduce:rdb']), times, name);
  });
});
