/** One vocabulary in all JSON: the runtime is `runtime_ns`, λ is `lambda` by parameter. */
import { expect, it } from 'vitest';
import { answersAs } from './answers.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** All objects within a value, without recursion. */
function objectsOf(value: Json): { [key: string]: Json }[] {
  const found: { [key: string]: Json }[] = [];
  const todo: Json[] = [value];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next === null || typeof next !== 'object') continue;
    if (!Array.isArray(next)) found.push(next);
    todo.push(...Object.values(next));
  }
  return found;
}

const objects = answersAs('--json').filter(({ output }) => output.startsWith('{'));

it.each(objects)('$line names the runtime and λ alike', ({ output }) => {
  const { schema, result } = JSON.parse(output);
  expect(schema).toMatch(/^llamp-ts\/[a-z-]+\/2$/);
  const names = objectsOf(result).flatMap((one) => Object.keys(one));
  expect(names.filter((name) => /^(?:T_ns|lambda_[LG](?:_received)?)$/.test(name))).toEqual([]);
});
