/** Kernels, compiled when they are first wanted. */
import { engine, type Module } from './webassembly.js';

const modules = new Map<string, Module>();

/**
 * The module whose WebAssembly is `code`, in base64. Compiled on the spot: it has a few kilobytes, and browsers compile up to
 * 8 MB so (Chromium's limit for a page's own thread; 4 KB before version 115).
 */
export function moduleOf(code: string): Module {
  const known = modules.get(code);
  if (known !== undefined) return known;
  const wasm = engine();
  if (wasm === undefined) throw new Error('there is no WebAssembly to compile kernels with');
  const module = new wasm.Module(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)));
  modules.set(code, module);
  return module;
}
