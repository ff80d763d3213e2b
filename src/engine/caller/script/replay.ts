import type { LanguageCode } from "../../../contract/values.ts";
import { entryOf } from "../../transcript/json-entries.ts";
import { roleOfLabel } from "../../transcript/speaker-labels.ts";
import type { Turn } from "../../transcript/turn.ts";
import type { CallerState, TurnRecord } from "../state.ts";
import { similarity } from "./similarity.ts";

/** A line of the user in a recording, with what the agent said before it (empty at the beginning). */
export interface ReplayLine {
  heard: string;
  say: string;
}

/** How many unsaid lines to look ahead from the next one. */
const WINDOW = 4;
/** Live and recorded messages at least this similar count as the same. */
const LIKE = 0.4;

/** Stands for a message of the agent that can be anything. */
const UNSAID = "…";

type Said = Pick<Turn, "role" | "utterance">;

/**
 * The entries of a `formatted_transcript` that have a role and an utterance. Roles are free text in the API:
 * any role that does not name an agent is the user's. Entries of systems and tools are left out.
 */
export function readTranscript(formatted: readonly object[]): Said[] {
  return formatted.flatMap((entry) => {
    if (!("role" in entry) || !("utterance" in entry)) return [];
    const { role, utterance } = entry;
    if (typeof role !== "string" || typeof utterance !== "string" || utterance.trim() === "") return [];
    const side = roleOfLabel(role) ?? "USER";
    return side === "SILENT" ? [] : [{ role: side, utterance: utterance.trim() }];
  });
}

/**
 * The turns of an `enriched_playback`, in any of the usual transcript formats. A turn in which the agent
 * acts, but says nothing definite, separates two lines of the user.
 */
export function readPlayback(playback: readonly object[]): Said[] {
  return playback.flatMap((turn) => {
    const does = "description" in turn && typeof turn.description === "string" ? turn.description : UNSAID;
    const { speaker, utterance } = entryOf(turn) ?? entryOf({ ...turn, utterance: does }) ?? {};
    const side = roleOfLabel(speaker ?? "") ?? "USER";
    if (side === "SILENT" || !utterance || (side === "USER" && !entryOf(turn))) return [];
    return [{ role: side, utterance }];
  });
}

/** The user's lines in a recording. Consecutive messages of the same side count as one. */
export function replayLines(transcript: readonly Said[]): ReplayLine[] {
  const lines: ReplayLine[] = [];
  let heard = "";
  let open = false;
  for (const { role, utterance } of transcript) {
    const line = lines.at(-1);
    if (role === "AGENT") {
      heard = open ? utterance : `${heard} ${utterance}`.trim();
      open = false;
    } else if (open && line) line.say = `${line.say} ${utterance}`;
    else {
      lines.push({ heard, say: utterance });
      open = true;
    }
  }
  return lines;
}

/** The lines that are not made up of what the caller says anyway: its script, and perhaps its first message. */
export function unscripted(lines: readonly ReplayLine[], said: readonly (string | null)[]): ReplayLine[] {
  const parts = said.filter((part) => part !== null).toSorted((one, other) => other.length - one.length);
  return lines.filter(
    ({ say }) => parts.reduce((rest, part) => rest.replace(part, () => ""), say).trim() !== "",
  );
}

export interface Aligned {
  line: number;
  similarity: number;
}

/** The next unsaid line in recorded order, with its similarity to the live message. */
export function nextLine(
  lines: readonly ReplayLine[],
  replayed: readonly number[],
  message: string,
  language: LanguageCode,
): Aligned | undefined {
  const line = lines.findIndex((_, place) => !replayed.includes(place));
  const next = lines[line];
  return next && { line, similarity: similarity(next.heard, message, language) };
}

/**
 * The unsaid line whose recorded question is most similar to the message. It looks at lines that were passed
 * over and at the next few. Prefers the earliest of equally similar lines. Undefined if none is similar enough.
 */
export function alignedLine(
  lines: readonly ReplayLine[],
  replayed: readonly number[],
  message: string,
  language: LanguageCode,
): Aligned | undefined {
  const furthest = Math.max(-1, ...replayed);
  let best: Aligned | undefined;
  for (const [place, { heard }] of lines.entries()) {
    if (place > furthest + WINDOW || replayed.includes(place)) continue;
    const like = similarity(heard, message, language);
    if (like >= LIKE && like > (best?.similarity ?? 0)) best = { line: place, similarity: like };
  }
  return best;
}

/** How a recorded line was used. */
export interface LineReport {
  line: number;
  /** `reordered`: said after a later line. `skipped`: not said. */
  status: "matched" | "reordered" | "skipped";
  /** The turn in which it was said, or null if it was skipped. */
  turn: number | null;
  /**
   * Word similarity of the recorded and the live agent message, rounded to three decimals. Null if it was
   * skipped.
   */
  similarity: number | null;
}

/** How a conversation diverged from its recording, with one row for each user line of the recording. */
export function divergence(lines: readonly ReplayLine[], state: Pick<CallerState, "history">): LineReport[] {
  const said = state.history.filter(
    (turn): turn is TurnRecord & { replay: Aligned } => turn.replay !== undefined,
  );
  return lines.map((_, line) => {
    const at = said.findIndex(({ replay }) => replay.line === line);
    const turn = said[at];
    if (!turn) return { line, status: "skipped", turn: null, similarity: null };
    const late = said.slice(0, at).some(({ replay }) => replay.line > line);
    return {
      line,
      status: late ? "reordered" : "matched",
      turn: turn.turn,
      similarity: Math.round(turn.replay.similarity * 1000) / 1000,
    };
  });
}
