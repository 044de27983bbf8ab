/** The form of the page: its settings, their restoration, and their errors. */
import { REPLACED_FIELDS } from '../../src/live/fields.js';
import {
  type LiveAnswer,
  NOISE_DRAWS,
  NOISE_SOURCES,
  type SettingName,
  type Settings,
  type Setup,
  SITE_FIELDS,
} from '../../src/live/settings.js';
import { byId, html } from './dom.js';

/** Prefix of field names. */
const PREFIX = 'live-';

type Field = HTMLInputElement | HTMLSelectElement;

export class LiveForm {
  readonly element: HTMLElement = byId('live-form');
  readonly #levels: Readonly<Record<string, readonly string[]>> = JSON.parse(
    byId('live-levels').textContent ?? '',
  );
  #setup: Setup | null = null;

  constructor() {
    this.element.addEventListener('submit', (event) => event.preventDefault());
    this.element.inert = true;
  }

  /** Offers the algorithms of a program. */
  open(setup: Setup): void {
    this.#setup = setup;
    this.element.inert = false;
    const kept = ({ collective }: Setup['collectives'][number]): string =>
      setup.settings.collectives.find((one) => one.startsWith(`${collective}=`) && !one.includes('@')) ?? '';
    byId('live-collectives').replaceChildren(
      ...setup.collectives.map((one) => {
        const { collective, choices } = one;
        const all = [...new Set([...choices, kept(one)])];
        const options = all.map((value) =>
          html('option', { value }, value === '' ? 'default' : value.slice(collective.length + 1)),
        );
        const list = html('select', { 'data-collective': collective }, options);
        const label = html('label', {}, [document.createTextNode(collective), list]);
        return html('div', { class: 'cell' }, [label]);
      }),
    );
  }

  /** The settings; a field that a site replaces, or that does not apply, is omitted. */
  settings(): Settings {
    const texts = this.#fields().map((one) => [nameOf(one), one.disabled ? '' : one.value.trim()]);
    const chosen = this.#collectives().map(({ value }) => value);
    const { settings, fixedCollectives } = this.#opened();
    return {
      ...settings,
      ...Object.fromEntries(texts),
      collectives: [...fixedCollectives, ...chosen.filter((value) => value !== '')],
    };
  }

  /** Writes settings into the fields; returns values that a list does not offer, which stay at their default. */
  write(settings: Settings): string[] {
    const texts = this.#fields().map((one) => put(one, settings[nameOf(one)]));
    const chosen = this.#collectives().map((one) => put(one, choiceFor(one, settings)));
    // The levels are offered once their platform is known.
    this.follow(settings['map-by']);
    const level = textIn('map-by') === settings['map-by'] ? '' : `'${settings['map-by']}'`;
    return [...texts, ...chosen, level].filter((one) => one !== '');
  }

  /** Enables the fields that apply to the site and the noise; `level`: that of the mapping, if the platform has it. */
  follow(level: string = textIn('map-by')): void {
    const [platform, topology] = [textIn('platform'), textIn('topology').trim()];
    // If both are given they stay enabled, because one of them must be cleared.
    const both = platform !== '' && topology !== '';
    const kind = platform !== '' ? 'platform' : topology !== '' ? 'topology' : null;
    enable(['platform'], both || kind !== 'topology');
    enable(['topology'], both || kind !== 'platform');
    for (const fields of Object.values(REPLACED_FIELDS)) enable(fields, true);
    for (const fields of Object.values(SITE_FIELDS)) enable(fields, false);
    if (kind !== null) {
      enable(REPLACED_FIELDS[kind], false);
      enable(SITE_FIELDS[kind], true);
    }
    enable(
      NOISE_DRAWS,
      NOISE_SOURCES.some((name) => textIn(name).trim() !== ''),
    );
    const levels = this.#levels[platform] ?? [];
    const list = field('map-by');
    if (!(list instanceof HTMLSelectElement)) return;
    list.replaceChildren(
      html('option', { value: '' }, 'default'),
      ...levels.map((name) => html('option', { value: name }, name)),
    );
    list.value = levels.includes(level) ? level : '';
  }

  /** Shows the defaults of empty fields. */
  showDefaults(values: LiveAnswer['values']): void {
    for (const [name, text] of Object.entries(values)) {
      const found = field(name);
      if (found instanceof HTMLInputElement) found.placeholder = text;
      if (found instanceof HTMLSelectElement && found.options[0]?.value === '')
        found.options[0].textContent = found.value === '' ? `default: ${text}` : 'default';
    }
  }

  /** Shows an error at its field if it has one; '' clears it. */
  refuse(message: string, name?: SettingName): void {
    const box = byId('live-problem');
    for (const marked of this.element.querySelectorAll('[aria-invalid]')) {
      marked.removeAttribute('aria-invalid');
      marked.removeAttribute('aria-describedby');
    }
    const found = name === undefined || message === '' ? null : field(name);
    found?.setAttribute('aria-invalid', 'true');
    found?.setAttribute('aria-describedby', box.id);
    (found?.closest('.cell') ?? byId('live-problems')).append(box);
    box.textContent = message;
    box.hidden = message === '';
  }

  #opened(): Setup {
    if (this.#setup === null) throw new Error('no program is open');
    return this.#setup;
  }

  #fields(): Field[] {
    return [...this.element.querySelectorAll<Field>(`[id^="${PREFIX}"]:is(input, select)`)];
  }

  #collectives(): HTMLSelectElement[] {
    return [...this.element.querySelectorAll<HTMLSelectElement>('select[data-collective]')];
  }
}

const field = (name: string): HTMLElement | null => document.getElementById(`${PREFIX}${name}`);

const textIn = (name: string): string => {
  const found = field(name);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found.value : '';
};

function enable(names: readonly string[], enabled: boolean): void {
  for (const name of names) field(name)?.toggleAttribute('disabled', !enabled);
}

const nameOf = ({ id }: Field): SettingName => id.slice(PREFIX.length) as SettingName;

const choiceFor = ({ dataset: { collective = '' } }: Field, { collectives }: Settings): string =>
  collectives.find((one) => one.startsWith(`${collective}=`) && !one.includes('@')) ?? '';

/** Writes a text into a field; returns it if the field cannot hold it. */
function put(one: Field, text: string): string {
  one.value = text;
  if (one.value === text || !(one instanceof HTMLSelectElement)) return '';
  one.selectedIndex = 0;
  // Levels come with their platform.
  return nameOf(one) === 'map-by' ? '' : `'${text}'`;
}
