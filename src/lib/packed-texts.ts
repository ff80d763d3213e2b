import { brotliDecompressSync } from "node:zlib";
import { ownBytes } from "./own-files.ts";

/** Texts by name that the build packed into one file, by its path within `dist/`. */
export const packedTexts = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(brotliDecompressSync(ownBytes(name)).toString());
