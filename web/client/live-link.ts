/** Settings in the address: each change is a step for back and forward, and the address restores the page. */
import { type Linked, linkedBy, linkOf, type Settings } from '../../src/cli/view/wire.js';

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
    if (by === this.#by) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.#by = by;
  }
}
