/** The part of WebAssembly that is used: Node has it, and its types are those of browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  interface Instance {
    readonly exports: object;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: object): Promise<Instance>;
}
