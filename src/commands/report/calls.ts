/** Calls as a report shows them, with their recordings if they are wanted. */
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { Call } from "../../render/evaluation/call.ts";
import { callTalk } from "../../web/model/conversations.ts";
import { refOf } from "../../web/model/report.ts";
import type { Talk } from "../../web/model/talk.ts";
import { eachOf } from "../each-of.ts";
import type { Reported } from "./save.ts";

/** @param names what the calls are known by, by id */
export async function callTalks(
  context: Context,
  calls: readonly Call[],
  {
    names = new Map(),
    with_audio,
  }: { readonly names?: ReadonlyMap<string, string>; readonly with_audio: boolean },
): Promise<Pick<Reported, "talks" | "audio">> {
  const audio = new Map<string, string>();
  const talks = await eachOf(calls, async (call) => {
    const talk = callTalk(call, names.get(call.id));
    if (!talk.audio) return talk;
    const peaks = await peaksOf(context, call.id);
    if (with_audio) audio.set(refOf(talk), await recordingOf(context, call.id));
    // A page that stands alone asks for nothing: it has the recording, or its outline alone.
    return { ...talk, audio: { ...talk.audio, url: null, ...(peaks && { peaks }) } };
  });
  return { talks, audio };
}

/** Undefined where the service has none to tell: the page then shows who spoke when by other means. */
async function peaksOf(
  context: Context,
  call_id: string,
): Promise<NonNullable<Talk["audio"]>["peaks"] | undefined> {
  try {
    return await context.read("get_recording_peaks", { params: { call_id } });
  } catch (error) {
    if (error instanceof Failure && ["not_found", "refused"].includes(error.outcome)) return undefined;
    throw error;
  }
}

async function recordingOf(context: Context, call_id: string): Promise<string> {
  const { recording_base64 } = await context.read("get_call_recording", { params: { call_id } });
  return recording_base64;
}
