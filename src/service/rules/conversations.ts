/** Text conversations between the agent under test, which calls this API, and a digital human. */
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { inChunks } from "../store/chunks.ts";
import { arrive } from "./conversations/arrive.ts";
import { keepAnswer } from "./conversations/deduplication.ts";
import { endConversations } from "./conversations/end.ts";
import { requireScene } from "./conversations/scene.ts";
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
