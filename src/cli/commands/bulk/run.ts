/** Bulk work for commands: journaled, with progress, reports and an exit code. */
import { randomUUID } from "node:crypto";
import type { Client } from "../../../client/client.ts";
import type { Operation } from "../../../contract/endpoints.ts";
import type { EndOutcome, ItemState } from "../../bulk/entries.ts";
import { startProgress } from "../../bulk/progress.ts";
import { failureOf, type ReportedItem, type ReportedRun, reportRun } from "../../bulk/report.ts";
import { type BulkReport, runBulk, type Sent } from "../../bulk/run-bulk.ts";
import { inWords } from "../../bulk/summary.ts";
import type { Context } from "../../context.ts";
import type { View } from "../../render/view.ts";
import type { Result } from "../command.ts";
import { type ManifestItem, openJournalsOf } from "./journals.ts";
import type { BulkInput, ReportTarget } from "./options.ts";
import { OutageRetry } from "./outage-retry.ts";
import { writeReports } from "./reports.ts";
import { resultStream } from "./stream.ts";

/**
 * Pause between the fsyncs of a run that is ahead of its journal. Nothing waits for these fsyncs, and each
 * occupies a thread.
 */
const AHEAD_PAUSE_MS = 8;

/** The view of the result of bulk work. */
export const bulkView: View<ReportedRun> = {
  kind: "rows",
  rows: "items",
  columns: ["outcome", "key", "id", "message"],
  // A run that stops early would list everything that it left out.
  shown: (items: readonly ReportedItem[]) => items.filter(({ outcome }) => outcome !== "not_sent"),
  empty: "nothing to send",
};

const GRACE = "stopping: waiting for requests in flight; a second signal stops at once";

export interface BulkWork<T extends ManifestItem> {
  /** Names the journal and the reports, such as `evaluate` or `dh-apply`. */
  readonly command: string;
  /** The noun for the items in the progress line, such as "calls". */
  readonly what: string;
  readonly items: readonly T[];
  /** What a person can do about items whose outcome is unknown. */
  readonly way_out: string;
  /** Outcomes of earlier runs after which an item is sent again, besides a failure. None by default. */
  readonly resend?: readonly EndOutcome[];
  /**
   * How many more items than are in flight may be journaled. A crash leaves up to that many more items
   * unknown. 0 by default.
   */
  readonly ahead?: number;
  /**
   * The operation whose requests take an Idempotency-Key, so that a request in doubt can be sent again if the
   * service supports the key.
   */
  readonly takes_keys?: Operation;
  /** @param previous the state of the item after an earlier run */
  send(
    item: T,
    client: Client,
    previous: ItemState | undefined,
    idempotency_key: string | undefined,
  ): Promise<Sent>;
}

interface FailureReports {
  /** Further reports to write if items failed: what would come after the work does not come then. */
  readonly failure_reports?: readonly ReportTarget[];
}

interface WorkDone extends Result<ReportedRun | undefined> {
  /** The outcomes of the items, even if they were printed already. */
  readonly run: ReportedRun;
}

/**
 * Does the work and returns the results. Must not be called under --dry-run. The caller has checked that the
 * reports can be written.
 */
export async function runWork<T extends ManifestItem>(
  context: Context,
  { command, what, items, way_out, resend, ahead = 0, takes_keys, send }: BulkWork<T>,
  { max_failures, report: targets, failure_reports = [], restart, max_wait }: BulkInput & FailureReports,
): Promise<WorkDone> {
  const client = await context.bulkClient({ many: items.length > 1 });
  const emit = await resultStream(context);
  const pacing = ahead > 0 ? { pause_ms: AHEAD_PAUSE_MS } : {};
  const report = await journaled(context, { command, items, restart, ...pacing }, async (journal) => {
    const progress = await startProgress(context.terminal, { what, total: items.length });
    const retry = new OutageRetry(context, client, {
      max_wait_ms: max_wait * 1000,
      operation: takes_keys,
    });
    const inDoubt = items.some((item) => isInDoubt(journal(item)?.get(item)));
    const onInterrupt = () => void context.terminal.note(GRACE);
    context.signal.addEventListener("abort", onInterrupt, { once: true });
    try {
      return await runBulk({
        items,
        journal,
        max_failures,
        ahead,
        concurrency: context.globals.concurrency,
        signal: context.signal,
        ...(resend && { resend }),
        ...(takes_keys && { newKey: randomUUID, takes_keys: inDoubt && (await retry.takesKeys()) }),
        send: (item, previous, key) => retry.through(() => send(item, client, previous, key), key),
        onResult(result) {
          progress.add(result);
          return emit?.(result);
        },
      });
    } finally {
      context.signal.removeEventListener("abort", onInterrupt);
      progress.stop();
    }
  });
  const failure = failureOf(report, way_out);
  const written = failure ? [...targets, ...failure_reports] : targets;
  await writeReports(context, report, { suite: `parley ${command}`, targets: written });
  if (!failure) await context.terminal.note(inWords(report.summary));
  const run = reportRun(report);
  const { json, output = "table" } = context.globals;
  // The failure has the counts. Nobody who presses Ctrl-C wants to read a row for each item.
  const isLeft = context.signal.aborted && !json && output === "table";
  return { data: emit || isLeft ? undefined : run, failure, run };
}

const isInDoubt = (state: ItemState | undefined) =>
  state?.outcome === "unknown" && state.idempotency_key !== undefined;

async function journaled<T extends ManifestItem>(
  context: Context,
  work: {
    readonly command: string;
    readonly items: readonly T[];
    readonly restart: boolean;
    readonly pause_ms?: number;
  },
  run: (journal: (item: T) => ReturnType<Journals["of"]>) => Promise<BulkReport<T>>,
): Promise<BulkReport<T>> {
  const journals = await openJournalsOf(context, work.command, work.items, work);
  try {
    return await run((item) => journals.of(item));
  } finally {
    await journals.close();
  }
}

type Journals = Awaited<ReturnType<typeof openJournalsOf>>;
