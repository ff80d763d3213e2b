/** Text conversations between the agent under test, which calls here, and a digital human. */
import { conflict, notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { inChunks } from "../store/chunks.ts";
import { onAgentTurn } from "./conversations/agent-turn.ts";
import { takeMessageId } from "./conversations/deduplication.ts";
import { endConversations } from "./conversations/end.ts";
import { addMessage, logToolCall } from "./conversations/entries.ts";
import { listed, numberOf } from "./ids.ts";
import { requireResult } from "./simulations/results.ts";

export const conversationHandlers = {
  async send_http_text_message({ organization_id, body }, { write, now }) {
    return write(async (transaction) => {
      const result = await requireResult(transaction, organization_id, body.simulation_result_id);
      const end_conversation = body.end_conversation === true;
      const answer = { simulation_result_id: String(result.id), status: "success", end_conversation };
      if (body.message_id) {
        const first = await takeMessageId(transaction, result.id, body.message_id, answer);
        if (first) return first;
      }
      if (result.ended_at !== null)
        throw conflict(`conversation ${result.id} has ended (${result.end_reason} at ${result.ended_at})`);
      const at = now();
      if (body.type === "tool_call") await logToolCall(transaction, result, body, at);
      else await addMessage(transaction, result, body, at);
      if (end_conversation) await endConversations(transaction, [result.id], "agent_ended", at);
      else if (body.type === "message" && body.end_turn !== false) await onAgentTurn(transaction, result.id);
      return answer;
    });
  },

  async end_conversations({ organization_id, body: { test_result_ids } }, { write, now }) {
    const named = [...new Set(test_result_ids)];
    const ids = named.map(numberOf).filter((id) => id !== undefined);
    return write(async (transaction) => {
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
      const ended = await endConversations(transaction, ids, "ended_by_request", now());
      return {
        ended: ids.filter((id) => ended.has(id)).map(String),
        already_ended: ids.filter((id) => !ended.has(id)).map(String),
      };
    });
  },
} satisfies Partial<Handlers>;
