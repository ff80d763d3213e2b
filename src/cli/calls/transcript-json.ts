import { z } from "zod";
import { check } from "../../contract/check.ts";
import { list } from "../../contract/schemas/common.ts";
import {
  CallEvent,
  Participant,
  ToolCall,
  Transcript,
  TranscriptEntryRequest,
} from "../../contract/schemas/index.ts";
import type { Body } from "../../contract/types.ts";
import type { Side } from "../../contract/values.ts";
import { SIDES } from "../../contract/values.ts";
import { withSides } from "../../engine/transcript/assign-roles.ts";
import { parseTranscript } from "../../engine/transcript/parse.ts";
import { SPEECH_SERVICES } from "../../engine/transcript/speech/formats.ts";
import { entriesOf } from "../../engine/transcript/turn.ts";
import { usage } from "../../lib/failure.ts";
import { requireModest } from "./json-size.ts";

/** What a transcript file says about a call. */
export type TranscriptFile = Pick<
  Body<"evaluate">,
  "transcript" | "tool_calls" | "events" | "conversation_ended_by"
> &
  Partial<Pick<Body<"evaluate">, "participants">>;

export interface ReadTranscript {
  readonly call: TranscriptFile;
  /** True if the file distinguishes the speakers but does not say which one is the agent. */
  readonly guessed: boolean;
}

const CallFile = z.strictObject({
  transcript: Transcript.min(1),
  participants: z.array(Participant).length(2).optional(),
  tool_calls: list(ToolCall).optional(),
  events: list(CallEvent).optional(),
  conversation_ended_by: z.enum(SIDES).optional(),
});

/**
 * A transcript's entries, alone or as the `transcript` of an object that may say more about the call, or any
 * other JSON that `parseTranscript` reads.
 * @param spoke_first for files that do not say which speaker is the agent
 * @throws Failure (usage) with the path of every fault
 */
export async function parseTranscriptJson(
  text: string,
  file: string,
  spoke_first?: Side,
): Promise<ReadTranscript> {
  requireModest(text, file);
  const { value, fault } = parse(text);
  const alone = Array.isArray(value);
  const call = alone ? { transcript: value } : value;
  const { value: checked, issues, more } = check(CallFile, call);
  if (checked) {
    const { transcript, attribution } = withSides(checked.transcript, spoke_first);
    return { call: { ...checked, transcript }, guessed: attribution === "inferred" };
  }
  if (!hasOwnEntries(call)) {
    const { format, service, turns, attribution } = await parseTranscript(text, { spoke_first });
    const isJson = format === "json" || format === "speech";
    if (isJson && turns.length > 0)
      return {
        call: { transcript: entriesOf(turns) },
        guessed: attribution === "inferred",
      };
    if (service) throw usage(`the ${service} transcript contains no words`, { where: file });
    if (fault) throw usage(`the transcript is not valid JSON: ${fault}`, { where: file, code: "manifest" });
  }
  throw usage("the transcript has faults", {
    code: "manifest",
    details: [
      ...issues.map(({ path, message }) => ({
        where: [file, path.slice(alone ? 1 : 0).join(".")].filter(Boolean).join(": "),
        message,
      })),
      ...(more > 0 ? [{ where: file, message: `${more} more errors are not listed` }] : []),
    ],
    hint:
      `nothing was sent; a transcript is a list of entries (${names(TranscriptEntryRequest)}), an object of ` +
      `${names(CallFile)}, or the output of a speech-to-text service (${SPEECH_SERVICES.join(", ")})`,
  });
}

const names = (schema: z.ZodObject) => Object.keys(schema.shape).join(", ");

/**
 * Whether any entry has the form of the API. If so, the others are meant to have it too, and a fault is a
 * slip.
 */
function hasOwnEntries(call: unknown): boolean {
  const entries = z.object({ transcript: z.array(z.unknown()) }).safeParse(call).data?.transcript ?? [];
  return entries.some(
    (entry) => typeof entry === "object" && entry !== null && "speaker" in entry && "utterance" in entry,
  );
}

function parse(text: string): { value?: unknown; fault?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
