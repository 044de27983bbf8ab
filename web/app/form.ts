/** The form of the page, made from the table of parameters; read and written as texts by name. */
import { PAGE_FIELDS, REPLACED_FIELDS, SITE_TEXTS } from '../../src/cli/view/fields.js';
import { type CollectiveChoices, SITE_FIELDS } from '../../src/cli/view/wire.js';
import { DEFAULT_MACHINE, MACHINE_PRESETS } from '../../src/machine/machine.js';
import { PLATFORM_NAMES } from '../../src/platform/platform.js';
import { byId, html } from '../client/dom.js';
import { followSite, textIn } from '../client/site-fields.js';
import type { Offers } from './offers.js';
import type { MachineTask, SiteTask, Task } from './protocol.js';

type Field = HTMLInputElement | HTMLSelectElement;

const SPECS = 'specs';

/** Inserted by the build. */
declare const OFFERS: Offers;

/** The settings of the form, without its files. */
export type TaskOptions = Omit<Task, 'files' | 'title'>;

export class AppForm {
  readonly element: HTMLElement = byId('machine');
  readonly #collectives: HTMLElement = byId('collectives');
  /** Chosen before the collectives are known. */
  #awaited: readonly string[] = [];

  constructor() {
    this.element.prepend(...fields(), specs());
    this.element.addEventListener('input', () => this.follow());
    this.follow();
  }

  options(): TaskOptions {
    const text = (name: string): string => {
      const found = fieldBy(name);
      return found === null || found.disabled ? '' : found.value.trim();
    };
    const typed = PAGE_FIELDS.map(({ key, field }) => [key, text(field)]);
    const machine: MachineTask = { preset: text('preset'), typed: Object.fromEntries(typed) };
    const site: SiteTask = {
      platform: text('platform'),
      mapBy: text('mapBy'),
      topology: text('topology'),
      wireLatency: text('wireLatency'),
      switchLatency: text('switchLatency'),
      ranksPerNode: text('ranksPerNode'),
    };
    return { machine, site, collectives: this.#chosen(), range: text('range'), pct: text('pct') };
  }

  /** Every field with a value, by name, for the address. */
  texts(): [string, string][] {
    const said = this.#fields().filter(({ id, disabled, value }) => !disabled && value !== byDefault(id));
    const all = said.map(({ id, value }): [string, string] => [id, value.trim()]);
    return [...all, ...this.#chosen().map((one): [string, string] => ['collective', one])];
  }

  /** Restores the fields from an address; unknown names are ignored. */
  write(texts: URLSearchParams): void {
    for (const one of this.#fields()) {
      one.value = texts.get(one.id) ?? byDefault(one.id);
      if (one instanceof HTMLSelectElement && one.selectedIndex < 0) one.selectedIndex = 0;
    }
    this.#awaited = texts.getAll('collective');
    this.#collectives.replaceChildren();
    this.follow(texts.get('mapBy') ?? '');
  }

  /** Enables the fields that apply to the present site. */
  follow(level: string = textIn(fieldBy('mapBy'))): void {
    followSite({ field: fieldBy, levels: OFFERS.levels, replaced: REPLACED_FIELDS, own: SITE_FIELDS }, level);
  }

  /** Offers the algorithms of a program; valid choices are kept. */
  offer(collectives: readonly CollectiveChoices[]): void {
    const chosen = this.#chosen();
    this.#awaited = [];
    this.#collectives.replaceChildren(
      ...collectives.map(({ collective, choices }) => {
        const options = choices.map((one) => [one, one.slice(collective.length + 1) || 'default'] as const);
        const list = select('', options);
        list.dataset.collective = collective;
        list.value = chosen.find((one) => choices.includes(one)) ?? '';
        return labelled(collective, list);
      }),
    );
  }

  /** Another program calls other collectives. */
  forget(): void {
    this.#awaited = [];
    this.#collectives.replaceChildren();
  }

  #chosen(): string[] {
    const lists = [...this.#collectives.querySelectorAll('select')];
    return [...this.#awaited, ...lists.map(({ value }) => value)].filter((one) => one !== '');
  }

  #fields(): Field[] {
    return [...this.element.querySelectorAll<Field>(':is(input, select)[id]')];
  }
}

const byDefault = (name: string): string => (name === 'preset' ? DEFAULT_MACHINE : '');

function fieldBy(name: string): Field | null {
  const found = document.getElementById(name);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
}

function fields(): HTMLElement[] {
  const named = (names: readonly string[]) => names.map((name) => [name, name] as const);
  return [
    labelled('machine', select('preset', named(Object.keys(MACHINE_PRESETS)))),
    ...PAGE_FIELDS.map(({ field, label, example, flag: { options } }) =>
      labelled(
        label,
        options === undefined
          ? input(field, `such as ${example}`)
          : select(field, [['', 'default'], ...named(options)]),
      ),
    ),
    labelled('platform', select('platform', [['', 'none'], ...named(PLATFORM_NAMES)])),
    labelled('ranks mapped by', select('mapBy', [['', 'default']])),
    ...SITE_TEXTS.map(({ field, label, example }) =>
      labelled(label, input(field, example, field === 'topology' ? { list: SPECS } : {})),
    ),
    labelled('range of L', input('range', 'twice the tolerance')),
    labelled('slowdowns in %', input('pct', '1,2,5')),
  ];
}

const labelled = (text: string, field: HTMLElement): HTMLElement =>
  html('label', {}, [document.createTextNode(text), field]);

function input(id: string, placeholder: string, more: Readonly<Record<string, string>> = {}): HTMLElement {
  return html('input', { id, placeholder, autocomplete: 'off', spellcheck: 'false', ...more });
}

function select(id: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
  const list = document.createElement('select');
  if (id !== '') list.id = id;
  list.append(...options.map(([value, name]) => html('option', { value }, name)));
  return list;
}

const specs = (): HTMLElement =>
  html(
    'datalist',
    { id: SPECS },
    OFFERS.topologies.map(({ spec, summary }) => html('option', { value: spec, label: summary })),
  );
