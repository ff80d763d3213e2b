import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { usage } from "../failure.ts";
import type { Project } from "./project-file.ts";

/** Reads the project file of `folder` or of the nearest folder above it. */
export async function findProject(folder: string): Promise<Project | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "parley.yaml");
    const text = read(file);
    if (text !== undefined) {
      refuseLinkOutside(file);
      const { parseProject } = await import("./project-file.ts");
      return parseProject(file, text);
    }
    if (dirname(at) === at) return undefined;
  }
}

/** A stranger's link could have any file of a person's read, and its first words told by an error. */
function refuseLinkOutside(file: string): void {
  const [real, folder] = [realpathSync(file), realpathSync(dirname(file))];
  if (!real.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw usage("the project file is a link to outside of its folder", { where: file });
}

/** The folder of the project file that holds for `folder`; undefined where there is none. */
export function projectFolder(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "parley.yaml"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    // Most folders have none, and an error costs more than asking.
    if (!statSync(file, { throwIfNoEntry: false })) return undefined;
    return readFileSync(file, "utf8");
  } catch (error) {
    throw usage(`the project file cannot be read: ${(error as Error).message}`, { where: file });
  }
}
