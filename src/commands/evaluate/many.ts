/** Many calls: checked, journaled, sent. */
import { DryRun } from "../../client/dry-run.ts";
import { prepare } from "../../client/prepare.ts";
import type { Context } from "../../context.ts";
import { lookIntoJournals } from "../bulk/journals.ts";
import type { BulkInput } from "../bulk/options.ts";
import { bulkView, runWork } from "../bulk/run.ts";
import { type CallItem, checkCalls, requestOf } from "./items.ts";
import { warnOfMissingMetadata } from "./metadata.ts";
import type { PlannedCall } from "./planned-call.ts";
import type { Submitted } from "./wait-for-submitted.ts";

/** Names the journal. */
const COMMAND = "evaluate";

export interface ManyInput extends BulkInput {
  readonly resend_unknown: boolean;
}

export async function submitMany(
  context: Context,
  calls: readonly PlannedCall[],
  input: ManyInput,
): Promise<Submitted> {
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
  const { run, ...result } = await runWork(
    context,
    {
      command: COMMAND,
      what: "calls",
      way_out:
        "look for it in the service; what is not there is sent by the same command with --resend-unknown",
      items,
      ...(input.resend_unknown && { resend: ["unknown"] }),
      async send(item, client) {
        const { body, stream } = await requestOf(item);
        const { call_id } = await client.call("evaluate", { body, ...(stream && { stream }) });
        return { id: call_id };
      },
    },
    input,
  );
  const submitted = run.items.map(({ id, key }) => ({ id: id === null ? null : String(id), name: key }));
  return { ...result, view: bulkView, calls: submitted };
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
