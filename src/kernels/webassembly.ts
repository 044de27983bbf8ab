/** What of WebAssembly's interface is used here: the language's own types do not have it, those of browsers and Node differ. */

export interface Memory {
  readonly buffer: ArrayBuffer;
}

/** Compiled code, of which nothing is asked. */
export type Module = object;

export interface Interface {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => Memory;
  readonly Module: new (code: Uint8Array) => Module;
  readonly Instance: new (
    module: Module,
    imports: { readonly env: { readonly memory: Memory } },
  ) => { readonly exports: object };
}

/** A function of a kernel: addresses and numbers in, a number out or nothing that is looked at. */
export type KernelFunction = (...numbers: number[]) => number;

/** WebAssembly of the engine that this runs in; undefined where it has none. */
export function engine(): Interface | undefined {
  const found: unknown = Reflect.get(globalThis, 'WebAssembly');
  return isInterface(found) ? found : undefined;
}

function isInterface(found: unknown): found is Interface {
  return typeof found === 'object' && found !== null && hasFunctions(found, ['Memory', 'Module', 'Instance']);
}

/** Whether `found` has functions of these names. */
export function hasFunctions<Name extends string>(
  found: object,
  names: readonly Name[],
): found is Readonly<Record<Name, KernelFunction>> {
  return names.every((name) => typeof Reflect.get(found, name) === 'function');
}
