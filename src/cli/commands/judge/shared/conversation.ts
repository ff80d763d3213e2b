/** Conversations in the form that a judge gets. */

import { readCall } from "../../../../contract/readings/call.ts";
import { readConversation, spokenIn } from "../../../../contract/readings/conversation.ts";
import type { Body } from "../../../../contract/types.ts";
import type { Context } from "../../../context.ts";

/** A conversation as a judge gets it. */
export type Example = Body<"calibrate_judge">["examples"][number];

/** A call or a conversation of a run. One of the two is null. */
export interface Subject {
  readonly call_id: string | null;
  readonly simulation_result_id: string | null;
}

/** What people call it: `result/12`, or the id of a call. */
export const subjectName = ({ call_id, simulation_result_id }: Subject): string =>
  call_id ?? `result/${simulation_result_id}`;

/** A call or conversation in the form that a judge gets. */
export async function conversationOf(
  context: Context,
  { call_id, simulation_result_id }: Subject,
): Promise<Example> {
  if (call_id !== null) {
    const call = readCall((await context.read("get_call_log", { params: { call_id } })).call_log);
    const own = entriesIn(call);
    const said = own.length > 0 ? own : entriesIn(call.evaluation);
    return withoutNothing({
      transcript: said.map(entryOf),
      tool_calls: call.tool_calls,
      events: call.events,
      metadata: call.metadata,
    });
  }
  const params = { simulation_result_id: String(simulation_result_id) };
  const answer = await context.read("get_simulation_result", { params });
  const result = readConversation(answer.simulation_result);
  const spoken = spokenIn(result.call ?? {});
  const said =
    spoken.length > 0
      ? spoken
      : (result.transcript ?? []).map(({ role, message, start_offset_ms }) => ({
          speaker: role,
          utterance: message,
          start_offset_ms,
        }));
  return withoutNothing({ transcript: said.map(entryOf), tool_calls: [...result.tool_calls] });
}

interface Said {
  readonly speaker: string;
  readonly utterance: string;
  readonly start_offset_ms?: number | null | undefined;
  readonly end_offset_ms?: number | null | undefined;
}

/**
 * The transcript of a call. If the call was submitted without one, its evaluation has the transcript that the
 * service fetched.
 */
const entriesIn = (holder: unknown): readonly Said[] =>
  (holder as { readonly transcript?: readonly Said[] | null } | null)?.transcript ?? [];

const entryOf = ({ speaker, utterance, start_offset_ms, end_offset_ms }: Said) => ({
  speaker,
  utterance,
  ...(typeof start_offset_ms === "number" && { start_offset_ms }),
  ...(typeof end_offset_ms === "number" && { end_offset_ms }),
});

/** A copy without the empty fields. */
const withoutNothing = ({ transcript, ...rest }: Example): Example => ({
  transcript,
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value && Object.keys(value).length > 0)),
});
