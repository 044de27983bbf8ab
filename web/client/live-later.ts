/** A section that comes after the page that it belongs to: until then that of the settings before stands there, dimmed. */
import { byId } from './dom.js';

export class LaterSection {
  readonly #heading: string;
  readonly #before: readonly string[];
  #section = '';

  /** `heading`: id of its heading. `before`: those of sections that come behind it; that of the machine always does. */
  constructor(heading: string, ...before: readonly string[]) {
    this.#heading = heading;
    this.#before = before;
  }

  /** Shows the section of the settings that the page is of; '' for none. */
  show(section: string): void {
    this.#section = section;
    this.#put();
  }

  /** Puts the section before, dimmed, into a page that is new, or about to have another. */
  keep(): void {
    if (this.#section === '') return;
    this.#put();
    this.#shown()?.setAttribute('aria-busy', 'true');
  }

  #put(): void {
    this.#shown()?.remove();
    const [next] = this.#before.flatMap((id) => document.getElementById(id) ?? []);
    const behind = (next ?? byId('h-machine')).closest('section');
    // Made by the server, which escapes what it is given; the policy lets no script in.
    behind?.insertAdjacentHTML('beforebegin', this.#section);
  }

  #shown(): Element | null {
    return document.getElementById(this.#heading)?.closest('section') ?? null;
  }
}
