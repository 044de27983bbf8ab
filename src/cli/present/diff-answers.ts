/** What two runs bear, side by side. */
import type { RunProfile } from '../../analysis/difference/profile.js';
import { formatTime } from '../../units/units.js';
import { table } from '../output/table.js';
import { percentText } from './solution.js';

export function answersText(a: RunProfile, b: RunProfile): string {
  const row = (name: string, of: (one: RunProfile) => string): string[] => [name, of(a), of(b)];
  const percents = a.tolerance.map(({ percent }) => percent);
  const rows = [
    row('sensitivity λ_L', ({ lambda }) => String(lambda.L)),
    row('latency share ρ_L', ({ rho }) => percentText(rho)),
    row('messages on the path', ({ messages }) => String(messages)),
    ...percents
      .filter((percent) => borne(b, percent) !== undefined)
      .map((percent) => row(`${percent} % latency tolerance`, (one) => borne(one, percent) ?? '')),
  ];
  return table([{ title: '', align: 'left' }, { title: 'A' }, { title: 'B' }], rows);
}

function borne({ tolerance }: RunProfile, percent: number): string | undefined {
  const found = tolerance.find((one) => one.percent === percent);
  if (found === undefined) return undefined;
  return Number.isFinite(found.delta) ? `+${formatTime(found.delta)}` : 'unlimited';
}
