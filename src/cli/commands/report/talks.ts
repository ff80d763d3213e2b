/**
 * Conversations and calls as a report shows them: with waveform outlines and traces, and with their
 * recordings on request.
 */

import { Failure } from "../../../lib/failure.ts";
import { callTalk } from "../../../results/calls.ts";
import { resultTalk } from "../../../results/conversations.ts";
import { type AskRelated, withRelated } from "../../../results/related.ts";
import { refOf } from "../../../results/report.ts";
import type { Talk } from "../../../results/talk.ts";
import type { Context } from "../../context.ts";
import type { Call } from "../../render/evaluation/call.ts";
import { eachOf } from "../shared/each-of.ts";
import type { Reported } from "./save.ts";

interface WithAudio {
  readonly with_audio: boolean;
}
export type Talks = Required<Pick<Reported, "talks" | "audio">>;

/** Conversations of runs. */
export const resultTalks = async (
  context: Context,
  simulation_result_ids: readonly string[],
  { nameOf, with_audio }: WithAudio & { readonly nameOf: (id: unknown) => string },
): Promise<Talks> =>
  gathered(
    context,
    simulation_result_ids,
    async (simulation_result_id) =>
      resultTalk(await context.read("get_simulation_result", { params: { simulation_result_id } }), nameOf),
    with_audio,
  );

/** @param names what people call the calls, by id */
export const callTalks = (
  context: Context,
  calls: readonly Call[],
  { names = new Map(), with_audio }: WithAudio & { readonly names?: ReadonlyMap<string, string> },
): Promise<Talks> => gathered(context, calls, async (call) => callTalk(call, names.get(call.id)), with_audio);

async function gathered<T>(
  context: Context,
  items: readonly T[],
  talkOf: (item: T) => Promise<Talk>,
  with_audio: boolean,
): Promise<Talks> {
  const ask = askOf(context);
  const audio = new Map<string, string>();
  const talks = await eachOf(items, async (item) => {
    const talk = await withRelated(await talkOf(item), ask);
    if (!talk.audio) return talk;
    if (with_audio) audio.set(refOf(talk), await recordingOf(context, talk));
    // A page in one file requests nothing: it has either the recording or only its outline.
    return { ...talk, audio: { ...talk.audio, url: null } };
  });
  return { talks, audio };
}

/** If the service has no outline, the page shows in other ways who spoke when. */
function askOf(context: Context): AskRelated {
  const humans = new Map<string, Promise<unknown>>();
  const ask: AskRelated = async (operation, id) => {
    try {
      if ("digital_human_id" in id) {
        const digital_human_id = Number(id.digital_human_id);
        return await context.read("get_digital_human", { params: { digital_human_id } });
      }
      if (operation === "get_trace_summary") return await context.read(operation, { query: id });
      if ("call_id" in id) return await context.read("get_recording_peaks", { params: id });
      return await context.read("get_result_recording_peaks", { params: id });
    } catch (error) {
      if (error instanceof Failure && ["not_found", "refused"].includes(error.outcome)) return undefined;
      throw error;
    }
  };
  return (operation, id) => {
    if (!("digital_human_id" in id)) return ask(operation, id);
    // A digital human has many conversations in a run.
    const human = humans.get(id.digital_human_id) ?? ask(operation, id);
    humans.set(id.digital_human_id, human);
    return human;
  };
}

async function recordingOf(context: Context, { kind, id }: Talk): Promise<string> {
  const { recording_base64 } =
    kind === "call"
      ? await context.read("get_call_recording", { params: { call_id: id } })
      : await context.read("get_result_recording", { params: { simulation_result_id: id } });
  return recording_base64;
}
