/**
 * Runs the steps of CI recipes as their runners do: bash, one environment, and the first failure ends the
 * job.
 */
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { BINARY } from "../support/cli.ts";

const ROOT = resolve(import.meta.dirname, "../..");
export const EXAMPLES = join(ROOT, "examples");

type Variables = Readonly<Record<string, string>>;

export interface JobRan {
  /** The step that failed, or undefined. */
  readonly failed: string | undefined;
  readonly steps: readonly {
    readonly name: string;
    readonly code: number | null;
    readonly output: string;
    /** The flags of bash. */
    readonly flags: readonly string[];
  }[];
}

/** A folder with the built `parley`, and an `npm` that installs nothing. */
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

/** The flags with which runners call bash: GitLab, and GitHub if a step or its defaults name the shell. */
const WITH_PIPEFAIL = ["--noprofile", "--norc", "-eo", "pipefail"];
/** GitHub's flags if no shell is named: a pipe fails only if its last part does. */
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
  readonly if?: string;
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

/**
 * Runs the only job of a GitHub workflow, with the steps of Parley's own action. Actions of others are skipped,
 * except those that keep files between runs: these keep them next to the repository.
 */
export async function runWorkflow(
  file: string,
  cwd: string,
  env: Variables,
  contexts: Readonly<Record<string, string>>,
): Promise<JobRan> {
  const workflow: Workflow = read(`github-actions/.github/workflows/${file}`);
  const [job] = Object.values(workflow.jobs);
  const known = new Map(Object.entries(contexts));
  // The files through which a step passes values to the runner. Each step gets empty ones.
  const files = Object.fromEntries(
    ["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH"].map((name) => [name, join(cwd, "..", name)]),
  );
  const lines = (name: string) =>
    readFileSync(files[name] ?? "", "utf8")
      .split("\n")
      .filter(Boolean);
  const pairs = (name: string) =>
    lines(name).map((line): [string, string] => [
      line.slice(0, line.indexOf("=")),
      line.slice(line.indexOf("=") + 1),
    ]);
  const shared: Record<string, string> = {
    ...env,
    ...evaluated(workflow.env, known),
    RUNNER_TEMP: join(cwd, ".."),
  };
  const steps = (job?.steps ?? []).flatMap((step) => expanded(step));
  const ran: JobRan["steps"][number][] = [];
  let failed: string | undefined;
  for (const { step, inputs } of steps) {
    const inside = new Map([...known, ...inputs(known)]);
    if (failed !== undefined && !isAlways(step)) continue;
    if (step.uses?.startsWith("actions/cache/")) {
      const { code, output } = keepFiles(step.uses, evaluated(step.with, inside), cwd);
      ran.push({ name: step.name ?? step.uses, code, output, flags: WITH_PIPEFAIL });
      if (code !== 0) failed ??= step.name;
    }
    if (step.run === undefined || !applies(step, inside)) continue;
    for (const file of Object.values(files)) writeFileSync(file, "");
    const own = { ...shared, ...evaluated(step.env, inside), ...files };
    const name = step.name ?? step.run;
    const shell = step.shell ?? workflow.defaults?.run?.shell;
    const flags = shell === "bash" ? WITH_PIPEFAIL : UNNAMED;
    const { code, output } = await bash(step.run, cwd, own, flags);
    ran.push({ name, code, output, flags });
    if (code !== 0) failed ??= name;
    for (const [key, value] of pairs("GITHUB_OUTPUT")) known.set(`steps.${step.id}.outputs.${key}`, value);
    Object.assign(shared, Object.fromEntries(pairs("GITHUB_ENV")));
    for (const place of lines("GITHUB_PATH")) shared["PATH"] = `${place}:${shared["PATH"]}`;
  }
  return { failed, steps: ran };
}

const isAlways = (step: Step) => step.if?.includes("always()") === true;

/** Whether a path fits a pattern such as `folder/*.jsonl`. */
function matches(pattern: string, path: string): boolean {
  const [start = "", end = ""] = pattern.split("*");
  return path.startsWith(start) && path.endsWith(end);
}

/** `actions/cache/restore` and `actions/cache/save`: the files of a pattern, under a key, in a folder beside the repository. */
function keepFiles(uses: string, { path = "", key = "", ...options }: Variables, cwd: string) {
  const caches = join(cwd, "..", "caches");
  mkdirSync(caches, { recursive: true });
  if (uses.startsWith("actions/cache/save@")) {
    const folder = dirname(path);
    for (const file of existsSync(join(cwd, folder)) ? readdirSync(join(cwd, folder)) : [])
      if (matches(path, join(folder, file))) cpSync(join(cwd, folder, file), join(caches, key, folder, file));
    return { code: 0, output: "" };
  }
  const prefix = options["restore-keys"] ?? key;
  const found = readdirSync(caches)
    .filter((name) => name === key || name.startsWith(prefix))
    .toSorted((a, b) => statSync(join(caches, b)).mtimeMs - statSync(join(caches, a)).mtimeMs)[0];
  if (found) cpSync(join(caches, found), cwd, { recursive: true });
  const isFailing = !found && options["fail-on-cache-miss"] === "true";
  return { code: isFailing ? 1 : 0, output: found ?? "no cache" };
}

type Known = ReadonlyMap<string, string>;

/** `${{ inputs.name != '' }}` and `${{ always() }}`: the only conditions of steps that run something. */
function applies(step: Step, known: Known): boolean {
  if (step.if === undefined || isAlways(step)) return true;
  const [, name = ""] = /^\$\{\{ ([\w.-]+) != '' \}\}$/.exec(step.if) ?? [];
  const value = known.get(name);
  if (value === undefined) throw new Error(`the recipe has a condition that is not understood: ${step.if}`);
  return value !== "";
}

/** The steps of Parley's action, each with its inputs, or the step itself. */
function expanded(step: Step) {
  if (step.uses !== "./.github/actions/parley") return [{ step, inputs: (): Known => new Map() }];
  const action: Action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
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

/** `${{ name }}`, `${{ !name }}` or `${{ name || other }}`. An unknown name is a fault of the recipe. */
const evaluate = (text: string, known: Known) =>
  String(text).replaceAll(
    /\$\{\{ *(!?)([\w.-]+)(?: *\|\| *('[^']*'|[\w.-]+))? *\}\}/g,
    (_, not: string, name: string, other?: string) => {
      const found = (word: string) => {
        if (word.startsWith("'")) return word.slice(1, -1);
        // A step that did not run has no outputs.
        const value = known.get(word) ?? (word.startsWith("steps.") ? "" : undefined);
        if (value === undefined) throw new Error(`the recipe names ${word}, which is not there`);
        return value;
      };
      if (not) return String(!found(name));
      return found(name) || (other === undefined ? "" : found(other));
    },
  );

/** Runs the job of the component that the GitLab recipe includes, with the inputs that it sets. */
export async function runGitLab(cwd: string, env: Variables): Promise<JobRan> {
  const { include } = read("gitlab-ci/.gitlab-ci.yml");
  const [{ local, inputs }] = include;
  const [header, body = ""] = readFileSync(join(ROOT, local), "utf8").split("\n---\n");
  const { spec } = parse(header ?? "");
  const given = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => env[name] ?? "");
  const filled = body.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    const value = inputs[name] ?? spec.inputs[name]?.default;
    if (value === undefined)
      throw new Error(`the component has no input ${name}, or the recipe does not give it`);
    return given(value);
  });
  const ran: JobRan["steps"][number][] = [];
  for (const [name, { script, variables }] of Object.entries<{ script: string[]; variables: Variables }>(
    parse(filled),
  )) {
    const { code, output } = await bash(script.join("\n"), cwd, { ...env, ...variables });
    ran.push({ name, code, output, flags: WITH_PIPEFAIL });
    if (code !== 0) return { failed: name, steps: ran };
  }
  return { failed: undefined, steps: ran };
}

const preCommitHooks = () => read("pre-commit/.pre-commit-config.yaml").repos[0].hooks;

/** Those of the files that a hook of the pre-commit recipe applies to. */
export const filesOfHook = (files: readonly string[], { files: pattern } = preCommitHooks()[0]) =>
  files.filter((file) => new RegExp(pattern).test(file));

/** Runs the hooks of the pre-commit recipe on the files that they apply to. */
export async function runPreCommit(files: readonly string[], cwd: string, env: Variables): Promise<JobRan> {
  const ran: JobRan["steps"][number][] = [];
  for (const hook of preCommitHooks()) {
    const { id, entry } = hook;
    const own = filesOfHook(files, hook);
    const { code, output } = await bash(`${entry} ${own.join(" ")}`, cwd, env);
    ran.push({ name: id, code, output, flags: WITH_PIPEFAIL });
    if (code !== 0) return { failed: id, steps: ran };
  }
  return { failed: undefined, steps: ran };
}
