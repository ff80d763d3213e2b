import { type Document, parseDocument } from "yaml";
import { usage } from "../failure.ts";
import { nearest } from "../nearest.ts";
import type { Project } from "./project.ts";

const KEYS = ["base_url", "profile", "agent", "journal_dir"] as const;

/** @throws Failure (usage) for what is no project file, with the place where it can be told */
export function parseProject(file: string, text: string): Project {
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

/** An alias without an anchor, and aliases that multiply without end, are found only here. */
function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw usage(`the project file is no YAML: ${(error as Error).message}`, { where: file });
  }
}
