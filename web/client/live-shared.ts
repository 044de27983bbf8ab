/** What is shared, in the page: it comes last, and until then that of the settings before stands there, dimmed. */
import { byId } from './dom.js';

export class SharedPart {
  #section = '';

  /** Shows the section of the settings that the page is of. */
  show(section: string): void {
    this.#section = section;
    this.#put(false);
  }

  /** Puts the section before into a page that is new. */
  keep(): void {
    if (this.#section !== '') this.#put(true);
  }

  #put(before: boolean): void {
    document.getElementById('h-shared')?.closest('section')?.remove();
    const machine = byId('h-machine').closest('section');
    // Made by sharedSection, which escapes what it is given; the policy lets no script in.
    machine?.insertAdjacentHTML('beforebegin', this.#section);
    if (before) byId('h-shared').closest('section')?.setAttribute('aria-busy', 'true');
  }
}
