/** The sentences of a tested prompt that nobody has decided on yet. */

import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { onlyProposed } from "../../render/only-proposed.ts";
import type { Version } from "../versions/kinds.ts";

/** The policies that are read as a rule. Null without a version, or if the service does not read policies. */
export async function proposedPolicies(
  context: Context,
  agent_id: number,
  prompt: Version | undefined,
): Promise<readonly string[] | null> {
  if (!prompt) return null;
  try {
    const params = { agent_id, version: prompt.version };
    const { policies } = await context.change("draft_prompt_policies", { params, body: {} });
    return policies
      .filter(({ status, rule }) => status === "proposed" && rule)
      .map(({ sentence }) => sentence);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    return null;
  }
}

/** How many sentences are named. */
const NAMED = 3;

/** How many there are, the first of them, and how to decide on them. Empty if there are none. */
export function proposedLines(sentences: readonly string[] | null, agent_id: number, version: number | null) {
  if (!sentences || sentences.length === 0) return [];
  const named = sentences.slice(0, NAMED).map((sentence) => `  ${sentence}`);
  const more = sentences.length > NAMED ? [`  … and ${sentences.length - NAMED} more`] : [];
  return [
    `${onlyProposed(sentences.length, `prompt version ${version}`)}:`,
    ...named,
    ...more,
    `  to decide: \`parley policies draft --agent ${agent_id} --prompt ${version} --out policies.yaml\`, then \`parley policies review policies.yaml\``,
  ];
}
