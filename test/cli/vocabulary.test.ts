/** One vocabulary in all JSON: the runtime is `runtime_ns`, λ is `lambda` by parameter; old names stand beside them. */
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

it.each(objects)('$line says everything by one name, and by its old one beside it', ({ output }) => {
  const { schema, result, deprecated = {} } = JSON.parse(output);
  expect(schema).toMatch(/^llamp-ts\/[a-z-]+\/2$/);
  const old = new Set<string>();
  for (const one of objectsOf(result))
    for (const [key, value] of Object.entries(one)) {
      const [, parameter, received = ''] = /^lambda_([LG])(_received)?$/.exec(key) ?? [];
      if (key === 'T_ns') expect(one.runtime_ns).toEqual(value);
      else if (parameter !== undefined) expect(one[`lambda${received}`]).toHaveProperty([parameter], value);
      else continue;
      old.add(key);
    }
  expect(Object.keys(deprecated).sort()).toEqual([...old].sort());
});
