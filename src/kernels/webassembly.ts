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

/** WebAssembly of the engine that this runs in; undefined where it has none. */
export function engine(): Interface | undefined {
  const found: unknown = Reflect.get(globalThis, 'WebAssembly' as string);
  return found as Interface | undefined;
}
