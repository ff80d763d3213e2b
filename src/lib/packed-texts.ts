import { brotliDecompressSync } from "node:zlib";
import { readBuiltBytes } from "./built-files.ts";

/** Texts by name that the build packed into one file, by its path within `dist/`. */
export const readPackedTexts = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(brotliDecompressSync(readBuiltBytes(name)).toString());
