import { access, constants, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** The path of a program in the folders of PATH; undefined if it is not found. */
export async function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<string | undefined> {
  const file = platform === "win32" ? `${name}.exe` : name;
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    // An empty entry would mean the working directory. Programs there are never run.
    if (folder !== "" && (await isProgram(join(folder, file)))) return join(folder, file);
  }
  return undefined;
}

const isProgram = async (path: string) => {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};
