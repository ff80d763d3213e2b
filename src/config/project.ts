import { access, readFile, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Document } from "yaml";
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
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
      throw usage(`the project file cannot be read: ${error.message}`, { where: file });
    });
    if (text !== undefined) {
      await refuseLinkOutside(file);
      return parse(file, text);
    }
    if (dirname(at) === at) return undefined;
  }
}

/** A stranger's link could have any file of a person's read, and its first words told by an error. */
async function refuseLinkOutside(file: string): Promise<void> {
  const [real, folder] = await Promise.all([realpath(file), realpath(dirname(file))]);
  if (!real.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw usage("the project file is a link to outside of its folder", { where: file });
}

/** The folder of the project file that holds for `folder`; undefined where there is none. */
export async function projectFolder(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await access(join(at, "parley.yaml")).then(
      () => true,
      () => false,
    );
    if (found) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** An alias without an anchor, and aliases that multiply without end, are found only here. */
function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw usage(`the project file is no YAML: ${(error as Error).message}`, { where: file });
  }
}

async function parse(file: string, text: string): Promise<Project> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) {
    const { line = 1, col = 1 } = error.linePos?.[0] ?? {};
    throw usage(`the project file is no YAML: ${error.message.split("\n")[0]}`, {
      where: `${file}:${line}:${col}`,
    });
  }
  const content = contentOf(document, file) ?? {};
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
