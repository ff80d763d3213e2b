/** Many calls: checked, journaled, sent. */
import type { ReportedRun } from "../../bulk/report.ts";
import { DryRun } from "../../client/dry-run.ts";
import { prepare } from "../../client/prepare.ts";
import type { Context } from "../../context.ts";
import { lookIntoJournals } from "../bulk/journals.ts";
import type { BulkInput } from "../bulk/options.ts";
import { bulkView, runWork } from "../bulk/run.ts";
import type { Result } from "../command.ts";
import { type CallItem, checkCalls, requestOf } from "./items.ts";
import { warnOfMissingMetadata } from "./metadata.ts";
import type { PlannedCall } from "./planned-call.ts";

/** Names the journal. */
const COMMAND = "evaluate";

export interface ManyInput extends BulkInput {
  readonly resend_unknown: boolean;
}

export async function submitMany(
  context: Context,
  calls: readonly PlannedCall[],
  input: ManyInput,
): Promise<Result<ReportedRun | undefined>> {
  const items = await checkCalls(context, calls);
  if (context.isDryRun) {
    const requests = await requestsOf(context, items, input);
    const before = items.length - requests.length;
    if (before > 0)
      await context.terminal.note(`${before} of ${items.length} calls were already sent by earlier runs`);
    throw new DryRun(requests);
  }
  await warnOfMissingMetadata(
    context,
    calls.map(({ fields }) => fields),
  );
  const result = await runWork(
    context,
    {
      command: COMMAND,
      what: "calls",
      items,
      ...(input.resend_unknown && { resend: ["unknown"] }),
      takes_keys: "evaluate",
      async send(item, client, _, idempotency_key) {
        const { body, stream } = await requestOf(item);
        const { call_id } = await client.call("evaluate", {
          body,
          idempotency_key,
          ...(stream && { stream }),
        });
        return { id: call_id };
      },
    },
    input,
  );
  return { ...result, view: bulkView };
}

/** What a run would send: everything that no earlier run has sent. */
async function requestsOf(
  context: Context,
  items: readonly CallItem[],
  { restart, resend_unknown }: ManyInput,
) {
  const earlier = await lookIntoJournals(context, COMMAND, items);
  const due = items.filter((item) => {
    const outcome = restart ? undefined : earlier(item)?.outcome;
    return outcome !== "done" && (outcome !== "unknown" || resend_unknown);
  });
  return Promise.all(due.map(async (item) => prepare("evaluate", { body: (await requestOf(item)).body })));
}
