import type { Answer, Lenient } from "../../../contract/types.ts";
import { arg, defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { findVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { versionWord } from "../versions/words.ts";

interface Change {
  /** `decided`: both versions have the sentence, and a later review says something else about it. */
  readonly change: "new" | "dropped" | "decided" | "kept";
  /** In the later version, or in the earlier one if it was dropped. */
  readonly status: string;
  readonly sentence: string;
  readonly reads: string | null;
}

export const command = defineCommand({
  needs: ["draft_prompt_policies"],
  about:
    "Shows what becomes of the reviewed policies in another prompt version. A sentence that is unchanged keeps " +
    "what was decided on it, unless a later review decided otherwise. A new or changed one is proposed until " +
    "somebody decides on it, and one that is gone is dropped.",
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
  const had = new Map(before.policies.map((policy) => [policy.sentence, policy]));
  const has = new Set(after.policies.map(({ sentence }) => sentence));
  const changeOf = ({ sentence, status, rule }: Policy): Change["change"] => {
    const earlier = had.get(sentence);
    if (!earlier) return "new";
    return earlier.status === status && earlier.rule === rule ? "kept" : "decided";
  };
  const rows = [
    ...after.policies.map((policy) => row(changeOf(policy), policy)),
    ...before.policies.filter(({ sentence }) => !has.has(sentence)).map((policy) => row("dropped", policy)),
  ];
  return ORDER.flatMap((change) => rows.filter((row) => row.change === change));
}

/** What needs somebody's attention comes first. */
const ORDER = ["new", "dropped", "decided", "kept"] as const satisfies readonly Change["change"][];

type Policy = Draft["policies"][number];

const row = (change: Change["change"], { status, sentence, reads }: Policy): Change => ({
  change,
  status,
  sentence,
  reads: reads ?? null,
});
