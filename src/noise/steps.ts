/** Work in parts, so that who waits for it can do something else between two, or let it go. */

/** Gives its value at the end, and nothing on the way. */
export type Steps<Value> = Generator<void, Value, void>;

/** The value, without a break. */
export function finished<Value>(steps: Steps<Value>): Value {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
