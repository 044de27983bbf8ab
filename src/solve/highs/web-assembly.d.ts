/** The part of WebAssembly that is used here; the types of Node alone leave it out. */
declare namespace WebAssembly {
  type Imports = object;
  type Instance = object;
  function compile(bytes: Uint8Array): Promise<object>;
  function instantiate(module: object, imports: Imports): Promise<Instance>;
}
