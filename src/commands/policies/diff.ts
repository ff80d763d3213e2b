import type { Answer, Lenient } from "../../contract/types.ts";
import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";
import { findVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { versionWord } from "../versions/words.ts";

interface Change {
  readonly change: "kept" | "proposed" | "dropped";
  readonly status: string | null;
  readonly sentence: string;
  readonly reads: string | null;
}

export const command = defineCommand({
  needs: ["draft_prompt_policies"],
  about:
    "Shows what becomes of the reviewed policies in another prompt version. A sentence that is unchanged keeps " +
    "what was decided on it, a new or changed one is proposed, and one that is gone is dropped.",
  args: {
    from: arg("<from>", "a version or a label", versionWord),
    to: arg("<to>", "a later version or a label", versionWord),
  },
  options: { agent: agentOption },
  examples: [["parley policies diff production candidate --agent 101", "what a candidate changes"]],
  view: {
    kind: "rows",
    rows: "changes",
    columns: ["change", "status", "sentence", { title: "read as", value: "reads" }],
    empty: "neither version has policies",
  },
  async run(context, { agent, from, to }) {
    const agent_id = await context.agent(agent);
    const draftOf = async (word: typeof from) => {
      const { version } = await findVersion(context, PROMPTS, agent_id, word);
      return context.change("draft_prompt_policies", { params: { agent_id, version }, body: {} });
    };
    const [before, after] = [await draftOf(from), await draftOf(to)];
    return { data: { from: before.version, to: after.version, changes: changesBetween(before, after) } };
  },
});

type Draft = Lenient<Answer<"draft_prompt_policies">>;

function changesBetween(before: Draft, after: Draft): Change[] {
  const had = new Set(before.policies.map(({ sentence }) => sentence));
  const has = new Set(after.policies.map(({ sentence }) => sentence));
  const row = (change: Change["change"]) => (policy: Draft["policies"][number]) => ({
    change,
    status: policy.status,
    sentence: policy.sentence,
    reads: policy.reads ?? null,
  });
  return [
    ...after.policies.filter(({ sentence }) => !had.has(sentence)).map(row("proposed")),
    ...before.policies.filter(({ sentence }) => !has.has(sentence)).map(row("dropped")),
    ...after.policies.filter(({ sentence }) => had.has(sentence)).map(row("kept")),
  ];
}
