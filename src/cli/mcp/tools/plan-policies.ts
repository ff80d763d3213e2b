/** Policies of a prompt for `plan_changes`: drafted, reviewed, and planned. */
import { readFile } from "node:fs/promises";
import { usage } from "../../../lib/failure.ts";
import { bindingChanges } from "../../commands/policies/shared/binding.ts";
import type { FilePolicy, PolicyFile } from "../../commands/policies/shared/file.ts";
import type { ToolCall } from "../tool.ts";
import { versionOf } from "./compare-versions.ts";

interface About {
  readonly agent_id?: number | undefined;
  readonly prompt?: string | undefined;
  readonly against?: number | undefined;
}

interface Stored {
  readonly agent_id: number;
  readonly version: number;
  readonly policies: readonly FilePolicy[];
}

interface Reviewed {
  readonly agent_id?: number;
  readonly version?: number;
  readonly policies: readonly FilePolicy[];
  readonly accepted: number;
  readonly rejected: number;
  readonly left: number;
}

/** The policies of an agent's prompt as a manifest, and what each would blame. */
export async function draftPolicies({ agent_id, prompt, against }: About, { session, ...asked }: ToolCall) {
  if (agent_id === undefined) throw usage("give a manifest, or agent_id to draft the policies of its prompt");
  const out = await session.path("policies.yaml");
  const input = { agent: agent_id, out, ...(prompt !== undefined && { prompt: versionOf(prompt) }) };
  await session.run<PolicyFile>(() => import("../../commands/policies/draft.ts"), input, asked);
  const { data, text } = await review(out, against, { session, ...asked });
  return {
    data: { manifest: await readFile(out, "utf8"), ...countsOf(data) },
    text,
    note: "show each policy to the person, set its status in the manifest as they decide, then call plan_changes with it",
  };
}

/**
 * What the decisions of a manifest would change.
 * @throws Failure (usage) if the prompt lacks the sentence of an accepted policy
 */
export async function planPolicies(
  { manifest, agent_id, prompt, against }: About & { readonly manifest: string },
  { session, ...asked }: ToolCall,
) {
  const file = await session.file("policies.yaml", manifest);
  const { data, text } = await review(file, against, { session, ...asked });
  const agent = agent_id ?? data.agent_id;
  const word = prompt ?? data.version?.toString();
  const stored = await session.run<Stored>(
    () => import("../../commands/policies/list.ts"),
    { agent, ...(word !== undefined && { prompt: versionOf(word) }) },
    asked,
  );
  const { version } = stored;
  const { prompt_text } = await session.run<{ prompt_text: string }>(
    () => import("../../commands/prompts/show.ts"),
    { version: { version }, agent: stored.agent_id },
    asked,
  );
  // What reads prompts is loaded only here.
  const { requireSentences } = await import("../../commands/policies/shared/of-prompt.ts");
  requireSentences("manifest", data.policies, prompt_text);
  const changes = bindingChanges(stored.policies, data.policies);
  const { id } = session.plans.make("apply_plan", "{}", {
    kind: "policies",
    manifest: file,
    agent_id: stored.agent_id,
    version,
    changes,
  });
  return {
    data: { plan_id: id, ...countsOf(data) },
    text: [...changes, text].join("\n"),
    note: `show this to the person; apply_plan stores it with prompt version ${version} of agent ${stored.agent_id}`,
  };
}

const countsOf = ({ accepted, rejected, left }: Reviewed) => ({ accepted, rejected, to_review: left });

async function review(file: string, against: number | undefined, { session, ...asked }: ToolCall) {
  // It quotes what was said.
  if (against !== undefined) session.hasShownConversation = true;
  return session.show<Reviewed>(
    () => import("../../commands/policies/review.ts"),
    { file, against, list: true },
    asked,
  );
}
