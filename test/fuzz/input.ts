/** What is handed to the library, and what must hold of it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Random } from './random.js';

export interface FuzzInput {
  /** Name → bytes. The first is what a command would be given. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Choices that are no bytes of the input, such as the machine; plain values that a report can show. */
  readonly choices: Readonly<Record<string, number | string | boolean>>;
  /** Made right and not damaged since: it must be accepted. */
  readonly whole: boolean;
  /** What is known of it without the library, by its kind. */
  readonly truth?: unknown;
}

/** One sort of input. */
export interface Kind {
  readonly name: string;
  /** How often it comes, relative to the others. */
  readonly weight: number;
  make(random: Random): FuzzInput;
  /** What takes long and is done once, before the first input. */
  prepare?(): void;
  /**
   * Resolves where the input is accepted and all that must hold does, to a text where more is to be counted than that; throws
   * what the library throws, or a Finding.
   */
  check(input: FuzzInput): Promise<unknown>;
}

/** Something that must hold and does not. */
export class Finding extends Error {
  readonly property: string;

  constructor(property: string, detail: string) {
    super(`${property}: ${detail}`);
    this.property = property;
  }
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The file that a kind calls `name`. */
export function fileOf(input: FuzzInput, name: string): Uint8Array {
  const bytes = input.files.get(name);
  if (bytes === undefined) throw new Error(`the input has no ${name}`);
  return bytes;
}

/** A choice that is a number. */
export function numberOf(input: FuzzInput, name: string): number {
  const value = input.choices[name];
  if (typeof value !== 'number') throw new Error(`the input has no number ${name}`);
  return value;
}

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

const folders = new Map<string, ReadonlyMap<string, Uint8Array>>();

/** All files of a folder by their names, unpacked where gzip packed them; read once. */
export function filesOf(folder: string): ReadonlyMap<string, Uint8Array> {
  const known = folders.get(folder);
  if (known !== undefined) return known;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => {
        const bytes = readFileSync(join(folder, name));
        return [name, Uint8Array.from(name.endsWith('.gz') ? gunzipSync(bytes) : bytes)] as const;
      }),
  );
  folders.set(folder, files);
  return files;
}
