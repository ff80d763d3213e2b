/** Calls: submitting, evaluating again, and reading them. */

import { DAY_MS } from "../../contract/duration.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { queueAgain } from "../domain/calls/again.ts";
import { requireSettledCall } from "../domain/calls/lookup.ts";
import { pageOfCalls, showCall } from "../domain/calls/read.ts";
import { submitCall } from "../domain/calls/submit.ts";
import type { Handlers } from "./handler.ts";

export const evaluationHandlers = {
  evaluate: (call, service) => submitCall(call, service),

  async rerun_evaluation({ organization_id, params: { call_id } }, service) {
    return service.write(async (transaction) => {
      const call = await requireSettledCall(transaction, organization_id, call_id);
      await queueAgain(transaction, service, call.id);
      return { status: "success", call_id: call.id, message: "the call is queued for evaluation" };
    });
  },

  async get_call_log({ organization_id, params: { call_id } }, service) {
    return showCall(service, organization_id, call_id);
  },

  async list_call_logs({ organization_id, params: { agent_id }, query: { last, ...page } }, service) {
    await requireAgent(service.db, organization_id, agent_id);
    return pageOfCalls(service, organization_id, { agent_id, since: startOf(last, service.now()), ...page });
  },
} satisfies Partial<Handlers>;

/** When a period such as `7days` that ends now began, or undefined for all time. */
function startOf(last: string | undefined, now: Date): string | undefined {
  const days = Number.parseInt(last ?? "all", 10);
  return Number.isNaN(days) ? undefined : new Date(now.getTime() - days * DAY_MS).toISOString();
}
