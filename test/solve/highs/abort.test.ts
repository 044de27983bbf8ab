/** What happens when the WebAssembly runtime dies: nobody can make it do so on demand, so a stub does. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LimitError } from '../../../src/errors.js';
import { HighsBorder, type LinearProgram } from '../../../src/solve/highs/border.js';

const state = { loads: 0, failure: null as Error | null };

type Loader = (options: unknown) => Promise<object>;

function find(value: unknown): Loader {
  return typeof value === 'function' ? (value as Loader) : find((value as { default: unknown }).default);
}

/** A runtime of HiGHS that fails once where the state says so. */
function failing(runtime: object): object {
  return new Proxy(runtime, {
    get(target, name) {
      if (name === 'withModel' && state.failure !== null) {
        const failure = state.failure;
        state.failure = null;
        return () => {
          throw failure;
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

beforeAll(async () => {
  const load = find(await vi.importActual('highs'));
  vi.doMock('highs', () => ({
    default: async (options: unknown) => {
      state.loads++;
      return failing(await load(options));
    },
  }));
});

// Other tests share this process and its modules: they must meet the real solver.
afterAll(async () => {
  vi.doUnmock('highs');
  state.loads = 0;
  expect(await solve(new HighsBorder())).toBe(7);
  expect(state.loads).toBe(0);
});

/** Minimise y with y ≥ 7. */
const program: LinearProgram = {
  columns: 1,
  rows: 1,
  maximise: false,
  cost: Float64Array.of(1),
  columnLower: Float64Array.of(0),
  columnUpper: Float64Array.of(Number.POSITIVE_INFINITY),
  rowLower: Float64Array.of(7),
  rowUpper: Float64Array.of(Number.POSITIVE_INFINITY),
  starts: Int32Array.of(0, 1),
  indices: Int32Array.of(0),
  values: Float64Array.of(1),
};

const solve = (border: HighsBorder): Promise<number> =>
  border.solve(program, {}, ({ solution }) => solution.objective);

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

describe('an abort of the runtime', () => {
  beforeEach(() => {
    state.loads = 0;
    state.failure = null;
  });

  it.each([
    new WebAssembly.RuntimeError('unreachable'),
    named('Error', 'Aborted(OOM). Build with -sASSERTIONS for more info.'),
    named('Error', 'memory access out of bounds'),
  ])('is a limit, and the next program gets a new runtime: $name $message', async (failure) => {
    const border = new HighsBorder();
    expect(await solve(border)).toBe(7);
    expect(state.loads).toBe(1);
    state.failure = failure;
    const aborted = solve(border);
    await expect(aborted).rejects.toThrow(LimitError);
    await expect(aborted).rejects.toThrow('Use the sweep engine');
    expect(await solve(border)).toBe(7);
    expect(state.loads).toBe(2);
  });

  it("never shows the solver's source", async () => {
    const border = new HighsBorder();
    state.failure = named('TypeError', `x is not a function ${'var a=b;'.repeat(20_000)}`);
    const message = await solve(border).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toMatch(/^HiGHS failed: x is not a function/);
    expect(message.length).toBeLessThan(400);
    expect(await solve(border)).toBe(7);
    expect(state.loads).toBe(1);
  });
});
