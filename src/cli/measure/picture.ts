/** The picture of `measure`: o over the message size, as measured and as the machine file has it. */
import { basename } from 'node:path';
import { overheadOf } from '../../machine/machine.js';
import { fittedMachine } from '../../measure/predicted.js';
import { overheadFor } from '../../measure/round-trip.js';
import type { CollectiveSeries } from '../../report/plots/index.js';
import type { Plots } from '../output/plot.js';
import type { MeasuredRun } from './measure.js';

type Points = CollectiveSeries['points'];

/** Medians of a send, a receive and what round trips leave to o; the line is what programs are priced with. */
export function overheadPicture({
  measured,
  machine: file,
}: Pick<MeasuredRun, 'measured' | 'machine'>): (plots: Plots) => string {
  const { L, G, S, protocol, sizes } = measured;
  const machine = fittedMachine(measured);
  const wire = { L: L.value, G: G.value, S, protocol };
  const over = (of: (size: (typeof sizes)[number]) => number | undefined): Points =>
    sizes.flatMap((size) => {
      const latency = of(size);
      return latency === undefined || latency <= 0 ? [] : [{ x: size.bytes, latency }];
    });
  const all: CollectiveSeries[] = [
    { name: 'a send, o_s', measured: true, points: over(({ send }) => send?.value) },
    { name: 'a receive, o_r', measured: true, points: over(({ receive }) => receive?.value) },
    {
      name: 'half a round trip, less L and G',
      measured: true,
      points: over(({ half, bytes }) => overheadFor(wire, half.value, bytes)),
    },
    {
      name: 'o of the machine file, of a message alone',
      measured: false,
      points: over(({ bytes }) => overheadOf(machine, bytes)),
    },
  ];
  const series = all.flatMap((one, style) => (one.points.length === 0 ? [] : [{ ...one, style }]));
  return ({ collectivePlot }) =>
    collectivePlot(series, {
      title: `Overhead by message size: ${basename(file)}`,
      over: 'bytes',
      value: 'overhead o',
    });
}
