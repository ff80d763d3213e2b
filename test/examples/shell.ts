/** Runs the steps of CI recipes as their runners do: bash, one environment, the first failure ends the job. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { BINARY } from "../support/cli.ts";

export const EXAMPLES = resolve(import.meta.dirname, "../../examples");

type Variables = Readonly<Record<string, string>>;

export interface JobRan {
  /** The step that failed; undefined where none did. */
  readonly failed: string | undefined;
  readonly steps: readonly {
    readonly name: string;
    readonly code: number | null;
    readonly output: string;
    /** How bash was called. */
    readonly flags: readonly string[];
  }[];
}

/** A folder with `parley` as it was built, and an `npm` that installs nothing. */
export function toolsIn(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const tools = { parley: `exec '${process.execPath}' '${BINARY}' "$@"`, npm: "exit 0" };
  for (const [name, script] of Object.entries(tools)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** How runners call bash: GitLab's, and GitHub's where a step or its defaults name the shell. */
export const WITH_PIPEFAIL = ["--noprofile", "--norc", "-eo", "pipefail"];
/** GitHub's where nothing names it: a pipe fails only if its last part does. */
const UNNAMED = ["-e"];

export async function bash(script: string, cwd: string, env: Variables, flags = WITH_PIPEFAIL) {
  const child = spawn("bash", [...flags, "-c", script], { cwd, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, output };
}

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly env?: Variables;
  readonly with?: Variables;
}

interface Workflow {
  readonly defaults?: { readonly run?: { readonly shell?: string } };
  readonly env?: Variables;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const read = (file: string) => parse(readFileSync(join(EXAMPLES, file), "utf8"));

/** Runs the only job of a GitHub workflow. Actions of others are passed over, those of the recipe are run. */
export async function runWorkflow(
  file: string,
  cwd: string,
  env: Variables,
  contexts: Readonly<Record<string, string>>,
): Promise<JobRan> {
  const workflow: Workflow = read(`github-actions/.github/workflows/${file}`);
  const [job] = Object.values(workflow.jobs);
  const known = new Map(Object.entries(contexts));
  const outputs = join(cwd, "..", "github-output");
  const shared = { ...env, ...evaluated(workflow.env, known) };
  const steps = (job?.steps ?? []).flatMap((step) => expanded(step));
  const ran: JobRan["steps"][number][] = [];
  for (const { step, inputs } of steps) {
    if (step.run === undefined) continue;
    writeFileSync(outputs, "");
    const inside = new Map([...known, ...inputs(known)]);
    const own = { ...shared, ...evaluated(step.env, inside), GITHUB_OUTPUT: outputs };
    const name = step.name ?? step.run;
    const shell = step.shell ?? workflow.defaults?.run?.shell;
    const flags = shell === "bash" ? WITH_PIPEFAIL : UNNAMED;
    const { code, output } = await bash(step.run, cwd, own, flags);
    ran.push({ name, code, output, flags });
    if (code !== 0) return { failed: name, steps: ran };
    for (const line of readFileSync(outputs, "utf8").split("\n").filter(Boolean)) {
      const [key, value = ""] = line.split("=");
      known.set(`steps.${step.id}.outputs.${key}`, value);
    }
  }
  return { failed: undefined, steps: ran };
}

type Known = ReadonlyMap<string, string>;

/** The steps of an action of the recipe, each with the inputs that it is given, or the step itself. */
function expanded(step: Step) {
  if (!step.uses?.startsWith("./")) return [{ step, inputs: (): Known => new Map() }];
  const action: Action = read(`github-actions/${step.uses}/action.yml`);
  const inputs = (known: Known): Known =>
    new Map(
      Object.entries(action.inputs).map(([name, input]) => [
        `inputs.${name}`,
        evaluate(step.with?.[name] ?? input.default ?? "", known),
      ]),
    );
  return action.runs.steps.map((inner) => ({ step: inner, inputs }));
}

const evaluated = (variables: Variables = {}, known: Known) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, evaluate(value, known)]));

/** `${{ name }}`; one that is not known is a fault of the recipe. */
const evaluate = (text: string, known: Known) =>
  String(text).replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => {
    const value = known.get(name);
    if (value === undefined) throw new Error(`the recipe names ${name}, which is not there`);
    return value;
  });

/** Runs jobs of the GitLab recipe in their order, in one folder: artifacts are where they were made. */
export async function runGitLab(jobs: readonly string[], cwd: string, env: Variables): Promise<JobRan> {
  const pipeline = read("gitlab-ci/.gitlab-ci.yml");
  const ran: JobRan["steps"][number][] = [];
  for (const name of jobs) {
    const lines: string[] = [...pipeline.default.before_script, ...pipeline[name].script];
    const { code, output } = await bash(lines.join("\n"), cwd, env);
    ran.push({ name, code, output, flags: WITH_PIPEFAIL });
    if (code !== 0) return { failed: name, steps: ran };
  }
  return { failed: undefined, steps: ran };
}

/** Runs the hooks of the pre-commit recipe on those of the files that they are for. */
export async function runPreCommit(files: readonly string[], cwd: string, env: Variables): Promise<JobRan> {
  const { repos } = read("pre-commit/.pre-commit-config.yaml");
  const ran: JobRan["steps"][number][] = [];
  for (const { id, entry, files: pattern } of repos[0].hooks) {
    const own = files.filter((file) => new RegExp(pattern).test(file));
    const { code, output } = await bash(`${entry} ${own.join(" ")}`, cwd, env);
    ran.push({ name: id, code, output, flags: WITH_PIPEFAIL });
    if (code !== 0) return { failed: id, steps: ran };
  }
  return { failed: undefined, steps: ran };
}
