/** One input by its number: made, asked, and told how it went. */
import { LlampError } from '../../src/errors.js';
import { Finding, type FuzzInput, type Kind } from './input.js';
import { pickKind } from './kinds.js';
import { Random } from './random.js';

export interface Outcome {
  /** `accepted`, `accepted: warned`, `refused: input` and other families, `failed`. */
  readonly how: string;
  /** Of a failure: what must hold, the same for all inputs that fail alike. */
  readonly signature?: string;
  /** Of a failure: the whole story. */
  readonly detail?: string;
}

export interface Drawn {
  readonly kind: Kind;
  readonly input: FuzzInput;
}

export function draw(kinds: readonly Kind[], seed: number, index: number): Drawn {
  const random = Random.of(seed, index);
  const kind = pickKind(kinds, random);
  return { kind, input: kind.make(random) };
}

export async function outcomeOf({ kind, input }: Drawn): Promise<Outcome> {
  try {
    const more = await kind.check(input);
    return { how: typeof more === 'string' ? `accepted: ${more}` : 'accepted' };
  } catch (error) {
    if (error instanceof LlampError && !input.whole) return { how: `refused: ${error.family}` };
    return { how: 'failed', signature: signatureOf(error), detail: detailOf(error) };
  }
}

/** Failures of one cause mostly differ in numbers and quoted words alone. */
function signatureOf(error: unknown): string {
  if (error instanceof Finding) return error.property;
  if (error instanceof LlampError) return 'what is right is accepted';
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const general = text
    .split('\n')[0]
    .replace(/'[^']*'|"[^"]*"/g, "''")
    .replace(/\d+(\.\d+)?/g, 'n');
  return `only errors with a family: ${general.slice(0, 120)}`;
}

const detailOf = (error: unknown): string =>
  error instanceof Finding
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
