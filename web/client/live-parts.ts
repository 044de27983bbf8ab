/** Parts of the live page: its numbers, sections that arrive later, and the settings in its address. */
import { type Linked, type LiveAnswer, linkedBy, linkOf, type Settings } from '../../src/live/settings.js';
import { percent, plain } from '../../src/report/plots/scales.js';
import { formatTime } from '../../src/units.js';
import { byId, html } from './dom.js';

/** Shows the numbers at the machine as soon as they are known. */
export function showNumbers(answer: LiveAnswer): void {
  const list = byId('live-numbers');
  for (const old of [...list.querySelectorAll('.live-tolerance')]) old.remove();
  set('live-runtime', answer.runtime, formatTime(answer.runtime));
  set('live-lambda', answer.lambda, plain(answer.lambda));
  set('live-rho', answer.rho, percent(answer.rho));
  for (const { percent: slower, delta } of answer.tolerance) {
    const text = delta === null ? 'unlimited' : `+${formatTime(delta)}`;
    const value = html('b', { 'data-percent': String(slower), 'data-value': String(delta) }, text);
    const item = html('li', { class: 'live-tolerance' }, `${plain(slower)} % slower at`);
    item.append(value);
    list.append(item);
  }
}

function set(id: string, value: number, text: string): void {
  const cell = byId(id);
  cell.dataset.value = String(value);
  cell.textContent = text;
}

/** A section that arrives after its page; until then that of the previous settings is shown dimmed. */
export class LaterSection {
  readonly #heading: string;
  readonly #before: readonly string[];
  #section: string;

  /** `heading`: id of its heading. `before`: ids of the following sections; that of the machine is always one. */
  constructor(heading: string, ...before: readonly string[]) {
    this.#heading = heading;
    this.#before = before;
    this.#section = this.#shown()?.outerHTML ?? '';
  }

  /** Shows the section of the present settings; '' for none. */
  show(section: string): void {
    this.#section = section;
    this.#put();
  }

  /** Inserts the previous section, dimmed, into a new page, or before an update. */
  keep(): void {
    if (this.#section === '') return;
    this.#put();
    this.#shown()?.setAttribute('aria-busy', 'true');
  }

  /** Drops the section of another program. */
  forget(): void {
    this.#section = '';
  }

  #put(): void {
    this.#shown()?.remove();
    const [next] = this.#before.flatMap((id) => document.getElementById(id) ?? []);
    const behind = (next ?? byId('h-machine')).closest('section');
    // Its maker escapes the input; the policy blocks scripts.
    behind?.insertAdjacentHTML('beforebegin', this.#section);
  }

  #shown(): Element | null {
    return document.getElementById(this.#heading)?.closest('section') ?? null;
  }
}

/** Settings in the address: each change is a step for back and forward, and the address restores the page. */
export class LinkedAddress {
  readonly #begin: Settings;
  /** The field of the last step: continued typing in one field is one step. */
  #by = '';

  /** `begin`: the initial settings of the page; `onStep` receives back and forward, and entered addresses. */
  constructor(begin: Settings, onStep: () => void) {
    this.#begin = begin;
    addEventListener('popstate', () => {
      this.#by = '';
      onStep();
    });
  }

  read(): Linked {
    return linkedBy(location.hash, this.#begin);
  }

  /** `by`: what was changed. */
  write(linked: Linked, by: string): void {
    const said = linkOf(linked, this.#begin);
    const address = `${location.pathname}${location.search}${said === '' ? '' : `#${said}`}`;
    try {
      if (by === this.#by) history.replaceState(null, '', address);
      else history.pushState(null, '', address);
    } catch {
      // A frame without an origin has no address of its own.
    }
    this.#by = by;
  }
}
