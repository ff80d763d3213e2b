import { hear } from "../hearing/hear.ts";
import { languageOf } from "../language.ts";
import type { Moment } from "../moment.ts";
import { opening } from "../saying/opening.ts";
import { voiceOf } from "../saying/phrase.ts";
import { ended, type Reply, scriptedReply, type Turn } from "../saying/reply.ts";
import { matchScript } from "../script/scripted-responses.ts";
import { followRecording } from "./recording.ts";

/**
 * What the caller answers when the agent's words were not recognized. It follows its script or its recording
 * in order. Without them, it says what it wants and knows, one thing per turn, and then goodbye. It never
 * learns whether it got what it wanted.
 */
export function unheard(moment: Moment): Reply {
  const { caller, state } = moment;
  const { found, counts } = matchScript(caller.script, state.script_counts, "", caller.language);
  const reply: Reply = found
    ? scriptedReply(found.rule)
    : (followRecording({ ...moment, message: "" }) ?? byTurns(moment));
  return { ...reply, update: { ...reply.update, script_counts: counts } };
}

function byTurns(moment: Moment): Reply {
  const { caller, state } = moment;
  const language = languageOf(caller.language);
  const voice = voiceOf(moment);
  const turn: Turn = { caller, state, language, heard: hear("", language), times: 1, voice };
  if (!state.opened) return opening(turn, "goal");
  const detail = caller.details[state.details_told];
  if (detail !== undefined)
    return { rule: "details", say: detail, update: { details_told: state.details_told + 1 } };
  const place = caller.facts.findIndex((_, fact) => !state.told.includes(fact));
  const fact = caller.facts[place];
  if (fact)
    return {
      rule: "answer",
      say: fact.sentence || voice.phrase("answer", { value: fact.value }),
      update: { told: [...state.told, place] },
    };
  return { rule: "closing", say: voice.phrase("closing"), end: ended("script_finished") };
}
