/** What `repair_failure` does. It loads much, so it is loaded when it is asked for. */
import { readFile } from "node:fs/promises";
import { Failure } from "../../../lib/failure.ts";
import { type Bisection, bisectionText } from "../../commands/prompts/shared/bisect-text.ts";
import { type Fixed, fixLines } from "../../commands/release/shared/fixes.ts";
import type { Shrunk } from "../../commands/sim/shared/shrink-search.ts";
import type { ToolCall } from "../tool.ts";
import { versionOf } from "./compare-versions.ts";

const POLL_S = 0.5;

export interface Failed {
  readonly id: string;
  readonly simulation_id: number;
  readonly digital_human_id: number;
  readonly prompt_version: number | null;
}

interface Diagnosis {
  readonly conversation: Failed;
  readonly evidence: string;
  readonly good: string | undefined;
  readonly repeat: number;
  readonly max_conversations: number;
}

export async function diagnose({ conversation, evidence, good, ...bounds }: Diagnosis, call: ToolCall) {
  const { session, ...asked } = call;
  session.hasShownConversation = true;
  const out = await session.path("smallest.yaml");
  const load = () => import("../../commands/sim/shrink.ts");
  const shrunk = await session.run<Shrunk>(load, { caller: conversation.id, out, ...bounds }, asked);
  const broken = good === undefined ? undefined : await bisected({ conversation, good, ...bounds }, call);
  const failure = broken?.data;
  return {
    data: {
      accepted: null,
      broken_by: failure?.is_over ? failure.bad : null,
      conversations: shrunk.conversations + (failure?.conversations ?? 0),
    },
    text: [
      `why it fails: ${shrunk.reason}`,
      `the smallest caller that fails so, with ${shrunk.turns} turns:`,
      await readFile(out, "utf8"),
      ...(broken === undefined ? [] : [broken.text]),
      "the conversation that failed:",
      evidence,
    ].join("\n"),
    note: `change only what is at fault, push the prompt with \`parley prompts push\`, and call repair_failure again with it as candidate`,
  };
}

async function bisected(
  { conversation, good, ...bounds }: Omit<Diagnosis, "evidence" | "good"> & { readonly good: string },
  { session, ...asked }: ToolCall,
) {
  const { digital_human_id, simulation_id, prompt_version } = conversation;
  const notFound = (why: string) => ({
    data: undefined,
    text: `the version that broke it was not found: ${why}`,
  });
  if (prompt_version === null) return notFound("the service does not say which one failed");
  const input = {
    good: versionOf(good),
    bad: { version: prompt_version },
    digital_human: digital_human_id,
    simulation: simulation_id,
    poll: POLL_S,
    ...bounds,
  };
  const load = () => import("../../commands/prompts/bisect.ts");
  try {
    const data = await session.run<Bisection>(load, input, asked);
    return { data, text: bisectionText(data) };
  } catch (error) {
    // The smallest caller is worth having without it.
    if (error instanceof Failure && error.outcome !== "interrupted") return notFound(error.message);
    throw error;
  }
}

/** What is read of the report of a check. */
interface Report {
  readonly verdict: string;
  readonly reason: string | null;
  readonly fixes: Fixed | null;
}

interface Checked {
  readonly conversation: Failed;
  readonly candidate: string;
  readonly repeat: number;
}

export async function check({ conversation, candidate, repeat }: Checked, { session, ...asked }: ToolCall) {
  const load = () => import("../../commands/release/check.ts");
  const { id: fixes, simulation_id } = conversation;
  const input = { simulation_id, prompt: versionOf(candidate), fixes, repeat, poll: POLL_S };
  const { verdict, reason, fixes: fixed } = await session.run<Report>(load, input, asked);
  const accepted = verdict === "passed" && fixed?.reason === null;
  return {
    data: { accepted, broken_by: null, conversations: fixed ? fixed.before.n + fixed.after.n : null },
    text: [accepted ? "accepted" : `not accepted: ${reason}`, ...fixLines(fixed)].join("\n"),
    note: accepted
      ? "it is a repair; promote_prompt releases it once the person agrees"
      : "it is not a repair; change the prompt and test it again",
  };
}
