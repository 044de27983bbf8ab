/** The solver's WebAssembly from the thread that waits to the one that works. */
import { describe, expect, it, vi } from 'vitest';
import { handed, handing } from '../../../src/cli/process/package-files.js';

/** The smallest module: magic and version. */
const SMALLEST = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

describe('the solver that is handed', () => {
  it('is the module that the other thread compiled', async () => {
    const { options, begin } = handing();
    const again = vi.fn<() => Promise<object>>();
    const solver = handed(again, options.workerData);
    await begin(() => WebAssembly.compile(SMALLEST));
    expect(String(await solver)).toBe('[object WebAssembly.Module]');
    expect(again).not.toHaveBeenCalled();
  });

  it('is compiled by the thread itself where the other could not, which tells why', async () => {
    const { options, begin } = handing();
    const solver = handed(() => WebAssembly.compile(Uint8Array.of(0)), options.workerData);
    await begin(() => Promise.reject(new Error('no file')));
    await expect(solver).rejects.toThrow('WebAssembly.compile()');
  });

  it('is none where the other thread hands nothing', () => {
    const again = vi.fn<() => Promise<object>>();
    for (const data of [undefined, null, { page: 1 }, { solver: 'none' }])
      expect(handed(again, data)).toBeNull();
    expect(again).not.toHaveBeenCalled();
  });
});
