import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { usage } from "../../lib/failure.ts";
import { readText } from "../manifest/text.ts";
import { writeNamedFile } from "../write-files.ts";
import { defineCommand, flag, option, type Result } from "./command.ts";
import { integerFrom } from "./parsers.ts";

export const command = defineCommand({
  about:
    "Writes to this folder: parley.yaml, which sets defaults for commands run here; an example manifest; and the " +
    "JSON Schemas with which editors check and complete manifests (and a .gitignore for journals). Existing files " +
    "are kept unless you pass --force. With --skills, writes files for coding agents instead: skills in " +
    ".agents/skills and .claude/skills, and a marked section of AGENTS.md, which is replaced if it exists.",
  options: {
    agent: option("--agent <id>", "default agent for commands in this folder", integerFrom(1)),
    force: flag("--force", "overwrite existing files"),
    skills: flag(
      "--skills",
      "write skills and a section of AGENTS.md, from which coding agents learn to use parley",
    ),
  },
  examples: [
    ["parley init --agent 101", "a project for agent 101 in this folder"],
    ["parley init --skills", "what a coding agent needs to know to test agents from this folder"],
  ],
  view: { kind: "rows", columns: ["file", "state"] },
  async run(context, { agent, force, skills }) {
    if (skills) return initSkills(context.cwd, { agent, force });
    const { manifestSchemas } = await import("../manifest/schemas.ts");
    const schemas = Object.entries(manifestSchemas()).map(([kind, schema]) => [
      `.parley/${kebab(kind)}.schema.json`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]);
    const files = {
      "parley.yaml": projectFile(agent),
      "digital-humans.yaml": EXAMPLE,
      // Journals do not belong in the repository.
      ".parley/.gitignore": "journal/\n",
      ...Object.fromEntries(schemas),
    };
    return {
      data: await writeAll(context.cwd, files, force),
      hint: "next: put a simulation's id into digital-humans.yaml, then run `parley dh plan -f digital-humans.yaml`",
    };
  },
});

interface Written {
  readonly file: string;
  readonly state: "written" | "kept";
}

async function writeAll(
  folder: string,
  files: Readonly<Record<string, string>>,
  force: boolean,
): Promise<Written[]> {
  const data: Written[] = [];
  for (const [file, content] of Object.entries(files)) {
    const written = await write(folder, file, { content, force });
    data.push({ file, state: written ? "written" : "kept" });
  }
  return data;
}

/** @throws Failure (usage) for --agent: skills are for every agent */
async function initSkills(
  folder: string,
  { agent, force }: { readonly agent: number | undefined; readonly force: boolean },
): Promise<Result> {
  if (agent !== undefined) throw usage("--agent and --skills cannot be used together");
  const { skillFiles, withSection } = await import("./skills.ts");
  const data = await writeAll(folder, skillFiles(), force);
  const present = await readText(join(folder, GUIDE), GUIDE, { within: folder }).catch((error: unknown) => {
    if (existsSync(join(folder, GUIDE))) throw error;
    return "";
  });
  const content = withSection(present);
  // The rest of the file belongs to the user and stays as it is.
  if (content !== present) await write(folder, GUIDE, { content, force: true });
  data.push({ file: GUIDE, state: content === present ? "kept" : "written" });
  return {
    data,
    hint: "next: commit these files; `parley mcp` lets a coding agent use Parley without a shell",
  };
}

/** Where coding agents look for a project's rules. */
const GUIDE = "AGENTS.md";

const kebab = (kind: string) => kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

async function write(
  folder: string,
  file: string,
  { content, force }: { readonly content: string; readonly force: boolean },
): Promise<boolean> {
  const path = join(folder, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeNamedFile(path, content, { within: folder, isNew: !force });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw usage(`cannot write the file: ${message}`, { where: path });
  }
}

const projectFile = (
  agent: number | undefined,
) => `# Defaults for commands in this folder. Do not put an API key here.
${agent === undefined ? "# agent: 101" : `agent: ${agent}`}
# base_url: https://api.example.com
# profile: work
# canaries: # labelled calls that are judged again in every run, by metric
#   Disclosure: canaries/disclosure.jsonl
`;

const EXAMPLE = `# yaml-language-server: $schema=./.parley/digital-humans.schema.json
kind: DigitalHumans
simulation_ids: [1] # the simulations that they take part in
defaults: { language: en }
digital_humans:
  - name: Refund, angry # the identity within a simulation
    intent: Wants a refund for order 1182
    # A rule needs no model; criteria in prose, such as "The agent opens a refund case", need one.
    success_criteria: |
      @rules
      pass when agent says "refund case"
    verbosity: low
  - name: Noisy caller # four of them, such as "Noisy caller (indian, cafe)"
    intent: Asks for the opening hours
    matrix: { accent: [indian, british], background_noise: [cafe, traffic] }
`;
