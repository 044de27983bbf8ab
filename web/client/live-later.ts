/** A section that arrives after its page; until then that of the previous settings is shown dimmed. */
import { byId } from './dom.js';

export class LaterSection {
  readonly #heading: string;
  readonly #before: readonly string[];
  #section = '';

  /** `heading`: id of its heading. `before`: ids of the following sections; that of the machine is always one. */
  constructor(heading: string, ...before: readonly string[]) {
    this.#heading = heading;
    this.#before = before;
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

  #put(): void {
    this.#shown()?.remove();
    const [next] = this.#before.flatMap((id) => document.getElementById(id) ?? []);
    const behind = (next ?? byId('h-machine')).closest('section');
    // Made by the server, which escapes its input; the policy blocks scripts.
    behind?.insertAdjacentHTML('beforebegin', this.#section);
  }

  #shown(): Element | null {
    return document.getElementById(this.#heading)?.closest('section') ?? null;
  }
}
