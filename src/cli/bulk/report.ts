/** The report of a bulk run: a record of each item, a summary, and the resulting failure. */

import { counted } from "../../engine/words/counted.ts";
import { EXIT_CODES, Failure } from "../../lib/failure.ts";
import { writeNamedFile } from "../write-files.ts";
import type { BulkItem, BulkOutcome, BulkResult } from "./outcome.ts";
import type { BulkReport } from "./run-bulk.ts";
import type { Summary } from "./summary.ts";

/** An item of a report: a line of `-o jsonl`, or an element of `items` in a JSON report. */
export interface ReportedItem {
  readonly key: string;
  readonly outcome: BulkOutcome;
  readonly id: string | number | null;
  readonly message: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

export interface ReportedRun {
  readonly summary: Summary;
  /** Why the run stopped early. */
  readonly stopped: string | null;
  readonly items: readonly ReportedItem[];
}

export function reportItem({ item, outcome, id, message }: BulkResult<BulkItem>): ReportedItem {
  return {
    key: item.key,
    outcome,
    id: id ?? null,
    message: message ?? null,
    file: item.file ?? null,
    line: item.line ?? null,
  };
}

export function reportRun({ results, summary, stopped }: BulkReport<BulkItem>): ReportedRun {
  return { summary, stopped: stopped?.message ?? null, items: results.map(reportItem) };
}

/** Passes results on in the order of the items, each as soon as all earlier items have ended. */
export function inOrder<T extends BulkItem>(
  emit: (result: BulkResult<T>) => void | Promise<void>,
): (result: BulkResult<T>) => Promise<void> {
  const early = new Map<number, BulkResult<T>>();
  let next = 0;
  let emitted: Promise<void> = Promise.resolve();
  return (result) => {
    early.set(result.index, result);
    for (let ready = early.get(next); ready; ready = early.get(next)) {
      const due = ready;
      early.delete(next++);
      emitted = emitted.then(() => emit(due));
    }
    return emitted;
  };
}

/** How many of the unsuccessful items an error names. */
const NAMED = 20;

/**
 * The failure of a run: exit code 8, or the reason why it stopped; undefined if everything succeeded.
 * @param way_out what to do about items whose outcome is unknown
 */
export function failureOf(
  { results, summary, stopped }: BulkReport<BulkItem>,
  way_out = "look at the service",
): Failure | undefined {
  const bad = results.filter(({ outcome }) => outcome === "failed" || outcome === "unknown");
  if (!stopped && bad.length === 0) return undefined;
  const ofItems = ` of ${counted(summary.total, "item")}`;
  const left = summary.failed + summary.unknown + summary.not_sent;
  const done = stopped && left > 0 ? summary.done + summary.skipped : 0;
  const counts = [
    { count: done, word: "done" },
    { count: summary.failed, word: "failed" },
    { count: summary.unknown, word: "unknown" },
    { count: summary.not_sent, word: "not sent" },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, word }, i) => `${count}${i === 0 ? ofItems : ""} ${word}`);
  const more =
    bad.length > NAMED ? [{ where: "…", message: `and ${bad.length - NAMED} more; the report has all` }] : [];
  return new Failure(
    stopped?.outcome ?? "partial",
    `${stopped ? `${stopped.message}; ` : ""}${counts.join(", ") || "nothing is left to send"}`,
    {
      ...stopped?.options,
      details: [...bad.slice(0, NAMED).map(detailOf), ...more],
      hint: hintOf(summary, stopped, way_out),
    },
  );
}

function hintOf(
  { failed, not_sent, unknown }: Summary,
  stopped: Failure | undefined,
  way_out: string,
): string | undefined {
  const again = "run the same command again: it sends what failed or is missing, nothing twice";
  const failures = failed > 0 ? `correct what is named above, if it can be, and ${again}` : again;
  const hints = [
    stopped?.options.hint ?? (failed + not_sent > 0 ? failures : undefined),
    unknown > 0 ? `unknown items may or may not have taken effect: ${way_out}` : undefined,
  ];
  return hints.filter((hint) => hint !== undefined).join("\n") || undefined;
}

function detailOf({ item, outcome, message }: BulkResult<BulkItem>) {
  const place = item.file && `${item.file}${item.line === undefined ? "" : `:${item.line}`}`;
  // An item that could not be read has only its place.
  const where = place === undefined || place === item.key ? item.key : `${place} ${item.key}`;
  return { where, message: [outcome, message].filter(Boolean).join(": ") };
}

/** The exit code of a run. */
export const exitCodeOf = (report: BulkReport<BulkItem>): number =>
  failureOf(report)?.exitCode ?? EXIT_CODES.done;

/**
 * Writes a report file.
 * @throws Failure (failed), although the items were sent
 */
export async function saveReport(file: string, text: string): Promise<void> {
  await writeNamedFile(file, text).catch((error: Error) => {
    throw new Failure("failed", `cannot write the report: ${error.message}`, {
      where: file,
      hint: "the items were sent; run the same command again for the report, it sends nothing twice",
      cause: error,
    });
  });
}
