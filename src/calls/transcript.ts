import { extname } from "node:path";
import type { Body } from "../contract/types.ts";
import { usage } from "../failure.ts";
import { readText } from "../manifest/text.ts";

/** What a transcript file says of a call; captions say nothing but the transcript. */
export type TranscriptFile = Pick<
  Body<"evaluate">,
  "transcript" | "tool_calls" | "events" | "conversation_ended_by"
> &
  Partial<Pick<Body<"evaluate">, "participants">>;

/**
 * Reads a transcript by the ending of its name: .json, .vtt (WebVTT) or .srt (SubRip).
 * @throws Failure (usage) that says where in the file the fault is
 */
export async function readTranscript(path: string, file: string): Promise<TranscriptFile> {
  const ending = extname(file).toLowerCase();
  if (ending === ".json") {
    const { parseTranscriptJson } = await import("./transcript-json.ts");
    return parseTranscriptJson(await readText(path, file), file);
  }
  if (ending === ".vtt" || ending === ".srt") {
    const { parseCaptions } = await import("./captions.ts");
    const type = ending === ".vtt" ? "vtt" : "srt";
    return { transcript: await parseCaptions(await readText(path, file), type, file) };
  }
  throw usage(`a transcript is a .json, .vtt or .srt file${ending && `, not ${ending}`}`, { where: file });
}
