import { lstatSync } from "node:fs";
import { join } from "node:path";

/**
 * The file of stored keys, if its mode lets anyone except its owner read or change it. Windows has no such
 * modes, so there it is always undefined.
 */
export function exposedKeyFile(folder: string, platform: NodeJS.Platform): string | undefined {
  if (platform === "win32") return undefined;
  const file = join(folder, "config.json");
  const [of, around] = [file, folder].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  const isLoose = of !== undefined && (of.mode & OTHERS) !== 0 && ((around?.mode ?? OTHERS) & OTHERS) !== 0;
  return isLoose ? file : undefined;
}

const OTHERS = 0o077;
