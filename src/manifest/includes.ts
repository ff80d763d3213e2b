import { realpath } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { usage } from "../failure.ts";
import { readText } from "./text.ts";

/**
 * The text of a file that a manifest names. It lies in the manifest's folder or below, links followed: a manifest
 * from a stranger reads nothing else.
 */
export async function readInclude(manifest: string, name: string): Promise<string> {
  const folder = await realpath(dirname(manifest));
  const path = resolve(folder, name);
  const real = await realpath(path).catch(() => path);
  if (real !== folder && !real.startsWith(folder + sep))
    throw usage("is outside the manifest's folder", { where: name });
  return readText(path, name);
}
