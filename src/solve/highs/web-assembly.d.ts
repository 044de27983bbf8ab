/** The part of WebAssembly that is used here; the types of Node alone leave it out. */
declare namespace WebAssembly {
  type Imports = object;
  type Instance = object;
  /** A trap, or an abort of code that was compiled to WebAssembly. */
  class RuntimeError extends Error {}
  function compile(bytes: Uint8Array): Promise<object>;
  function instantiate(module: object, imports: Imports): Promise<Instance>;
}
