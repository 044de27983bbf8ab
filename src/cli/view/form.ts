/** The form of the page: a field for each setting. */
import { offeredTopologies } from '../../platform/topology-spec.js';
import { escapeText } from '../../report/plots/frame.js';
import { NOISE_DEFAULTS } from '../flags/noise.js';
import { DEFAULT_RANGE } from '../flags/report.js';
import { PAGE_FIELDS, SITE_TEXTS } from './fields.js';
import type { Names } from './names.js';
import { NOISE_TEXTS } from './noise-settings.js';
import type { CollectiveChoices, SettingName, Settings } from './wire.js';

interface Option {
  readonly value: string;
  readonly name: string;
}

/** What fields are offered, and what they begin with. */
export interface FormFacts {
  readonly settings: Settings;
  readonly names: Names;
  readonly collectives: readonly CollectiveChoices[];
}

const SPECS = 'live-specs';

export function formFields({ settings, names, collectives }: FormFacts): string {
  const text: TextField = (id, label, example, more = '') =>
    cell(
      `<label>${label}<input id="live-${id}" value="${escapeText(settings[id])}" placeholder="${escapeText(example)}" spellcheck="false"${more}></label>`,
    );
  const choice = (id: SettingName, label: string, options: readonly Option[]): string =>
    cell(
      `<label>${label}<select id="live-${id}">${options.map((one) => option(one, settings[id])).join('')}</select></label>`,
    );
  return [
    choice('machine', 'machine', plain(names.machines)),
    ...PAGE_FIELDS.map(({ field, label, example, flag: { options } }) =>
      options === undefined
        ? text(field, label, example)
        : choice(field, label, [DEFAULT, ...plain(options)]),
    ),
    choice('platform', 'platform', [{ value: '', name: 'none' }, ...plain(names.platforms)]),
    choice('mapBy', 'ranks mapped by', [DEFAULT]),
    ...SITE_TEXTS.map(({ field, label, example }) =>
      text(field, label, example, field === 'topology' ? ` list="${SPECS}"` : ''),
    ),
    specs(),
    text('range', 'range of L', DEFAULT_RANGE),
    text('pct', 'slowdowns in %', '1,2,5'),
    ...collectives.map((one) => cell(algorithms(one, settings))),
    noiseFields(text),
  ].join('\n');
}

type TextField = (id: SettingName, label: string, example: string, more?: string) => string;

function noiseFields(text: TextField): string {
  const sources = NOISE_TEXTS.map(({ field, label, examples }) => {
    const list = `live-${field}-examples`;
    return text(field, label, 'none', ` list="${list}"`) + offered(list, examples);
  });
  const { samples, seed } = NOISE_DEFAULTS;
  const draws = [text('samples', 'runs', String(samples)), text('seed', 'seed', String(seed))];
  return `<fieldset><legend>noise</legend>${[...sources, ...draws].join('\n')}</fieldset>`;
}

const DEFAULT: Option = { value: '', name: 'default' };

const cell = (body: string): string => `<div class="cell">${body}</div>`;

const plain = (list: readonly string[]): Option[] => list.map((name) => ({ value: name, name }));

/** Families of topologies, each with its keys as it takes them. */
function specs(): string {
  const options = offeredTopologies().map(
    ({ spec, summary }) => `<option value="${escapeText(spec)}" label="${escapeText(summary)}"></option>`,
  );
  return `<datalist id="${SPECS}">${options.join('')}</datalist>`;
}

function offered(id: string, values: readonly string[]): string {
  const options = values.map((value) => `<option value="${escapeText(value)}"></option>`);
  return `<datalist id="${id}">${options.join('')}</datalist>`;
}

function algorithms({ collective, choices }: CollectiveChoices, settings: Settings): string {
  const chosen =
    settings.collectives.find((one) => one.startsWith(`${collective}=`) && !one.includes('@')) ?? '';
  const all = choices.includes(chosen) ? choices : [chosen, ...choices];
  const options = all.map((value) =>
    option({ value, name: value === '' ? 'default' : value.slice(collective.length + 1) }, chosen),
  );
  return `<label>${escapeText(collective)}<select data-collective="${escapeText(collective)}">${options.join('')}</select></label>`;
}

const option = ({ value, name }: Option, chosen: string): string =>
  `<option value="${escapeText(value)}"${value === chosen ? ' selected' : ''}>${escapeText(name)}</option>`;
