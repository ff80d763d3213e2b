/** `parley test --init`: writes a first test file from three answers, and drafts callers and policies. */
import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { AgentTool } from "../../../engine/tools/tool.ts";
import { counted } from "../../../engine/words/counted.ts";
import { usage } from "../../../lib/failure.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import { modelSettings } from "../../config/model.ts";
import { projectFolder } from "../../config/project.ts";
import type { Context } from "../../context.ts";
import { MOVE_IT } from "../../manifest/includes.ts";
import { onlyProposed } from "../../render/only-proposed.ts";
import type { DraftedCallers } from "../../testing/drafts/drafted-callers.ts";
import { STARTER_AGENT, starterFile } from "../../testing/drafts/starter.ts";
import { writeNamedFile } from "../../write-files.ts";
import type { Result } from "../command.ts";
import type { FilePolicy } from "../policies/shared/file.ts";
import { askFor } from "./init-questions.ts";
import type { InitInput } from "./shared/init-options.ts";
import { requirePlace } from "./shared/init-place.ts";

const NAMED = /\.parley\.ya?ml$/;
const DEFAULT = "agent.parley.yaml";

/** @param named the files of the command line. @throws Failure (usage) if a file exists already */
export async function initTest(
  context: Context,
  named: readonly string[],
  input: InitInput,
): Promise<Result<unknown>> {
  const [file = DEFAULT, ...others] = named;
  if (others.length > 0) throw usage("--init writes one file", { where: others.join(" ") });
  if (!NAMED.test(file))
    throw usage("the name must end with .parley.yaml, so that `parley test` finds it", { where: file });
  const policies = file.replace(NAMED, ".policies.yaml");
  const command = context.wordsAfterDashes?.map(shellWord).join(" ");
  const has_prompt = input.prompt !== undefined;
  refuseExisting(context, [file, ...(has_prompt ? [policies] : [])]);
  const { way, at, model, goals } = await askFor(context, input);
  requirePlace(way, at);
  refuseOutside(context, file, [input.prompt, input.tools, ...(way === "module" ? [at] : [])]);
  const { tools, drafted, proposed } = await draft(context, { ...input, goals });
  /** The test file names others relative to its own folder. */
  const beside = (other: string) =>
    relative(dirname(resolve(context.cwd, file)), resolve(context.cwd, other));
  const written = [file];
  const has_starter = way === "module" && !existsSync(resolve(context.cwd, at));
  await write(
    context,
    file,
    starterFile({
      way,
      command,
      model,
      goals,
      drafted,
      has_starter,
      at: way === "module" ? beside(at) : at,
      prompt: input.prompt && beside(input.prompt),
      tools: input.tools && beside(input.tools),
      tool_names: tools.map(({ name }) => name),
      policies: proposed && beside(policies),
    }),
  );
  if (proposed) {
    const { writePolicies } = await import("../policies/shared/file.ts");
    await writePolicies(context, policies, proposed);
    written.push(policies);
  }
  if (has_starter) {
    await write(context, at, STARTER_AGENT);
    written.push(at);
  }
  return {
    data: written.map((one) => ({ file: one, state: "written" })),
    view: { kind: "rows", columns: ["file", "state"] },
    hint: [
      ...leftToDo(file, drafted),
      ...toReview(policies, proposed?.policies ?? []),
      `next: \`parley test ${shellWord(file)}\``,
    ].join("\n"),
  };
}

function leftToDo(file: string, { ready, open, unjudged, without_tool }: DraftedCallers): string[] {
  const where = ready.length > 0 ? `see the end of ${file}` : `what is null in ${file}`;
  return [
    ...(open.length > 0 ? [`${counted(open.length, "caller")} with facts to fill in: ${where}`] : []),
    ...(without_tool.length > 0
      ? [
          `${counted(without_tool.length, "goal")} without a caller, because no tool was found for ${without_tool.length === 1 ? "it" : "them"}: ` +
            `${without_tool.map(({ goal, likely }) => `${JSON.stringify(goal)}${likely.length > 1 ? ` (${likely.join(" or ")})` : ""}`).join(", ")}. ` +
            'Name the tool behind the goal: --goal "Cancel the order (cancel_order)". What the prompt alone answers needs a caller with `expect`, such as `says "9.50"`',
        ]
      : []),
    ...(unjudged > 0
      ? [
          `${counted(unjudged, "sentence")} of the prompt without a caller, because only a judge can decide: ` +
            "set PARLEY_LLM_BASE_URL and PARLEY_LLM_MODEL, and the same command with the name of another test file drafts them too",
        ]
      : []),
  ];
}

/** Which of the policies have a rule, and how they get to fail a caller. */
function toReview(file: string, policies: readonly FilePolicy[]): string[] {
  const read = policies.filter(({ rule }) => rule != null);
  return read.length === 0
    ? []
    : [`${onlyProposed(read.length, file)}; to decide: \`parley policies review ${shellWord(file)}\``];
}

function refuseExisting({ cwd }: Context, files: readonly string[]): void {
  for (const file of files)
    if (existsSync(resolve(cwd, file)))
      throw usage("the file already exists", { where: file, hint: "name another one; nothing was written" });
}

/** `parley test` would not read them. @throws Failure (usage) */
function refuseOutside({ cwd }: Context, file: string, others: readonly (string | undefined)[]): void {
  const folder = dirname(resolve(cwd, file));
  const within = projectFolder(folder) ?? folder;
  for (const other of others)
    if (other !== undefined && relative(within, resolve(cwd, other)).startsWith(".."))
      throw usage(`outside the folder of ${file}, so \`parley test\` would not read it; ${MOVE_IT}`, {
        where: other,
        hint: "nothing was written",
      });
}

async function write({ cwd }: Context, file: string, content: string): Promise<void> {
  await writeNamedFile(resolve(cwd, file), content, { isNew: true }).catch((error: Error) => {
    throw usage(`cannot write the file: ${error.message}`, { where: file });
  });
}

interface Draft {
  readonly tools: readonly AgentTool[];
  readonly drafted: DraftedCallers;
  readonly proposed: { readonly policies: readonly FilePolicy[] } | undefined;
}

/** What the prompt and the tools say about callers and policies. Nothing, without them. */
async function draft(
  context: Context,
  { prompt, tools: file, goals }: Pick<InitInput, "prompt" | "tools"> & { readonly goals: readonly string[] },
): Promise<Draft> {
  const tools = await toolsIn(context, file);
  if (prompt === undefined && file === undefined)
    return { tools, drafted: { ready: [], open: [], unjudged: 0, without_tool: [] }, proposed: undefined };
  const { readText } = await import("../versions/draft.ts");
  const { draftCallers } = await import("../../testing/drafts/drafted-callers.ts");
  const text = prompt === undefined ? "" : await readText(context, prompt);
  const texts = { name: "the agent", agent_description: "", goals, prompt: text, knowledge_base: "", tools };
  const drafted = draftCallers(texts, {
    today: new Date().toISOString().slice(0, 10),
    has_judge: modelSettings(context.env) !== undefined,
  });
  if (text === "") return { tools, drafted, proposed: undefined };
  const { propose } = await import("../../../engine/policies/propose.ts");
  const { withReviews } = await import("../../../engine/policies/review.ts");
  const names = tools.map(({ name }) => name);
  const proposed = withReviews(propose({ prompt: text, goals, tools: names }), []);
  return { tools, drafted, proposed: proposed.policies.length > 0 ? proposed : undefined } as Draft;
}

async function toolsIn({ cwd }: Context, file: string | undefined): Promise<readonly AgentTool[]> {
  if (file === undefined) return [];
  const { readToolsFile } = await import("../../manifest/tools-file.ts");
  const { refuseFaults } = await import("../../manifest/read.ts");
  const { tools, faults } = await readToolsFile(file, cwd);
  refuseFaults(faults);
  return tools;
}
