import { extname } from "node:path";
import type { Body } from "../contract/types.ts";
import type { Side } from "../contract/values.ts";
import { usage } from "../failure.ts";
import { readText } from "../manifest/text.ts";

/** What a transcript file says of a call; captions say nothing but the transcript. */
export type TranscriptFile = Pick<
  Body<"evaluate">,
  "transcript" | "tool_calls" | "events" | "conversation_ended_by"
> &
  Partial<Pick<Body<"evaluate">, "participants">>;

export interface ReadTranscript {
  readonly call: TranscriptFile;
  /** True where the file tells speakers apart and does not say which is the agent. */
  readonly guessed?: boolean;
}

/**
 * Reads a transcript by the ending of its name: .json (this tool's own form, or what a speech-to-text service
 * answered), .vtt (WebVTT) or .srt (SubRip).
 * @param options.first who spoke first, for files that do not say which speaker is the agent; by default the agent
 * @param options.within the folder that the file must be in; undefined where a person named the file itself
 * @throws Failure (usage) that says where in the file the fault is
 */
export async function readTranscript(
  path: string,
  file: string,
  {
    first = "AGENT",
    within,
  }: { readonly first?: Side | undefined; readonly within?: string | undefined } = {},
): Promise<ReadTranscript> {
  const ending = extname(file).toLowerCase();
  if (ending === ".json") {
    const { parseTranscriptJson } = await import("./transcript-json.ts");
    return parseTranscriptJson(await readText(path, file, { within }), file, first);
  }
  if (ending === ".vtt" || ending === ".srt") {
    const { parseCaptions } = await import("./captions.ts");
    const type = ending === ".vtt" ? "vtt" : "srt";
    return { call: { transcript: await parseCaptions(await readText(path, file, { within }), type, file) } };
  }
  throw usage(`a transcript is a .json, .vtt or .srt file${ending && `, not ${ending}`}`, { where: file });
}
