import { z } from "zod";
import type { Answer, Lenient } from "../../../contract/types.ts";
import { usage } from "../../../lib/failure.ts";
import { id, planId } from "../answer.ts";
import { DESCRIBING_OPERATIONS, describeSimulation } from "../describe-simulation.ts";
import { defineTool, type ToolCall } from "../tool.ts";
import { quotedName } from "../untrusted-text.ts";
import { quoted } from "./compare-versions.ts";
import type { Failed } from "./repair.ts";

const word = z.string().min(1).max(100);

export const repairFailure = defineTool({
  name: "repair_failure",
  description:
    "Repair a failed conversation. First without candidate: returns the smallest caller that fails the same way, the evidence and, " +
    "with good, the version and sentence that broke it. Then with candidate: only accepted: true is a repair.",
  operations: [
    ...DESCRIBING_OPERATIONS,
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
      const named = await describeSimulation(simulation_id, [], call);
      return `Test prompt version ${quotedName(candidate)} as a repair of conversation ${simulation_result_id}, with ${repeat} conversations of its digital human and one of each other, and as many with the version that failed: ${named}?`;
    }
    const named = await describeSimulation(simulation_id, [digital_human_id], call);
    const versions =
      good === undefined
        ? ""
        : `, and as many with temporary prompt versions since ${quotedName(good)}, which are deleted again`;
    return `Find out why conversation ${simulation_result_id} failed: at most ${max_conversations} conversations with temporary digital humans, which are deleted again${versions}: ${named}?`;
  },
  async run({ simulation_result_id, good, candidate, repeat, max_conversations }, call) {
    if (good !== undefined && candidate !== undefined) throw usage("give either good or candidate");
    const { conversation, text } = await failedIn(simulation_result_id, call);
    const { check, diagnose } = await import("./repair.ts");
    return candidate === undefined
      ? diagnose({ conversation, evidence: text, good, repeat: repeat ?? 1, max_conversations }, call)
      : check({ conversation, candidate, repeat: repeat ?? REPEAT }, call);
  },
});

/** How often the caller speaks with each version in a check. */
const REPEAT = 8;

/** The conversation, and how it is shown. @throws Failure (usage) if the service does not say what it belongs to */
async function failedIn(result_id: number, { session, ...asked }: ToolCall) {
  const load = () => import("../../commands/sim/result.ts");
  const input = { simulation_result_id: String(result_id) };
  const { data, text } = await session.show<Lenient<Answer<"get_simulation_result">>>(load, input, asked);
  const { readConversation } = await import("../../../contract/readings/conversation.ts");
  const { id, simulation_id, digital_human_id, versions } = readConversation(data.simulation_result);
  if (simulation_id === undefined)
    throw usage("the service does not say which simulation the conversation belongs to");
  const prompt_version = versions?.prompt_version ?? null;
  const conversation: Failed = { id: String(id), simulation_id, digital_human_id, prompt_version };
  return { conversation, text };
}
