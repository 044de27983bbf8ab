/** Errors that one field of the page has made, so that the page can say so there. */
import { LlampError } from '../../errors.js';
import type { SettingName } from './wire.js';

/** What was wrong, and the field that holds it. */
export class FieldError extends LlampError {
  readonly field: SettingName;
  constructor(field: SettingName, { family, problems }: LlampError) {
    super(family, problems);
    this.field = field;
  }
}

/** What `work` gives; what a user can mend of its errors is said of `field`. */
export function inField<Result>(field: SettingName, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw ofField(field, error);
  }
}

/** The error as one of `field`, unless it is a bug or known to be another's. */
export function ofField(field: SettingName, error: unknown): unknown {
  return error instanceof LlampError && !(error instanceof FieldError) ? new FieldError(field, error) : error;
}
