/** An answer in all its forms, and the flags that choose one. */
import type { Envelope } from './json.js';

export interface OutputFlags {
  readonly json: boolean;
  readonly csv?: boolean;
  readonly markdown?: boolean;
  readonly output?: string | undefined;
  readonly quiet: boolean;
}

/** The forms of an answer; each is made only when it is wanted. */
export interface Answer {
  readonly json: () => Envelope;
  readonly csv?: () => string;
  readonly text: () => string;
}
