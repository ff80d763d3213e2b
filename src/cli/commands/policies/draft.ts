import type { Answer, Lenient } from "../../../contract/types.ts";
import { POLICY_QUESTIONS } from "../../../contract/values.ts";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { defineCommand, option } from "../command.ts";
import { oneOf } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import { requireWritable } from "../shared/writable.ts";
import { readText } from "../versions/draft.ts";
import { findVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { type VersionWord, versionWord } from "../versions/words.ts";
import { type FilePolicy, type PolicyFile, readExisting, writePolicies } from "./shared/file.ts";
import { countsOf, policyRows, withoutRule } from "./shared/view.ts";

interface Drafted extends PolicyFile {
  /** The model that was asked for rules. */
  readonly model?: string | null | undefined;
  readonly dropped: readonly string[];
}

const ASKED = [...POLICY_QUESTIONS, "none"] as const;

export const command = defineCommand({
  needs: ["draft_prompt_policies"],
  about:
    "Lists every sentence of a prompt that demands or forbids something, with the rule that it is read as, or why " +
    "it has none. What was already decided on a sentence stays with it. Nothing is stored: --out writes a file to " +
    "go through with `policies review` and to store with `policies apply`; if the file exists, its decisions are " +
    "kept. If the service has a language model, it is asked for a rule for each sentence that could not be read. Such " +
    "a rule is proposed like others if it holds for one exchange and fails for another that the model wrote without " +
    "seeing it. With --prompt-file and no agent, neither a service nor a model is used.",
  options: {
    agent: agentOption,
    prompt: option("--prompt <version|label>", "the prompt version to read (default: latest)", versionWord),
    prompt_file: option("--prompt-file <file>", "read this text instead of a stored version"),
    tools: option(
      "--tools <file>",
      "with --prompt-file and no agent: the agent's tools, as `agents create --tools` takes them",
    ),
    ask_model: option(
      "--ask-model <sentences>",
      "the sentences for which the service's model writes rules (default: unread)",
      oneOf(ASKED),
    ),
    out: option("--out <file>", "write the policies to this file"),
  },
  examples: [
    ["parley policies draft --agent 101 --out policies.yaml", "the policies of the latest prompt version"],
    [
      "parley policies draft --agent 101 --prompt candidate",
      "look at those of a version that is not released",
    ],
    ["parley policies draft --prompt-file prompt.md --out policies.yaml", "from a file alone"],
    [
      "parley policies draft --prompt-file prompt.md --tools tools.json --out policies.yaml",
      "with the names of the tools that the prompt does not name",
    ],
  ],
  view: policyRows,
  async run(context, { agent, prompt, prompt_file, tools, ask_model, out }) {
    if (out !== undefined)
      await requireWritable(context, [{ option: `--out ${out}`, file: out, what: "policies" }]);
    const before = out === undefined ? undefined : await readExisting(context, out);
    const isLocal = prompt_file !== undefined && agent === undefined && prompt === undefined;
    if (isLocal && ask_model !== undefined && ask_model !== "none")
      throw usage("only the service has a model to ask", { hint: "pass --agent too" });
    if (tools !== undefined && !isLocal)
      throw usage("--tools goes with --prompt-file alone: an agent's record has its tools", {
        hint: "`parley agents update ID --tools FILE` changes them",
      });
    const drafted = isLocal
      ? await readLocally(context, prompt_file, tools, before?.policies ?? [])
      : await readByService(context, {
          agent,
          prompt,
          prompt_file,
          ask_model: ask_model ?? "unread",
          before,
        });
    const unlisted = unlistedIn(before?.policies ?? [], drafted.policies);
    const data = { ...drafted, policies: [...drafted.policies, ...unlisted] };
    if (out !== undefined) await writePolicies(context, out, data);
    for (const { sentence } of unlisted)
      await context.terminal.alert(
        `warning: this sentence is not listed, so its policy stays at the end of ${out}: ${JSON.stringify(sentence)}`,
      );
    const next = out === undefined ? "" : `; next: \`parley policies review ${out}\``;
    const by = data.policies.filter(({ written_by }) => written_by === "model").length;
    const model = data.model ? ` (${by} written by ${data.model})` : "";
    return {
      data,
      hint: [`${countsOf(data.policies)}${model}${next}`, ...withoutRule(data.policies)].join("\n"),
    };
  },
});

/**
 * Policies of the file for sentences that were not listed: somebody added them, or the prompt no longer has the sentence.
 * What somebody decided, or wrote a rule for (one without `reads`), stays until somebody removes it.
 */
function unlistedIn(reviewed: readonly FilePolicy[], listed: readonly FilePolicy[]): FilePolicy[] {
  const sentences = new Set(listed.map(({ sentence }) => sentence));
  const isSomebodys = ({ status, rule, reads }: FilePolicy) =>
    status !== "proposed" || (rule != null && reads == null);
  return reviewed.filter((policy) => isSomebodys(policy) && !sentences.has(policy.sentence));
}

async function readLocally(
  context: Context,
  file: string,
  tools: string | undefined,
  reviewed: readonly FilePolicy[],
): Promise<Drafted> {
  const { toolsField } = await import("../agents/shared/tools.ts");
  const { propose } = await import("../../../engine/policies/propose.ts");
  const { withReviews } = await import("../../../engine/policies/review.ts");
  const names = (await toolsField(context, { tools })).tools?.map(({ name }) => name);
  return withReviews(propose({ prompt: await readText(context, file), goals: [], tools: names }), reviewed);
}

interface Asked {
  readonly agent: number | undefined;
  readonly prompt: VersionWord | undefined;
  readonly prompt_file: string | undefined;
  readonly ask_model: (typeof ASKED)[number];
  readonly before: PolicyFile | undefined;
}

async function readByService(
  context: Context,
  { agent, prompt, prompt_file, ask_model, before }: Asked,
): Promise<Drafted> {
  const agent_id = await context.agent(agent);
  const { version } = await findVersion(context, PROMPTS, agent_id, prompt ?? { label: "latest" });
  const drafted = await context.change("draft_prompt_policies", {
    params: { agent_id, version },
    body: {
      ...(prompt_file !== undefined && { prompt_text: await readText(context, prompt_file) }),
      ...(ask_model !== "none" && { ask_model }),
    },
  });
  return { agent_id, version, model: drafted.model, ...withFile(drafted, before?.policies ?? []) };
}

/** Decisions in a file are newer than those that are stored. */
function withFile(
  { policies, dropped }: Lenient<Answer<"draft_prompt_policies">>,
  reviewed: readonly FilePolicy[],
): Pick<Drafted, "policies" | "dropped"> {
  const decided = new Map(
    reviewed.filter(({ status }) => status !== "proposed").map((one) => [one.sentence, one]),
  );
  return {
    policies: (policies as FilePolicy[]).map((one) => {
      const policy = decided.get(one.sentence);
      return policy ? { ...policy, line: one.line } : one;
    }),
    dropped,
  };
}
