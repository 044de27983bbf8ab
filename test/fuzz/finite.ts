/** No answer holds a number that is none. */
import { Finding } from './input.js';

/** Keys whose value may be without limit: "no value is too large". */
const UNLIMITED = /^(high|value|delta)$/;

/** Throws a Finding at the first number in `value`, however deep, that is NaN, or infinite where nothing is unlimited. */
export function allFinite(value: unknown, what: string): void {
  const open: [string, unknown][] = [[what, value]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, one] = next;
    if (typeof one === 'number') {
      const unlimited = one === Number.POSITIVE_INFINITY && UNLIMITED.test(path.split('.').at(-1) ?? '');
      if (!Number.isFinite(one) && !unlimited)
        throw new Finding('every number is finite', `${path} = ${one}`);
    } else if (ArrayBuffer.isView(one)) {
      open.push([path, [...Object.values(one)]]);
    } else if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one)) open.push([`${path}.${key}`, inner]);
    }
  }
}
