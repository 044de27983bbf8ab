/** Outputs of one command that would be lost in each other, or destroy what the command reads. */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../../errors.js';

/** Flags that name a file to write. */
const OUTPUTS = ['output', 'plot', 'parquet', 'save', 'rankfile-out', 'platform-out', 'emit'] as const;

interface Output {
  readonly flag: string;
  readonly file: string;
  /** What tells files apart, also those that are not there yet. */
  readonly identity: string;
}

/**
 * Throws UsageError when two outputs are one file, or an output is a file that INPUT or a flag names. Devices and
 * standard output take more than one. Files that are named by their folder, or by one of them, are those of `setOf`.
 */
export async function refuseClashes(
  inputs: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  setOf: (inputs: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const outputs = OUTPUTS.flatMap((flag) => outputOf(flag, flags[flag]));
  refuseTwice(outputs);
  const there = outputs.filter(({ file }) => statSync(file, { throwIfNoEntry: false }) !== undefined);
  if (there.length === 0) return;
  const named = Object.entries(flags).filter(([flag]) => !OUTPUTS.some((output) => output === flag));
  const read = [...inputs, ...named.flatMap(([, value]) => filesIn(value)), ...(await setOf(inputs))];
  for (const { flag, file, identity } of there) {
    if (!read.some((path) => identityOf(path) === identity)) continue;
    throw new UsageError(`--${flag} ${file} would overwrite what is read`, 'name another file');
  }
}

function outputOf(flag: string, value: unknown): Output[] {
  if (Array.isArray(value)) return value.flatMap((one) => outputOf(flag, one));
  if (typeof value !== 'string' || value === '-') return [];
  const file = flag === 'emit' ? value.slice(value.indexOf('=') + 1) : value;
  const identity = identityOf(file);
  return identity === undefined ? [] : [{ flag, file, identity }];
}

function refuseTwice(outputs: readonly Output[]): void {
  for (const [i, { flag, file, identity }] of outputs.entries()) {
    const other = outputs.slice(0, i).find((one) => one.identity === identity);
    if (other === undefined) continue;
    throw new UsageError(
      other.flag === flag
        ? `--${flag} names one file twice: ${file}`
        : `--${other.flag} and --${flag} are both ${file}`,
      'name two files: one would be lost',
    );
  }
}

/** Files that a value may name: `a.yaml`, `a.yaml,b.yaml`, `graph:net.xml`, `core:8=p2p.csv`. */
function filesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(filesIn);
  if (typeof value !== 'string') return [];
  const parts = value.split(',');
  return [
    value,
    ...parts,
    ...parts.flatMap((part) => [part.replace(/^[^:]*:/, ''), part.replace(/^[^=]*=/, '')]),
  ];
}

/** Undefined for what is no file, such as a device, and for a path that leads nowhere. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined) return found.isFile() ? `${found.dev} ${found.ino}` : undefined;
    return join(realpathSync(dirname(resolve(path))), basename(path));
  } catch {
    // What is wrong with a path is said where it is opened.
    return undefined;
  }
}
