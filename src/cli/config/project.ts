import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, readRegularFile } from "../../lib/files.ts";
import type { Project } from "./project-file.ts";

/** Reads the project file in `folder` or in the nearest folder above it. */
export async function findProject(folder: string): Promise<Project | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "parley.yaml");
    const text = read(file);
    if (text !== undefined) {
      const { parseProject } = await import("./project-file.ts");
      return parseProject(file, text);
    }
    if (dirname(at) === at) return undefined;
  }
}

/** The folder of the project file that applies to `folder`; undefined if there is none. */
export function projectFolder(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "parley.yaml"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    // Most folders have no project file, and checking first is cheaper than catching an error.
    if (!statSync(file, { throwIfNoEntry: false })) return undefined;
    // Otherwise a stranger's link could have any of the user's files read, and an error would quote the file.
    return readRegularFile(file, { maximum: BYTES_MAXIMUM.project_file, within: dirname(file) }).toString();
  } catch (error) {
    throw usage(`cannot read the project file: ${(error as Error).message}`, { where: file });
  }
}
