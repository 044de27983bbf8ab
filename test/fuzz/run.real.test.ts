/** A short run of the fuzzer, by a seed that is another one each time: what it prints makes the same inputs again. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each([
  [600, []],
  [30, ['--kind', 'tracer']],
] as const)(
  '%d inputs of a fresh seed: all is refused with a family, or answered right %j',
  (inputs, kind) => {
    const argv = ['scripts/run-ts.js', 'test/fuzz/run.ts', '--inputs', `${inputs}`, ...kind];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    const [seed] = /^seed \d+$/m.exec(stdout) ?? [];
    console.log(`npm run fuzz -- ${argv.slice(2).join(' ')} --${seed}`);
    expect(seed).toBeDefined();
    expect(status, `${seed}\n${stdout}${stderr}`).toBe(0);
    expect(stdout).toContain(`${seed}: ${inputs} inputs, 0 failed`);
  },
);
