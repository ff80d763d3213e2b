/** Text conversations between the agent under test, which calls this API, and a digital human. */

import { onAgentMessage } from "../domain/conversations/agent-message.ts";
import { requireConversation } from "../domain/conversations/conversation.ts";
import { keepAnswer } from "../domain/conversations/deduplication.ts";
import { endConversations } from "../domain/conversations/end.ts";
import { maskedOf } from "../domain/conversations/entries.ts";
import { listed, numberOf } from "../domain/ids.ts";
import { notFound } from "../errors.ts";
import { inChunks } from "../store/chunks.ts";
import type { Handlers } from "./handler.ts";

export const conversationHandlers = {
  async send_http_text_message({ organization_id, body }, service) {
    const conversationNow = () => requireConversation(service.db, organization_id, body.simulation_result_id);
    const masked = await maskedOf(service.thread, [body], conversationNow);
    return service.write(async (transaction) => {
      const { simulation_result_id, message_id } = body;
      const conversation = await requireConversation(
        transaction,
        organization_id,
        simulation_result_id,
        message_id,
      );
      if (conversation.answer !== null) return JSON.parse(conversation.answer);
      const answer = await onAgentMessage(transaction, service, { ...conversation, masked }, body);
      if (message_id) await keepAnswer(transaction, conversation.result.id, message_id, answer);
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
      const existing = new Set(rows.map((row) => String(row.id)));
      const unknown = named.filter((id) => !existing.has(id));
      if (unknown.length > 0) throw notFound("simulation result", listed(unknown));
      const ended = await endConversations(transaction, service, ids, "ended_by_request", service.now());
      return {
        success: true as const,
        ended_count: ended.size,
        test_result_ids: ids,
        failed_ids: [],
        message: `ended ${ended.size} of ${ids.length} conversations; the others were already over`,
        ended: ids.filter((id) => ended.has(id)).map(String),
        already_ended: ids.filter((id) => !ended.has(id)).map(String),
      };
    });
  },
} satisfies Partial<Handlers>;
