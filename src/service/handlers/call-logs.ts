/** Operations on calls after they were submitted. */
import { deletionOf } from "../blobs/delete-blob.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { isBeingEvaluated, queueAgain } from "../domain/calls/again.ts";
import { changeAhead, deleteCalls } from "../domain/calls/change.ts";
import { requireCall, requireSettledCall } from "../domain/calls/lookup.ts";
import { pageOfCalls, showCall } from "../domain/calls/read.ts";
import { listed } from "../domain/ids.ts";
import { conflict } from "../errors.ts";
import type { Service } from "../service.ts";
import { inChunks } from "../store/chunks.ts";
import { evaluationHandlers } from "./evaluations.ts";
import type { Handlers } from "./handler.ts";

/** How often a call may change while its next version is being made. Each time, that is made again. */
const CHANGES = 10;

export const callLogHandlers = {
  evaluate_call: (request, service) => evaluationHandlers.evaluate({ ...request }, service),
  re_evaluate_call: (request, service) => evaluationHandlers.rerun_evaluation({ ...request }, service),

  /** If an evaluation in progress has already read the submission, it runs again. */
  async update_call_log({ organization_id, params: { call_id }, body }, service) {
    const { reevaluate, ...named } = body;
    const changes = Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== null && value !== undefined),
    );
    for (let times = 1; ; times++) {
      const changed = await changeAhead(service, organization_id, call_id, changes);
      const answer = await service.write(async (transaction) => {
        const call = await requireCall(transaction, organization_id, call_id);
        const agent = await requireAgent(transaction, organization_id, call.agent_id);
        if (changed && !(await changed.store(transaction, agent))) return undefined;
        const again = reevaluate === true && !isBeingEvaluated(call);
        if (again) await queueAgain(transaction, service, call.id);
        return done(again ? "the call was changed and is queued for evaluation" : "the call was changed");
      });
      if (answer) return answer;
      if (times === CHANGES)
        throw conflict(`call ${call_id} changes all the time; nothing was changed; send it again`);
    }
  },

  async find_call_log({ organization_id, query: { call_id } }, service) {
    return showCall(service, organization_id, call_id);
  },

  async list_all_call_logs({ organization_id, query }, service) {
    if (query.agent_id !== undefined) await requireAgent(service.db, organization_id, query.agent_id);
    return pageOfCalls(service, organization_id, query);
  },

  delete_call_log: ({ organization_id, params, query }, service) =>
    deleteOne(service, organization_id, params.call_id, query.recording_only),

  delete_found_call_log: ({ organization_id, query }, service) =>
    deleteOne(service, organization_id, query.call_id, query.recording_only),

  async delete_call_logs({ organization_id, body: { call_ids } }, service) {
    const ids = [...new Set(call_ids.map((id) => id.toLowerCase()))];
    return service.write(async (transaction) => {
      const calls = await inChunks(ids, (chunk) =>
        transaction
          .selectFrom("call")
          .select(["seq", "id", "status", "recording_key"])
          .where("organization_id", "=", organization_id)
          .where("id", "in", chunk)
          .execute(),
      );
      const busy = calls.filter(isBeingEvaluated);
      if (busy.length > 0)
        throw conflict(
          `no call was deleted, because these are being evaluated: ${listed(busy.map(({ id }) => id))}`,
        );
      await deleteCalls(transaction, service, calls);
      const deleted_count = calls.length;
      return { ...done(`${deleted_count} of ${ids.length} calls were deleted`), deleted_count };
    });
  },
} satisfies Partial<Handlers>;

const done = (message: string) => ({ message, status: "200" as const });

function deleteOne(service: Service, organization_id: string, call_id: string, recording_only: boolean) {
  return service.write(async (transaction) => {
    const call = await requireSettledCall(transaction, organization_id, call_id);
    if (!recording_only) {
      await deleteCalls(transaction, service, [call]);
      return done(`call ${call.id} was deleted`);
    }
    if (call.recording_key === null) return done(`call ${call.id} has no recording`);
    await transaction
      .updateTable("call")
      .set({ recording: null, recording_key: null })
      .where("id", "=", call.id)
      .execute();
    await transaction.deleteFrom("recording_peaks").where("call_id", "=", call.id).execute();
    await service.jobs.add(transaction, [deletionOf(call.recording_key)]);
    return done(`the recording of call ${call.id} was deleted`);
  });
}
