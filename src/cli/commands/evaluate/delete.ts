import { usage } from "../../../lib/failure.ts";
import { arg, defineCommand, flag } from "../command.ts";

export const command = defineCommand({
  needs: ["delete_call_log", "delete_call_logs"],
  about:
    "Deletes calls with their transcripts, recordings and evaluations. A call that is being evaluated cannot be " +
    "deleted: the exit code is 6, and no call is deleted.",
  args: { call_ids: arg("<call-id...>", "ids printed by `parley evaluate`") },
  options: { recording_only: flag("--recording-only", "delete only the recording of a single call") },
  examples: [
    ["parley evaluate delete 8c7d… --yes", "deletes one call without asking"],
    ["parley evaluate delete 8c7d… --recording-only", "keeps the call without its recording"],
  ],
  view: { kind: "record" },
  async run(context, { call_ids, recording_only }) {
    const ids = [...new Set(call_ids)];
    const [call_id = ""] = ids;
    if (recording_only && ids.length > 1) throw usage("--recording-only takes a single call");
    const what = recording_only ? `the recording of call ${call_id}` : `call ${call_id}`;
    await context.confirm(ids.length === 1 ? `Delete ${what}?` : `Delete ${ids.length} calls?`);
    if (ids.length > 1)
      return { data: await context.change("delete_call_logs", { body: { call_ids: ids } }) };
    const query = recording_only ? { recording_only } : {};
    return { data: await context.change("delete_call_log", { params: { call_id }, query }) };
  },
});
