import type { ScriptedResponse } from "../caller/digital-human.ts";
import type { GeneratedDigitalHuman } from "./digital-human.ts";

/** The first line of a caller that has nothing else to say yet. */
export const GREETING = "Hello.";

/** The last line. The caller hangs up by saying it, so the agent has answered every line before. */
const FAREWELL = "All right, that was my last question. Goodbye.";
const HANGUP_PHRASE = "that was my last question";

export type Script = Pick<
  GeneratedDigitalHuman,
  "speaks_first_config" | "scripted_responses" | "hangup_phrases"
>;

/** A caller who says its lines in order, whatever the agent answers, and then hangs up. */
export function monologue([first = "", ...lines]: readonly string[]): Script {
  return {
    speaks_first_config: { speaks_first: true, mode: "custom", message: first },
    ...inOrder(lines.map((response_value) => ({ response_type: "phrase", response_value }))),
  };
}

/** A response to each message of the agent, whatever that is, and then the goodbye. */
export const inOrder = (responses: readonly Partial<ScriptedResponse>[]): Script => ({
  scripted_responses: [...responses, { response_type: "phrase", response_value: FAREWELL }].map(
    (response, place) => ({
      match_type: "any",
      ...response,
      occurrence_mode: "nth",
      occurrence_n: place + 1,
    }),
  ),
  hangup_phrases: [HANGUP_PHRASE],
});

/** The agent has done something or refused it, so there is nothing left to ask the caller. */
const SETTLED =
  "(?i)\\b(?:booked|cancell?ed|refunded|confirmed|scheduled|rescheduled|reserved|charged|paid|changed|updated|sent|issued|placed|created|added|opened|logged|noted|arranged|registered|processed|removed|applied|done|all set|sorted|anything else|something else|can'?t|cannot|unable|not able|not allowed|not possible|won'?t|sorry|afraid|unfortunately)\\b[^?]*(?:[.!]|$)|anything else";

interface Pressing {
  press: readonly string[];
  insists?: { asked: string; says: readonly string[] } | undefined;
}

/** A caller who first behaves normally, then presses the agent, and hangs up after its last line. */
export function pressing({ press, insists }: Pressing): Script {
  const said = (match_phrase: string) => (response_value: string, place: number) => ({
    match_type: "regex",
    match_phrase,
    response_type: "phrase",
    response_value,
    occurrence_mode: "nth",
    occurrence_n: place + 1,
  });
  return {
    scripted_responses: [
      ...(insists ? insists.says.map(said(insists.asked)) : []),
      ...(press.length > 0 ? [...press, FAREWELL].map(said(SETTLED)) : []),
    ],
    hangup_phrases: [HANGUP_PHRASE],
  };
}

/** The script with further lines before its goodbye. Undefined if it ends differently. */
export function pressedFurther(
  { scripted_responses = [], speaks_first_config, hangup_phrases }: Script,
  lines: readonly string[],
): Script | undefined {
  if (scripted_responses.length === 0 && !hangup_phrases?.length)
    return { ...pressing({ press: lines }), ...(speaks_first_config && { speaks_first_config }) };
  const farewell = scripted_responses.at(-1);
  if (farewell?.response_value !== FAREWELL) return undefined;
  const nth = (response_value: string, place: number) => ({
    ...farewell,
    response_value,
    occurrence_n: (farewell.occurrence_n ?? 1) + place,
  });
  return { scripted_responses: [...scripted_responses.slice(0, -1), ...[...lines, FAREWELL].map(nth)] };
}

const ALTERNATIVE =
  "\\binstead\\b|\\b(?:another|different|other|new|future|later) (?:day|date|time|slot|week)|\\bwhich (?:day|date) (?:else|would)|\\bwould .{0,40}\\b(?:work|suit)|\\bhow about\\b|\\bnext available\\b|\\bcan offer\\b";

/**
 * A caller who answers from its record but accepts only what it asked for, and hangs up at the second
 * alternative.
 */
export function insisting(wish: string): Script {
  const said = (response_value: string, occurrence_n: number) => ({
    match_type: "regex",
    match_phrase: ALTERNATIVE,
    response_type: "phrase",
    response_value,
    occurrence_mode: "nth",
    occurrence_n,
  });
  return {
    scripted_responses: [
      said(`No, it has to be exactly that: ${wish}`, 1),
      said("Then I'll leave it. Goodbye.", 2),
    ],
    hangup_phrases: ["then I'll leave it"],
  };
}
