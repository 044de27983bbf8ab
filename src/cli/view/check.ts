/** Fields of the page, each read as the question reads it, so that what is wrong is said where it was typed. */
import { UsageError } from '../../errors.js';
import { parameterRow } from '../../machine/parameters.js';
import { namesInstead } from '../../nearest.js';
import { parseTopologySpec } from '../../platform/topology-spec.js';
import { parseWires } from '../../platform/wire-latencies.js';
import { type ParseOptions, parseTime } from '../../units/units.js';
import { noiseWanted } from '../flags/noise.js';
import { parsePercents } from '../flags/parameters.js';
import { inField } from './field-error.js';
import { PAGE_FIELDS } from './fields.js';
import type { Names } from './names.js';
import { noiseFlagsOf } from './noise-settings.js';
import { isNoisy, type SettingName, type Settings } from './wire.js';

/** Reads the text of a field; what it makes of it is not kept. */
type Check = (text: string) => unknown;

/** Throws FieldError for the first field that cannot be read; what is noisy needs the machine to be read. */
export function checkFields(texts: Omit<Settings, 'collectives'>, names: Names): void {
  for (const [field, check] of checksBy(names))
    if (texts[field] !== '') inField(field, () => check(texts[field]));
  if (isNoisy(texts)) return;
  inField(texts.samples === '' ? 'seed' : 'samples', () => noiseWanted(noiseFlagsOf(texts, names.unit)));
}

function checksBy({ machines, platforms, graphs, unit }: Names): readonly (readonly [SettingName, Check])[] {
  const called = (flag: string): ParseOptions =>
    unit === undefined ? { name: `--${flag}` } : { name: `--${flag}`, unit };
  return [
    ['machine', (text) => known('machine', text, machines)],
    ...PAGE_FIELDS.map(({ key, words, field, flag }): [SettingName, Check] => [
      field,
      flag.options === undefined
        ? (text) => parameterRow(key).parse?.(text, called(flag.name))
        : (text) => known(words, text, flag.options ?? []),
    ]),
    ['platform', (text) => known('platform', text, platforms)],
    ['ranksPerNode', checkCount],
    ['topology', (text) => checkTopology(text, graphs)],
    ['wireLatency', (text) => parseWires(text, called('wire-latency'))],
    ['switchLatency', (text) => parseTime(text, called('switch-latency'))],
    ['pct', parsePercents],
    ['samples', checkSamples],
    ['seed', checkSeed],
  ];
}

function known(what: string, name: string, list: readonly string[]): void {
  if (!list.includes(name)) throw new UsageError(`unknown ${what} '${name}'`, namesInstead(name, list));
}

function checkCount(text: string): void {
  if (/^[1-9]\d{0,8}$/.test(text)) return;
  throw new UsageError(`--ranks-per-node '${text}' is no number of ranks`, 'write a whole number from 1');
}

/** More would not fit into the memory of a page that goes on. */
function checkSamples(text: string): void {
  if (/^[1-9]\d{0,5}$/.test(text)) return;
  throw new UsageError(
    `--samples '${text}' is no number of runs that the page draws`,
    'write a whole number from 1 to 999999',
  );
}

function checkSeed(text: string): void {
  if (/^\d{1,15}$/.test(text)) return;
  throw new UsageError(`--seed '${text}' is no seed`, 'write a whole number from 0');
}

/** A request must not make the server read a file. */
function checkTopology(text: string, graphs: readonly string[]): void {
  if (parseTopologySpec(text).kind === 'generated' || graphs.includes(text)) return;
  throw new UsageError(
    `topology '${text}' is a file that the command line does not name`,
    `start llamp-ts view with --topology ${text}`,
  );
}
