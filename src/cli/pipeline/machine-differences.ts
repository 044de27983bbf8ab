/** Which values two machines have otherwise, as JSON tells them. */

type Values = Readonly<Record<string, unknown>>;

/** What is no value of a machine, or follows from how many ranks a program has. */
const BESIDE = new Set(['source', 'cores', 'occupied']);

/** What earlier versions did not say: there was nothing else. */
const UNSAID = new Map([['topology.allocation', JSON.stringify('packed')]]);

/** `latency_ns 3000 → 1400`, one for each value; of parts such as a platform its own. */
export function differingValues(a: Values, b: Values): string[] {
  const [one, other] = [leaves(a), leaves(b)];
  const known = (values: Map<string, string>, key: string) => values.get(key) ?? UNSAID.get(key);
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => known(one, key) !== known(other, key))
    .map((key) => `${key} ${one.get(key) ?? 'none'} → ${other.get(key) ?? 'none'}`);
}

/** Values by their path of keys, as text. */
function leaves(values: Values): Map<string, string> {
  const found = new Map<string, string>();
  const todo: [string, unknown][] = Object.entries(values);
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    const [path, value] = next;
    if (BESIDE.has(path.slice(path.lastIndexOf('.') + 1))) continue;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      todo.push(...Object.entries(value).map(([key, inner]): [string, unknown] => [`${path}.${key}`, inner]));
    else found.set(path, JSON.stringify(value) ?? 'none');
  }
  return found;
}
