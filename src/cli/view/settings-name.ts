/** What settings are called beside others: the machine, and all that was said of it. */
import type { Machine } from '../../machine/machine.js';
import { PAGE_FIELDS } from './fields.js';
import type { SettingName, Settings } from './wire.js';

/** Words before the values of fields that have no place in the table of parameters. */
const SITE_WORDS: readonly (readonly [SettingName, string])[] = [
  ['platform', 'platform'],
  ['mapBy', 'mapped by'],
  ['topology', ''],
  ['wireLatency', 'wire'],
  ['switchLatency', 'switch'],
  ['ranksPerNode', 'ranks per node'],
];

/**
 * Such as `cscs-testbed, latency L 7us, CPU and NIC ordered, allreduce=ring`. `machine`: how CPUs and NICs are shared on
 * it, whether the settings say so or the question decides.
 */
export function settingsName(settings: Settings, { cpu, nic }: Pick<Machine, 'cpu' | 'nic'>): string {
  const parameters = PAGE_FIELDS.filter(({ key }) => key !== 'cpu' && key !== 'nic');
  const words = [...parameters.map(({ field, label }) => [field, label] as const), ...SITE_WORDS];
  const said = words.flatMap(([field, word]) =>
    settings[field] === '' ? [] : [`${word} ${settings[field]}`.trim()],
  );
  const shared = cpu === nic ? `CPU and NIC ${cpu}` : `CPU ${cpu}, NIC ${nic}`;
  return [settings.machine, ...said, shared, ...settings.collectives].filter((one) => one !== '').join(', ');
}

/** What a reader of two curves should know before the difference is taken for that of the algorithms; '' for nothing. */
export function sharingNote(one: Pick<Machine, 'cpu' | 'nic'>, other: Pick<Machine, 'cpu' | 'nic'>): string {
  if (one.cpu === other.cpu && one.nic === other.nic) return '';
  return 'CPUs and NICs are not shared alike in the two, and that alone can make T differ: choose one CPU and NIC for both to compare all else. Where an algorithm is chosen, the default is ordered.';
}
