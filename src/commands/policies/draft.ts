import type { Context } from "../../context.ts";
import type { Answer, Lenient } from "../../contract/types.ts";
import { agentOption } from "../agent-option.ts";
import { defineCommand, option } from "../command.ts";
import { readText } from "../versions/draft.ts";
import { findVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { type VersionWord, versionWord } from "../versions/words.ts";
import { requireWritable } from "../writable.ts";
import { type FilePolicy, type PolicyFile, readExisting, writePolicies } from "./file.ts";
import { countsOf, policyRows } from "./view.ts";

interface Drafted extends PolicyFile {
  readonly dropped: readonly string[];
}

export const command = defineCommand({
  needs: ["draft_prompt_policies"],
  about:
    "Lists every sentence of a prompt that demands or forbids something, with the rule that it is read as, or why " +
    "it has none. What was already decided on a sentence stays with it. Nothing is stored: --out writes a file to " +
    "go through with `policies review` and to store with `policies apply`; if the file exists, its decisions are " +
    "kept. With --prompt-file and no agent, no service is needed.",
  options: {
    agent: agentOption,
    prompt: option("--prompt <version|label>", "the prompt version to read (default: latest)", versionWord),
    prompt_file: option("--prompt-file <file>", "read this text instead of a stored version"),
    out: option("--out <file>", "write the policies to this file"),
  },
  examples: [
    ["parley policies draft --agent 101 --out policies.yaml", "the policies of the latest prompt version"],
    [
      "parley policies draft --agent 101 --prompt candidate",
      "look at those of a version that is not released",
    ],
    ["parley policies draft --prompt-file prompt.md --out policies.yaml", "from a file alone"],
  ],
  view: policyRows,
  async run(context, { agent, prompt, prompt_file, out }) {
    if (out !== undefined)
      await requireWritable(context, [{ option: `--out ${out}`, file: out, what: "policies" }]);
    const before = out === undefined ? undefined : await readExisting(context, out);
    const isLocal = prompt_file !== undefined && agent === undefined && prompt === undefined;
    const data = isLocal
      ? await readLocally(context, prompt_file, before?.policies ?? [])
      : await readByService(context, { agent, prompt, prompt_file, before });
    if (out !== undefined) await writePolicies(context, out, data);
    const next = out === undefined ? "" : `; next: \`parley policies review ${out}\``;
    return { data, hint: `${countsOf(data.policies)}${next}` };
  },
});

async function readLocally(
  context: Context,
  file: string,
  reviewed: readonly FilePolicy[],
): Promise<Drafted> {
  const { propose } = await import("../../engine/policies/propose.ts");
  const { withReviews } = await import("../../engine/policies/review.ts");
  return withReviews(propose({ prompt: await readText(context, file), goals: [] }), reviewed);
}

interface Asked {
  readonly agent: number | undefined;
  readonly prompt: VersionWord | undefined;
  readonly prompt_file: string | undefined;
  readonly before: PolicyFile | undefined;
}

async function readByService(
  context: Context,
  { agent, prompt, prompt_file, before }: Asked,
): Promise<Drafted> {
  const agent_id = await context.agent(agent);
  const { version } = await findVersion(context, PROMPTS, agent_id, prompt ?? { label: "latest" });
  const drafted = await context.change("draft_prompt_policies", {
    params: { agent_id, version },
    body: prompt_file === undefined ? {} : { prompt_text: await readText(context, prompt_file) },
  });
  return { agent_id, version, ...withFile(drafted, before?.policies ?? []) };
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
