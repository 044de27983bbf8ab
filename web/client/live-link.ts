/** Settings in the address: each change is a step that back and forward take, and the address leads to the page as it is. */
import { type Linked, linkedBy, linkOf, type Settings } from '../../src/cli/view/wire.js';

export class LinkedAddress {
  readonly #begin: Settings;
  /** What made the last step: who goes on typing in one field makes one step. */
  #by = '';

  /** `begin`: what the page began with; `onStep` hears of steps back and forward, and of addresses that are typed. */
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

  /** `by` names what was changed. */
  write(linked: Linked, by: string): void {
    const said = linkOf(linked, this.#begin);
    const address = `${location.pathname}${location.search}${said === '' ? '' : `#${said}`}`;
    if (by === this.#by) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.#by = by;
  }
}
