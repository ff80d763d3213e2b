import { readFile } from "node:fs/promises";
import { z } from "zod";
import { readConversation } from "../../../contract/readings/conversation.ts";
import type { Answer, Lenient } from "../../../contract/types.ts";
import { Failure, usage } from "../../../lib/failure.ts";
import type { Bisection } from "../../commands/prompts/bisect-text.ts";
import type { Fixed } from "../../commands/release/fixes.ts";
import type { Shrunk } from "../../commands/sim/shrink-search.ts";
import { id, planId } from "../answer.ts";
import { quotedName } from "../guard.ts";
import { NAMING, simulationNamed } from "../simulated.ts";
import { type Call, defineTool } from "../tool.ts";
import { quoted, versionOf } from "./compare-versions.ts";

const word = z.string().min(1).max(100);
const POLL_S = 0.5;

export const repairFailure = defineTool({
  name: "repair_failure",
  description:
    "Repair a failed conversation. First without candidate: returns the smallest caller that fails the same way, the evidence and, " +
    "with good, the version and sentence that broke it. Then with candidate: only accepted: true is a repair.",
  operations: [
    ...NAMING,
    "get_simulation_result",
    "get_digital_human",
    "create_digital_human",
    "delete_digital_human",
    "list_prompt_versions",
    "list_knowledge_base_versions",
    "create_prompt_version",
    "delete_prompt_version",
    "queue_http_text_simulation_run",
    "queue_simulation_run",
    "list_simulation_results",
    "end_conversations",
  ],
  input: z.object({
    simulation_result_id: id,
    good: word.optional().describe("older prompt version that passed"),
    candidate: word.optional().describe("prompt version to accept or not"),
    repeat: z.int().min(1).max(50).optional(),
    max_conversations: z.int().min(1).max(500).default(40),
    plan_id: planId,
  }),
  output: z.object({
    accepted: z.boolean().nullable(),
    broken_by: z.int().nullable().describe("prompt version"),
    conversations: z.int().nullable(),
  }),
  commandLine: ({ simulation_result_id, candidate }) =>
    candidate === undefined
      ? `parley sim shrink ${simulation_result_id}`
      : `parley release check <simulation-id> --prompt ${quoted(candidate)} --fixes ${simulation_result_id}`,
  async ask({ simulation_result_id, good, candidate, max_conversations, repeat = REPEAT }, call) {
    const { simulation_id, digital_human_id } = (await failedIn(simulation_result_id, call)).conversation;
    if (candidate !== undefined) {
      const named = await simulationNamed(simulation_id, [], call);
      return `Test prompt version ${quotedName(candidate)} as a repair of conversation ${simulation_result_id}, with ${repeat} conversations of its digital human and one of each other, and as many with the version that failed: ${named}?`;
    }
    const named = await simulationNamed(simulation_id, [digital_human_id], call);
    const versions =
      good === undefined
        ? ""
        : `, and as many with temporary prompt versions since ${quotedName(good)}, which are deleted again`;
    return `Find out why conversation ${simulation_result_id} failed: at most ${max_conversations} conversations with temporary digital humans, which are deleted again${versions}: ${named}?`;
  },
  async run({ simulation_result_id, good, candidate, repeat, max_conversations }, call) {
    if (good !== undefined && candidate !== undefined) throw usage("give either good or candidate");
    const { conversation, text } = await failedIn(simulation_result_id, call);
    return candidate === undefined
      ? diagnose({ conversation, evidence: text, good, repeat: repeat ?? 1, max_conversations }, call)
      : check({ conversation, candidate, repeat: repeat ?? REPEAT }, call);
  },
});

/** How often the caller speaks with each version in a check. */
const REPEAT = 8;

interface Failed {
  readonly id: string;
  readonly simulation_id: number;
  readonly digital_human_id: number;
  readonly prompt_version: number | null;
}

/** The conversation, and how it is shown. @throws Failure (usage) if the service does not say what it belongs to */
async function failedIn(result_id: number, { session, ...asked }: Call) {
  const load = () => import("../../commands/sim/result.ts");
  const input = { simulation_result_id: String(result_id) };
  const { data, text } = await session.show<Lenient<Answer<"get_simulation_result">>>(load, input, asked);
  const { id, simulation_id, digital_human_id, versions } = readConversation(data.simulation_result);
  if (simulation_id === undefined)
    throw usage("the service does not say which simulation the conversation belongs to");
  const prompt_version = versions?.prompt_version ?? null;
  const conversation: Failed = { id: String(id), simulation_id, digital_human_id, prompt_version };
  return { conversation, text };
}

interface Diagnosis {
  readonly conversation: Failed;
  readonly evidence: string;
  readonly good: string | undefined;
  readonly repeat: number;
  readonly max_conversations: number;
}

async function diagnose({ conversation, evidence, good, ...bounds }: Diagnosis, call: Call) {
  const { session, ...asked } = call;
  session.hasShownConversation = true;
  const out = await session.path("smallest.yaml");
  const load = () => import("../../commands/sim/shrink.ts");
  const shrunk = await session.run<Shrunk>(load, { caller: conversation.id, out, ...bounds }, asked);
  const broken = good === undefined ? undefined : await bisected({ conversation, good, ...bounds }, call);
  const found = broken?.data;
  return {
    data: {
      accepted: null,
      broken_by: found?.is_over ? found.bad : null,
      conversations: shrunk.conversations + (found?.conversations ?? 0),
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
  { session, ...asked }: Call,
) {
  const { digital_human_id, simulation_id, prompt_version } = conversation;
  const notFound = (why: string) => ({
    data: undefined,
    text: `the version that broke it was not found: ${why}`,
  });
  if (prompt_version === null) return notFound("the service does not say which one failed");
  const input = {
    ...{ good: versionOf(good), bad: { version: prompt_version }, digital_human: digital_human_id },
    ...{ simulation: simulation_id, poll: POLL_S, ...bounds },
  };
  const load = () => import("../../commands/prompts/bisect.ts");
  try {
    const data = await session.run<Bisection>(load, input, asked);
    const { bisectionText } = await import("../../commands/prompts/bisect-text.ts");
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

async function check({ conversation, candidate, repeat }: Checked, { session, ...asked }: Call) {
  const load = () => import("../../commands/release/check.ts");
  const { id: fixes, simulation_id } = conversation;
  const input = { simulation_id, prompt: versionOf(candidate), fixes, repeat, poll: POLL_S };
  const { verdict, reason, fixes: fixed } = await session.run<Report>(load, input, asked);
  const { fixLines } = await import("../../commands/release/fixes.ts");
  const accepted = verdict === "passed" && fixed?.reason === null;
  return {
    data: { accepted, broken_by: null, conversations: fixed ? fixed.before.n + fixed.after.n : null },
    text: [accepted ? "accepted" : `not accepted: ${reason}`, ...fixLines(fixed)].join("\n"),
    note: accepted
      ? "it is a repair; promote_prompt releases it once the person agrees"
      : "it is not a repair; change the prompt and test it again",
  };
}
