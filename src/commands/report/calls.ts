/** Calls as a report shows them, with their recordings if they are wanted. */
import type { Context } from "../../context.ts";
import type { Call } from "../../render/evaluation/call.ts";
import { callTalk } from "../../web/model/conversations.ts";
import { refOf } from "../../web/model/report.ts";
import type { Reported } from "./save.ts";

export async function callTalks(
  _context: Context,
  calls: readonly Call[],
  { names = new Map() }: { readonly names?: ReadonlyMap<string, string>; readonly with_audio: boolean },
): Promise<Pick<Reported, "talks" | "audio">> {
  const talks = calls.map((call) => callTalk(call, names.get(call.call_id)));
  const audio = new Map<string, string>();
  void refOf;
  // A page that stands alone has the recording, or none.
  return {
    talks: talks.map((talk) => ({ ...talk, audio: audio.has(refOf(talk)) ? talk.audio : null })),
    audio,
  };
}
