/** Work in steps of a thread that others ask too. */

/** The value of `steps`; `pause` is awaited before each step but the first, and may throw. */
export async function paced<Value>(
  steps: Generator<unknown, Value, void>,
  pause: () => Promise<void>,
): Promise<Value> {
  let step = steps.next();
  while (step.done !== true) {
    await pause();
    step = steps.next();
  }
  return step.value;
}
