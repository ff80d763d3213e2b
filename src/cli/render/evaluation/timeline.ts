import { duration } from "../../../engine/words/figures-in-words.ts";
import { clock } from "../../../results/quantity.ts";
import type { Span } from "./call.ts";
import { type Happening, happeningsOf, type Spoken, speechOf } from "./conversation.ts";
import { wrap } from "./wrap.ts";

/** Width if the terminal's width is unknown. */
const COLUMNS = 100;
const LABEL = 9;
/** A silence at least this long is marked. */
const SILENCE_MS = 2000;
/** The longest bar of a latency, in columns. */
const BAR = 16;
/** The latency that a full bar represents. A second takes 8 columns. */
const BAR_MS = 2000;

/** A drawing of who spoke when, then every turn, tool call and event, with how long the agent took to answer. */
export function timelineLines(call: Spoken, columns: number | undefined): string[] {
  const happenings = happeningsOf(call);
  const speech = speechOf(call, happenings);
  return [...chart(speech, happenings, columns ?? COLUMNS), ...turnLines(happenings, columns)];
}

function chart(
  speech: Readonly<Record<"AGENT" | "USER", readonly Span[]>>,
  happenings: readonly Happening[],
  columns: number,
): string[] {
  const end_ms = Math.max(0, ...[...speech.AGENT, ...speech.USER].map((span) => span.end_ms));
  if (end_ms === 0) return [];
  const cells = Math.max(columns - LABEL, 10);
  const draw = (mark: string, marks: (from: number, to: number) => boolean) =>
    Array.from({ length: cells }, (_, cell) =>
      marks((cell * end_ms) / cells, ((cell + 1) * end_ms) / cells) ? mark : " ",
    ).join("");
  const within = (spans: readonly Span[]) => (from: number, to: number) =>
    spans.some(({ start_ms, end_ms: end }) => start_ms < to && end > from);
  const overlaps = common(speech.AGENT, speech.USER);
  const silences = gaps([...speech.AGENT, ...speech.USER]).filter(
    (span) => span.end_ms - span.start_ms >= SILENCE_MS,
  );
  const tools = happenings.filter(({ kind }) => kind === "tool");
  const called = (from: number, to: number) =>
    tools.some(({ start_ms }) => start_ms !== null && start_ms >= from && start_ms < to);
  const rows: [string, string][] = [
    ["agent", draw("█", within(speech.AGENT))],
    ["user", draw("█", within(speech.USER))],
    ["overlap", draw("×", within(overlaps))],
    ["silence", draw("·", within(silences))],
    ["tools", draw("▲", called)],
  ];
  const scale = `${clock(0)}${clock(end_ms).padStart(cells - clock(0).length)}`;
  return [
    ...rows.filter(([, cellsOfRow]) => cellsOfRow.trim() !== "").map(([label, row]) => line(label, row)),
    line("", scale),
    "",
  ];
}

const line = (label: string, row: string) => `${label.padEnd(LABEL)}${row}`.trimEnd();

/** Where both sides speak. */
function common(left: readonly Span[], right: readonly Span[]): Span[] {
  return left.flatMap((a) =>
    right
      .map((b) => ({ start_ms: Math.max(a.start_ms, b.start_ms), end_ms: Math.min(a.end_ms, b.end_ms) }))
      .filter(({ start_ms, end_ms }) => start_ms < end_ms),
  );
}

/** The times between the first and the last speech when both sides are silent. */
function gaps(spans: readonly Span[]): Span[] {
  const merged_spans: Span[] = [];
  let until: number | undefined;
  for (const { start_ms, end_ms } of [...spans].sort((a, b) => a.start_ms - b.start_ms)) {
    if (until !== undefined && start_ms > until) merged_spans.push({ start_ms: until, end_ms: start_ms });
    until = Math.max(until ?? 0, end_ms);
  }
  return merged_spans;
}

function turnLines(happenings: readonly Happening[], columns: number | undefined): string[] {
  let heard: Happening | undefined;
  let turn = 0;
  return happenings.flatMap((happening) => {
    const { kind, text, start_ms } = happening;
    const at = start_ms === null ? "" : clock(start_ms);
    if (kind === "tool" || kind === "event")
      return wrap(`${at.padStart(8)}     ${kind.padEnd(5)} `, text, columns);
    turn++;
    const before = heard;
    heard = happening;
    return [
      ...(before && kind === "AGENT" ? latencyLine(before, happening) : []),
      ...wrap(`${at.padStart(8)} ${String(turn).padStart(3)} ${kind.padEnd(5)} `, text, columns),
    ];
  });
}

/**
 * How long after the user the agent begins; empty if that is unknown or if the agent was already speaking.
 */
function latencyLine(before: Happening, { start_ms }: Happening): string[] {
  if (before.kind !== "USER" || before.end_ms === null || start_ms === null) return [];
  const latency = start_ms - before.end_ms;
  if (latency < 0) return [`${" ".repeat(19)}× ${duration(-latency)} before the user ended`];
  const bar = "▬".repeat(Math.min(BAR, Math.max(1, Math.round((latency / BAR_MS) * BAR))));
  const longer = latency > BAR_MS ? "…" : "";
  return [`${" ".repeat(19)}${bar}${longer} ${duration(latency)}`];
}
