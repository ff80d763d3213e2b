/** The progress line on a terminal during bulk work. */
import { sanitizeLine } from "../terminal/sanitize.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { BulkItem, BulkResult } from "./outcome.ts";

export interface Counts {
  readonly total: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  readonly unknown: number;
  /** The size of the recordings that were sent. */
  readonly bytes: number;
}

export interface Progress {
  add(result: BulkResult<BulkItem>): void;
  stop(): void;
}

/** As often as the spinner moves. */
const TICK_MS = 80;

/** Shows the progress of `total` items. Prints nothing if animation is not allowed. */
export async function startProgress(
  terminal: Pick<Terminal, "isLive" | "streams">,
  { what, total }: { readonly what: string; readonly total: number },
): Promise<Progress> {
  if (!terminal.isLive) return { add: () => undefined, stop: () => undefined };
  const { default: ora } = await import("ora");
  let counts: Counts = { total, done: 0, skipped: 0, failed: 0, unknown: 0, bytes: 0 };
  const began = performance.now();
  const text = () => `${sanitizeLine(what)} ${progressLine(counts, performance.now() - began)}`;
  const spinner = ora({
    text: text(),
    stream: terminal.streams.stderr,
    // The terminal decides whether to animate, not the library.
    isEnabled: true,
    // The library's handling of stdin has swallowed Ctrl-C.
    discardStdin: false,
  }).start();
  // Thousands of items may end in a second, and measuring a line for the terminal takes longer than
  // sending one item.
  const tick = setInterval(() => {
    spinner.text = text();
  }, TICK_MS).unref();
  return {
    add(result) {
      counts = count(counts, result);
    },
    stop() {
      clearInterval(tick);
      spinner.stop();
    },
  };
}

export function count(counts: Counts, { outcome, item }: BulkResult<BulkItem>): Counts {
  if (outcome === "not_sent") return counts;
  const bytes = outcome === "done" ? (item.bytes ?? 0) : 0;
  return { ...counts, [outcome]: counts[outcome] + 1, bytes: counts.bytes + bytes };
}

/** Counts, rate and remaining time as one line. */
export function progressLine(counts: Counts, elapsed_ms: number): string {
  const { total, done, skipped, failed, unknown, bytes } = counts;
  const sent = done + failed + unknown;
  const rate = elapsed_ms > 0 ? (sent * 1000) / elapsed_ms : 0;
  const left = total - sent - skipped;
  return [
    `${done + skipped}/${total} done`,
    failed > 0 && `${failed} failed`,
    unknown > 0 && `${unknown} unknown`,
    rate >= 0.1 && `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    bytes > 0 && inBytes(bytes),
    sent > 0 && left > 0 && `${inTime(Math.ceil((left * elapsed_ms) / sent / 1000))} left`,
  ]
    .filter(Boolean)
    .join(", ");
}

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

function inBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

function inTime(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
