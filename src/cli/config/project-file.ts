import { usage } from "../../lib/failure.ts";
import { nearest } from "../nearest.ts";
import { readYaml } from "../yaml/read.ts";

/** `parley.yaml`: the settings of a repository for its service. It never contains a key. */
export interface Project {
  /** Path of the file. */
  readonly file: string;
  readonly base_url?: string;
  readonly profile?: string;
  readonly agent?: string;
  readonly journal_dir?: string;
  /** Files of labelled calls, by the names of their metrics. The paths are relative to the project file. */
  readonly canaries?: Readonly<Record<string, string>>;
}

const KEYS = ["base_url", "profile", "agent", "journal_dir", "canaries"] as const;

/** @throws Failure (usage) for an invalid project file, with the position if it is known */
export function parseProject(file: string, text: string): Project {
  const { documents, faults } = readYaml(text);
  const [fault] = faults;
  if (fault) {
    const before = text.slice(0, fault.offset).split("\n");
    throw usage(`the project file is not valid YAML: ${fault.message}`, {
      where: `${file}:${before.length}:${(before.at(-1) ?? "").length + 1}`,
    });
  }
  const content = documents[0]?.value ?? {};
  if (typeof content !== "object" || Array.isArray(content))
    throw usage("the project file must be a mapping", { where: file });
  const project: Record<string, string> = {};
  let canaries: Record<string, string> | undefined;
  for (const [key, value] of Object.entries(content as object)) {
    if (key === "api_key")
      throw usage("an API key does not belong in a project file", {
        where: file,
        hint: "delete it from the file, replace the key, and store the new one with `parley auth login`",
      });
    const near = nearest(key, KEYS);
    if (!KEYS.some((candidate) => candidate === key))
      throw usage(`unknown key "${key}"`, {
        where: file,
        hint: near ? `did you mean ${near}?` : `valid keys: ${KEYS.join(", ")}`,
      });
    if (key === "canaries") {
      canaries = filesIn(value, file);
      continue;
    }
    if (typeof value !== "string" && !(key === "agent" && Number.isSafeInteger(value)))
      throw usage(`"${key}" must be text`, { where: file });
    project[key] = String(value);
  }
  return { file, ...project, ...(canaries && { canaries }) };
}

function filesIn(value: unknown, where: string): Record<string, string> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (Array.isArray(value) || entries.length === 0 || entries.some(([, file]) => typeof file !== "string"))
    throw usage('"canaries" must name a file for each metric', {
      where,
      hint: "write a line for each of them below `canaries:`, as in `  Tone: canaries/tone.jsonl`",
    });
  return Object.fromEntries(entries);
}
