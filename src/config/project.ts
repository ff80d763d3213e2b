import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { usage } from "../failure.ts";
import { nearest } from "../nearest.ts";

/** `parley.yaml`: what a repository says about its service. It never holds a key. */
export interface Project {
  /** Path of the file. */
  readonly file: string;
  readonly base_url?: string;
  readonly profile?: string;
  readonly agent?: string;
  readonly journal_dir?: string;
}

const KEYS = ["base_url", "profile", "agent", "journal_dir"] as const;

/** Reads the project file of `folder` or of the nearest folder above it. */
export async function findProject(folder: string): Promise<Project | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "parley.yaml");
    const text = read(file);
    if (text !== undefined) {
      refuseLinkOutside(file);
      return parse(file, text);
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
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw usage(`the project file cannot be read: ${message}`, { where: file });
  }
}

async function parse(file: string, text: string): Promise<Project> {
  const { readYaml } = await import("../yaml/read.ts");
  const { documents, faults } = readYaml(text);
  const [fault] = faults;
  if (fault) {
    const before = text.slice(0, fault.offset).split("\n");
    throw usage(`the project file is no YAML: ${fault.message}`, {
      where: `${file}:${before.length}:${(before.at(-1) ?? "").length + 1}`,
    });
  }
  const content = documents[0]?.value ?? {};
  if (typeof content !== "object" || Array.isArray(content))
    throw usage("the project file must be a mapping", { where: file });
  const project: Record<string, string> = {};
  for (const [key, value] of Object.entries(content as object)) {
    if (key === "api_key")
      throw usage("an API key does not belong into a project file", {
        where: file,
        hint: "delete it there, change the key, and store the new one with `parley auth login`",
      });
    const near = nearest(key, KEYS);
    if (!KEYS.some((known) => known === key))
      throw usage(`unknown key "${key}"`, {
        where: file,
        hint: near ? `did you mean ${near}?` : `a project file has ${KEYS.join(", ")}`,
      });
    if (typeof value !== "string" && !(key === "agent" && Number.isSafeInteger(value)))
      throw usage(`"${key}" must be text`, { where: file });
    project[key] = String(value);
  }
  return { file, ...project };
}
