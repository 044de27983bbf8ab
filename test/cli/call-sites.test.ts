/** Names of return addresses: an object's symbols name what lies within their size, and nothing beyond it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveFrames } from '../../src/cli/pipeline/call-site-lookup.js';

const FUNCTION = 2;
const DYNAMIC_SYMBOLS = 11;
const STRINGS = 3;
/** Of a symbol that other objects define. */
const ELSEWHERE = 0;
const CODE = 1;

interface Symbol {
  readonly name: string;
  readonly start: number;
  readonly size: number;
  readonly section?: number;
}

/** An object of 64 KiB that is loaded as it lies, with a table of dynamic symbols and no line of source. */
function objectWith(symbols: readonly Symbol[]): Buffer {
  const file = Buffer.alloc(0x10000);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(file);
  const names = Buffer.from(`\0${symbols.map(({ name }) => `${name}\0`).join('')}`);
  const [loads, sections, table, text] = [64, 256, 1024, 8192];
  file.writeBigUInt64LE(BigInt(loads), 32);
  file.writeBigUInt64LE(BigInt(sections), 40);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  file.writeUInt16LE(64, 58);
  file.writeUInt16LE(3, 60);
  file.writeUInt32LE(1, loads);
  file.writeBigUInt64LE(BigInt(file.length), loads + 32);
  const section = (at: number, type: number, offset: number, size: number, link: number): void => {
    file.writeUInt32LE(type, at + 4);
    file.writeBigUInt64LE(BigInt(offset), at + 24);
    file.writeBigUInt64LE(BigInt(size), at + 32);
    file.writeUInt32LE(link, at + 40);
  };
  section(sections + 64, DYNAMIC_SYMBOLS, table, 24 * symbols.length, 2);
  section(sections + 128, STRINGS, text, names.length, 0);
  names.copy(file, text);
  for (const [i, { name, start, size, section: of = CODE }] of symbols.entries()) {
    const at = table + 24 * i;
    file.writeUInt32LE(names.indexOf(`\0${name}\0`) + 1, at);
    file[at + 4] = FUNCTION;
    file.writeUInt16LE(of, at + 6);
    file.writeBigUInt64LE(BigInt(start), at + 8);
    file.writeBigUInt64LE(BigInt(size), at + 16);
  }
  return file;
}

describe('names of return addresses', () => {
  let folder: string;
  let object: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'llamp-names-'));
    object = join(folder, 'libown.so');
    writeFileSync(
      object,
      objectWith([
        { name: 'PyInit_MPI', start: 0x1000, size: 12 },
        { name: 'outer', start: 0x2000, size: 0x100 },
        { name: 'within', start: 0x2010, size: 0x10 },
        { name: '_ZN4grid4haloEi', start: 0x3000, size: 0x40 },
        { name: 'elsewhere', start: 0x4000, size: 0x40, section: ELSEWHERE },
      ]),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const namesAt = async (addresses: readonly number[], tool?: string): Promise<(string | undefined)[]> => {
    // A call lies before the address that it returns to.
    const frames = addresses.map((address) => ({ object, offset: address + 1 }));
    const [{ places }] = await resolveFrames(frames, tool === undefined ? {} : { tool });
    return frames.map(({ offset }) => places.get(offset)?.[0]?.function);
  };
  /** As addr2line answers for an address far behind the only function that is exported. */
  const nearest = (): string => {
    const path = join(folder, 'nearest');
    writeFileSync(path, '#!/bin/sh\necho 0x0\necho PyInit_MPI\necho "??:?"\n');
    chmodSync(path, 0o755);
    return path;
  };

  it('are those of functions that the address lies in', async () => {
    expect(await namesAt([0x1000, 0x100b, 0x2018])).toEqual(['PyInit_MPI', 'PyInit_MPI', 'within']);
  });

  it('are none behind the end of the last function, whatever lies nearest', async () => {
    expect(await namesAt([0x100c, 0xf000])).toEqual([undefined, undefined]);
    expect(await namesAt([0xf000], nearest())).toEqual([undefined]);
    expect(await namesAt([0xf000], 'no-such-tool')).toEqual([undefined]);
  });

  it('are those of the function around one that has ended', async () => {
    expect(await namesAt([0x2008, 0x2050], 'no-such-tool')).toEqual(['outer', 'outer']);
  });

  it('are none of functions that other objects define', async () => {
    expect(await namesAt([0x4010], 'no-such-tool')).toEqual([undefined]);
  });

  it.skipIf(spawnSync('c++filt', ['--version']).status !== 0)('are readable in C++', async () => {
    expect(await namesAt([0x3010])).toEqual(['grid::halo(int)']);
  });

  it('are as the linker has them where nothing can read them', async () => {
    const frames = [{ object, offset: 0x3010 }];
    const [{ places }] = await resolveFrames(frames, { tool: 'no-such-tool', demangler: 'no-such-tool' });
    expect(places.get(0x3010)).toEqual([{ function: '_ZN4grid4haloEi', file: '', line: 0 }]);
  });
});
