/** Bulk work as commands do it: journaled, with progress, reports and an exit code. */
import type { EndOutcome, ItemState } from "../../bulk/entries.ts";
import { startProgress } from "../../bulk/progress.ts";
import { failureOf, type ReportedRun, reportRun } from "../../bulk/report.ts";
import { type BulkReport, runBulk, type Sent } from "../../bulk/run-bulk.ts";
import { inWords } from "../../bulk/summary.ts";
import type { Client } from "../../client/client.ts";
import type { Context } from "../../context.ts";
import type { View } from "../../render/view.ts";
import type { Result } from "../command.ts";
import { type ManifestItem, openJournalsOf } from "./journals.ts";
import type { BulkInput } from "./options.ts";
import { checkReportTargets, writeReports } from "./reports.ts";
import { resultStream } from "./stream.ts";

/** Between the fsyncs of a run that goes ahead of its journal: nothing waits for them, and each takes a thread its time. */
const AHEAD_PAUSE_MS = 8;

/** How a person sees the data of bulk work. */
export const bulkView: View<ReportedRun> = {
  kind: "rows",
  rows: "items",
  columns: ["outcome", "key", "id", "message"],
  empty: "nothing to send",
};

const GRACE = "stopping: what is in flight may end first; a second signal ends at once";

export interface BulkWork<T extends ManifestItem> {
  /** Names the journal and the reports: `evaluate`, `dh-apply`. */
  readonly command: string;
  /** What the items are, for the progress line: "calls". */
  readonly what: string;
  readonly items: readonly T[];
  /** What earlier runs left that is sent again besides what failed. By default nothing. */
  readonly resend?: readonly EndOutcome[];
  /** Items that may be journaled ahead of their turn; a crash leaves so many more unknown. By default none. */
  readonly ahead?: number;
  /** @param previous what an earlier run left of the item */
  send(item: T, client: Client, previous: ItemState | undefined): Promise<Sent>;
}

/** Does the work and says what came of it. Not for --dry-run. */
export async function runWork<T extends ManifestItem>(
  context: Context,
  { command, what, items, resend, ahead = 0, send }: BulkWork<T>,
  { max_failures, report: targets, restart }: BulkInput,
): Promise<Result<ReportedRun | undefined>> {
  await checkReportTargets(context, targets);
  const client = await context.bulkClient({ many: items.length > 1 });
  const emit = await resultStream(context);
  const pacing = ahead > 0 ? { pause_ms: AHEAD_PAUSE_MS } : {};
  const report = await journaled(context, { command, items, restart, ...pacing }, async (journal) => {
    const progress = await startProgress(context.terminal, { what, total: items.length });
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
        send: (item, previous) => send(item, client, previous),
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
  await writeReports(context, report, { suite: `parley ${command}`, targets });
  const failure = failureOf(report);
  if (!failure) await context.terminal.note(inWords(report.summary));
  return { data: emit ? undefined : reportRun(report), failure };
}

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
