/**
 * Settings as the fragment of the page's address: what was changed since the page began, and what is pinned. A fragment
 * stays in the browser: it is in no request, and holds nothing that lets anyone in.
 */
import type { SettingName, Settings } from './wire.js';

/** Settings, and those that are pinned beside them. */
export interface Linked {
  readonly settings: Settings;
  readonly pinned: Settings | null;
}

const COLLECTIVE = 'collective';
const PIN = 'pin';

/** Such as `latency=7us&collective=allreduce%3Dring`; '' where nothing was changed since `begin`. */
export function linkOf({ settings, pinned }: Linked, begin: Settings): string {
  const said = changes(settings, begin);
  if (pinned !== null) said.append(PIN, changes(pinned, begin).toString());
  return said.toString();
}

function changes(settings: Settings, begin: Settings): URLSearchParams {
  const said = new URLSearchParams();
  for (const name of namesOf(begin)) if (settings[name] !== begin[name]) said.append(name, settings[name]);
  if (settings.collectives.join(' ') === begin.collectives.join(' ')) return said;
  // Nothing chosen is a change as well.
  for (const one of settings.collectives.length === 0 ? [''] : settings.collectives)
    said.append(COLLECTIVE, one);
  return said;
}

/** What a fragment, with or without its #, makes of the settings that the page began with; names that are none change nothing. */
export function linkedBy(fragment: string, begin: Settings): Linked {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const pin = said.get(PIN);
  return {
    settings: changed(said, begin),
    pinned: pin === null ? null : changed(new URLSearchParams(pin), begin),
  };
}

function changed(said: URLSearchParams, begin: Settings): Settings {
  const texts = namesOf(begin).map((name) => [name, said.get(name) ?? begin[name]]);
  const collectives = said.has(COLLECTIVE)
    ? said.getAll(COLLECTIVE).filter((one) => one !== '')
    : begin.collectives;
  return { ...begin, ...Object.fromEntries(texts), collectives };
}

const namesOf = (begin: Settings): SettingName[] =>
  Object.keys(begin).filter((name): name is SettingName => name !== 'collectives');
