/** Commands whose answers have several forms: each form reads flags of its own, and the others are refused beside it. */
import { UsageError } from '../../errors.js';

/** What people write to have it, and the flags that it reads. */
export interface Form {
  readonly name: string;
  readonly flags: object;
}

/** A command line as the framework has parsed it. */
interface Parsed {
  readonly flags: object;
  readonly metadata: {
    readonly flags: Readonly<Record<string, { readonly setFromDefault?: boolean } | undefined>>;
  };
}

/** Throws a UsageError for flags that were given and that say nothing to `asked`. */
export function refuseOfOtherForms({ flags, metadata }: Parsed, asked: Form, forms: readonly Form[]): void {
  const given = Object.keys(flags).filter((name) => metadata.flags[name]?.setFromDefault !== true);
  const idle = given.find((name) => !(name in asked.flags));
  if (idle === undefined) return;
  const readers = forms.filter((form) => idle in form.flags).map(({ name }) => name);
  throw new UsageError(
    `--${idle} has no meaning in ${asked.name}`,
    `leave it out: it is of ${readers.join(' and ')}`,
  );
}
