import type { ReplayMode, Side } from "../../contract/values.ts";
import { replayLines } from "../caller/script/replay.ts";
import { titleOf } from "../words/title.ts";
import type { GeneratedDigitalHuman } from "./digital-human.ts";

/** A recorded conversation, read. */
export interface Recording {
  original_transcript: string;
  formatted_transcript: { role: Side; utterance: string }[];
  /** What the user wanted, from the transcript. */
  intent: string;
  success_criteria: string;
  replay_mode: ReplayMode;
  /** The tool calls that were recorded with it. */
  tool_calls: { name: string; parameters?: Record<string, unknown> }[];
  /** The id of the call it was read from, or null for a text. */
  conversation_id: string | null;
}

/** The digital human that repeats a recorded conversation. Its agent is expected to make the recorded tool calls. */
export function replayDigitalHuman(recording: Recording, seed: string): GeneratedDigitalHuman {
  const { tool_calls, conversation_id, ...fields } = recording;
  return {
    name: fields.intent === "" ? "Replay" : `Replay: ${titleOf(fields.intent)}`,
    tag: "replay_transcript",
    ...fields,
    ...(tool_calls.length > 0 && { expected_tool_calls: tool_calls }),
    generation: {
      generated_by: "rules",
      kind: "replay_transcript",
      seed,
      source: conversation_id ?? titleOf(fields.original_transcript),
    },
  };
}

/** The user's lines of a recording, each with what the agent said before it. */
export const scriptedLines = ({
  formatted_transcript,
}: Pick<GeneratedDigitalHuman, "formatted_transcript">) =>
  replayLines(
    (formatted_transcript ?? []).map(({ role, utterance }) => ({
      role: role === "AGENT" ? "AGENT" : "USER",
      utterance,
    })),
  );
