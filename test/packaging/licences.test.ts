/** README.md names each licence that is not MIT, ISC or BSD, and each package of the command line that has one. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly license: string;
  readonly dev?: boolean;
}
const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const rows = readFileSync('README.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '));

/** Binaries for one system, of a package that is named. */
const FOR_A_SYSTEM = /-(?:android|darwin|linux|win32)-/;

const others = Object.entries(packages).filter(
  ([path, { license }]) => !/^(?:MIT|ISC|BSD-[23]-Clause)$/.test(license) && !FOR_A_SYSTEM.test(path),
);

it('the table has each licence and package', () => {
  const missing = others.filter(([path, { license, dev }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const named = (row: string): boolean => dev === true || row.includes(`\`${name}\``);
    const licence = license.match(/[A-Z][\w.-]+\d|Unlicense|0BSD/g) ?? [license];
    return !rows.some((row) => licence.every((one) => row.includes(one)) && named(row));
  });
  expect(missing).toEqual([]);
});
