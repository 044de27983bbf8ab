/** What `--collective` chooses. */
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';

/** The values of the flag, read. Throws UsageError. */
export const choicesOf = (texts: readonly string[]): CollectiveSpec[] =>
  texts.map((text) => parseCollectiveSpec(text));
