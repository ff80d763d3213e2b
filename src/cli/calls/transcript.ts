import { extname } from "node:path";
import type { Side } from "../../contract/values.ts";
import { entriesOf } from "../../engine/transcript/turn.ts";
import { usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM } from "../../lib/files.ts";
import { readText } from "../manifest/text.ts";
import type { ReadTranscript } from "./transcript-json.ts";

/**
 * Endings of transcripts: this tool's own format or the answer of a speech-to-text service, WebVTT, SubRip.
 */
export const TRANSCRIPT_ENDINGS: readonly string[] = [".json", ".vtt", ".srt"];

/**
 * Reads the transcript of a call from a file.
 * @param options.spoke_first who spoke first, for files that do not say which speaker is the agent
 * @param options.within the folder that the file must be in; undefined if a person named the file itself
 * @throws Failure (usage) that says where in the file the fault is
 */
export async function readTranscript(
  path: string,
  file: string,
  {
    spoke_first,
    within,
  }: { readonly spoke_first?: Side | undefined; readonly within?: string | undefined } = {},
): Promise<ReadTranscript> {
  const ending = extname(file).toLowerCase();
  if (!TRANSCRIPT_ENDINGS.includes(ending))
    throw usage(`a transcript is a .json, .vtt or .srt file${ending && `, not ${ending}`}`, { where: file });
  const isJson = ending === ".json";
  const maximum = isJson ? BYTES_MAXIMUM.text : BYTES_MAXIMUM.captions;
  const text = await readText(path, file, { within, maximum });
  if (!isJson) return readCaptions(text, file, spoke_first);
  const { parseTranscriptJson } = await import("./transcript-json.ts");
  return parseTranscriptJson(text, file, spoke_first);
}

async function readCaptions(text: string, file: string, spoke_first?: Side): Promise<ReadTranscript> {
  const { parseTranscript } = await import("../../engine/transcript/parse.ts");
  const { format, turns, faults, attribution } = await parseTranscript(text, { spoke_first });
  if (format !== "captions") throw usage("the file is not WebVTT or SubRip: it has no cues", { where: file });
  if (faults.length > 0)
    throw usage("the transcript cannot be read", {
      details: faults.map(({ line, message }) => ({ where: `${file}:${line}:1`, message })),
      code: "manifest",
      hint: "nothing was sent",
    });
  if (turns.length === 0) throw usage("the transcript has no cue with words", { where: file });
  return {
    call: { transcript: entriesOf(turns) },
    guessed: attribution === "inferred",
  };
}
