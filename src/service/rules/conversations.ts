/** Text conversations between the agent under test, which calls this API, and a digital human. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { conflict, notFound } from "../errors.ts";
import type { Handlers, Service } from "../handler.ts";
import { inChunks } from "../store/chunks.ts";
import type { Database } from "../store/schema.ts";
import { onAgentTurn } from "./conversations/agent-turn.ts";
import { keepAnswer } from "./conversations/deduplication.ts";
import { endConversations } from "./conversations/end.ts";
import { addMessage, logToolCall } from "./conversations/entries.ts";
import { requireScene, type Scene } from "./conversations/scene.ts";
import { listed, numberOf } from "./ids.ts";

export const conversationHandlers = {
  async send_http_text_message({ organization_id, body }, service) {
    return service.write(async (transaction) => {
      const { simulation_result_id, message_id } = body;
      const scene = await requireScene(transaction, organization_id, simulation_result_id, message_id);
      if (scene.answer !== null) return JSON.parse(scene.answer);
      const answer = await arrive(transaction, service, scene, body);
      if (message_id) await keepAnswer(transaction, scene.result.id, message_id, answer);
      return answer;
    });
  },

  async end_conversations({ organization_id, body: { test_result_ids } }, service) {
    const named = [...new Set(test_result_ids)];
    const ids = named.map(numberOf).filter((id) => id !== undefined);
    return service.write(async (transaction) => {
      const rows = await inChunks(ids, (chunk) =>
        transaction
          .selectFrom("simulation_result")
          .select("id")
          .where("organization_id", "=", organization_id)
          .where("id", "in", chunk)
          .execute(),
      );
      const known = new Set(rows.map((row) => String(row.id)));
      const unknown = named.filter((id) => !known.has(id));
      if (unknown.length > 0) throw notFound("simulation result", listed(unknown));
      const ended = await endConversations(transaction, service, ids, "ended_by_request", service.now());
      return {
        ended: ids.filter((id) => ended.has(id)).map(String),
        already_ended: ids.filter((id) => !ended.has(id)).map(String),
      };
    });
  },
} satisfies Partial<Handlers>;

/** Handles what the agent sends. 409 if the conversation is not in progress. */
async function arrive(
  transaction: Kysely<Database>,
  service: Service,
  scene: Scene,
  body: Output<"SendHttpTextMessage">,
): Promise<Output<"SendHttpTextMessageAnswer">> {
  const { id, status, end_reason, ended_at, simulation_run_id } = scene.result;
  if (ended_at !== null) throw conflict(`conversation ${id} has ended (${end_reason} at ${ended_at})`);
  if (status === "QUEUED")
    throw conflict(
      `conversation ${id} has not begun; it is waiting for its turn in run ${simulation_run_id}`,
    );
  const at = service.now();
  let end_conversation = body.end_conversation === true;
  if (body.type === "tool_call") await logToolCall(transaction, scene, body, at);
  else await addMessage(transaction, scene, body, at);
  if (end_conversation) await endConversations(transaction, service, [id], "agent_ended", at);
  else if (body.type === "message" && body.end_turn !== false)
    end_conversation = await onAgentTurn(transaction, service, scene, at);
  return { simulation_result_id: String(id), status: "success", end_conversation };
}
