import { z } from "zod";
import { check } from "../contract/check.ts";
import { list } from "../contract/schemas/common.ts";
import {
  CallEvent,
  Participant,
  ToolCall,
  Transcript,
  TranscriptEntryRequest,
} from "../contract/schemas/index.ts";
import type { Side } from "../contract/values.ts";
import { SIDES } from "../contract/values.ts";
import { usage } from "../failure.ts";
import { speechFormats } from "./speech/formats.ts";
import { toEntries } from "./speech/spoken.ts";
import type { ReadTranscript } from "./transcript.ts";

const CallFile = z.strictObject({
  transcript: Transcript.min(1),
  participants: z.array(Participant).length(2).optional(),
  tool_calls: list(ToolCall).optional(),
  events: list(CallEvent).optional(),
  conversation_ended_by: z.enum(SIDES).optional(),
});

/**
 * A transcript's entries, alone or as the `transcript` of an object that may say more of the call; or the answer of
 * a speech-to-text service, which is told by its shape.
 * @throws Failure (usage) with the path of every fault
 */
export function parseTranscriptJson(text: string, file: string, first: Side): ReadTranscript {
  const value = parse(text, file);
  for (const { name, read } of speechFormats) {
    const spoken = read(value);
    if (!spoken) continue;
    const { transcript, guessed } = toEntries(spoken, first);
    if (transcript.length === 0) throw usage(`the ${name} transcript holds no words`, { where: file });
    return { call: { transcript }, guessed };
  }
  const alone = Array.isArray(value);
  const call = alone ? { transcript: value } : value;
  const { value: checked, issues, more } = check(CallFile, call);
  if (checked) return { call: checked };
  throw usage("the transcript has faults", {
    code: "manifest",
    details: [
      ...issues.map(({ path, message }) => ({
        where: [file, path.slice(alone ? 1 : 0).join(".")].filter(Boolean).join(": "),
        message,
      })),
      ...(more > 0 ? [{ where: file, message: `${more} more faults are not listed` }] : []),
    ],
    hint: `nothing was sent; a transcript is a list of entries (${names(TranscriptEntryRequest)}), or an object of ${names(CallFile)}, or what a service answered (${speechFormats.map(({ name }) => name).join(", ")})`,
  });
}

const names = (schema: z.ZodObject) => Object.keys(schema.shape).join(", ");

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usage(`the transcript is no JSON: ${(error as Error).message}`, { where: file, code: "manifest" });
  }
}
