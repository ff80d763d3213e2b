/** Checks many calls, journals them and sends them. */

import { DryRun } from "../../../../client/dry-run.ts";
import { prepare } from "../../../../client/prepare.ts";
import { Failure } from "../../../../lib/failure.ts";
import type { BulkResult } from "../../../bulk/outcome.ts";
import { summarize } from "../../../bulk/summary.ts";
import type { Context } from "../../../context.ts";
import { refuseFaults } from "../../../manifest/read.ts";
import { lookIntoJournals } from "../../bulk/journals.ts";
import type { BulkInput, ReportTarget } from "../../bulk/options.ts";
import { writeReports } from "../../bulk/reports.ts";
import { bulkView, runWork } from "../../bulk/run.ts";
import { type CallItem, type CheckedCall, checkCalls, requestOf } from "./items.ts";
import { warnOfMissingMetadata } from "./metadata.ts";
import type { PlannedCalls } from "./planned-call.ts";
import type { Submitted } from "./wait-for-submitted.ts";

/** Names the journal. */
const COMMAND = "evaluate";

export interface ManyInput extends BulkInput {
  readonly resend_unknown: boolean;
  /** Send the calls that have no fault. The others are failed items. */
  readonly skip_invalid: boolean;
  /** Further reports to write if calls have faults or fail, and so are not waited for. */
  readonly refusal_reports: readonly ReportTarget[];
}

export async function submitMany(
  context: Context,
  planned: PlannedCalls,
  input: ManyInput,
): Promise<Submitted> {
  const { isUncertain = false, besides } = planned;
  const items = await checkCalls(context, planned);
  const valid = items.filter((item) => item.fault === undefined);
  const faults = items.flatMap((item) => (item.fault === undefined ? [] : item.faults));
  const canSkip = valid.length > 0 && !isUncertain && !besides;
  if (faults.length > 0 && !(input.skip_invalid && canSkip)) {
    if (!context.isDryRun) await reportRefusal(context, items, input);
    const hint = canSkip ? "nothing was sent; --skip-invalid sends only the valid calls" : undefined;
    refuseFaults(faults, { besides, hint });
  }
  if (besides) throw besides;
  if (context.isDryRun) {
    const requests = await requestsOf(context, valid, input);
    const before = valid.length - requests.length;
    if (before > 0)
      await context.terminal.note(`${before} of ${valid.length} calls were already sent by earlier runs`);
    throw new DryRun(requests);
  }
  await warnOfMissingMetadata(
    context,
    valid.map(({ call }) => call.fields),
  );
  const { run, ...result } = await runWork(
    context,
    {
      command: COMMAND,
      what: "calls",
      way_out:
        "look for them in the service; if they are not there, run the same command with --resend-unknown",
      items,
      ...(input.resend_unknown && { resend: ["unknown"] }),
      takes_keys: "evaluate",
      async send(item, client, _, idempotency_key) {
        if (item.fault !== undefined) throw new Failure("usage", item.fault);
        const { body, stream } = await requestOf(item);
        const request = { body, idempotency_key, ...(stream && { stream }) };
        const { call_id } = await client
          .call("evaluate", request)
          .catch((error: unknown) => storedBefore(item, error));
        return { id: call_id };
      },
    },
    { ...input, failure_reports: input.refusal_reports },
  );
  const submitted = run.items.map(({ id, key }) => ({ id: id === null ? null : String(id), name: key }));
  return { ...result, view: bulkView, calls: submitted };
}

/**
 * A call of another platform that the service already has, from a log that said less or more. The stored call
 * stays as it is, and the refusal names it.
 */
function storedBefore({ idempotency_key }: CallItem, error: unknown): { readonly call_id: string } {
  const isOwn = idempotency_key !== undefined && error instanceof Failure && error.outcome === "conflict";
  const [call_id] = (isOwn && /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(error.message)) || [];
  if (call_id === undefined) throw error;
  return { call_id };
}

/** Reports and annotations of a run that sends nothing because of faults. */
async function reportRefusal(
  context: Context,
  items: readonly CallItem[],
  { report, refusal_reports }: ManyInput,
): Promise<void> {
  const results = items.map(
    (item, index): BulkResult<CallItem> =>
      item.fault === undefined
        ? { index, item, outcome: "not_sent" }
        : { index, item, outcome: "failed", message: item.fault },
  );
  const stopped = new Failure("usage", "nothing was sent");
  await writeReports(
    context,
    { results, summary: summarize(results), stopped },
    { suite: `parley ${COMMAND}`, targets: [...report, ...refusal_reports] },
  );
}

/** What a run would send: everything that no earlier run has sent. */
async function requestsOf(
  context: Context,
  items: readonly CheckedCall[],
  { restart, resend_unknown }: ManyInput,
) {
  const earlier = await lookIntoJournals(context, COMMAND, items);
  const due = items.filter((item) => {
    const outcome = restart ? undefined : earlier(item)?.outcome;
    return outcome !== "done" && (outcome !== "unknown" || resend_unknown);
  });
  return Promise.all(due.map(async (item) => prepare("evaluate", { body: (await requestOf(item)).body })));
}
