import { isIntroduction, isPleasantry, offersHelp, saysWant } from "./lexicon.ts";
import { joinSentences, sentences } from "./sentences.ts";
import type { Turn } from "./turn.ts";

const MAX_SENTENCES = 4;

/**
 * What the user of a recorded conversation wants, in the user's own words (E3, rule 5): the sentences, without
 * greetings and introductions, of the first user turn that says a want; else of the answer to the agent's offer of
 * help; else of the first user turn with anything to say. Empty when there is none.
 */
export function intentFromTranscript(formatted: readonly Pick<Turn, "role" | "utterance">[]): string {
  const turns = userTurns(formatted);
  const told =
    turns.find((turn) => turn.sentences.some(saysWant)) ??
    turns.find((turn) => turn.answersOffer && turn.sentences.length > 0) ??
    turns.find((turn) => turn.sentences.length > 0);
  return told ? joinSentences(told.sentences.slice(0, MAX_SENTENCES)) : "";
}

interface UserTurn {
  answersOffer: boolean;
  sentences: string[];
}

/** User turns, each with what follows it before the agent speaks again, and only the sentences that carry something. */
function userTurns(formatted: readonly Pick<Turn, "role" | "utterance">[]): UserTurn[] {
  const turns: UserTurn[] = [];
  let agentSaid = "";
  let open = false;
  for (const { role, utterance } of formatted) {
    if (role === "AGENT") {
      agentSaid = open ? utterance : `${agentSaid} ${utterance}`;
      open = false;
      continue;
    }
    const telling = sentences(utterance)
      .map(withoutGreeting)
      .filter((text) => !isPleasantry(text) && !isIntroduction(text));
    const current = turns.at(-1);
    if (open && current) current.sentences.push(...telling);
    else turns.push({ answersOffer: offersHelp(agentSaid), sentences: telling });
    open = true;
  }
  return turns;
}

/** "Hi, I need a refund" without the greeting; the rest begins with a capital letter as a sentence does. */
function withoutGreeting(sentence: string): string {
  const comma = /^([^,，、،]{1,30})[,，、،]\s*(\S.*)$/su.exec(sentence);
  if (!comma?.[1] || !comma[2] || !isPleasantry(comma[1])) return sentence;
  const rest = withoutGreeting(comma[2]);
  return rest.charAt(0).toLocaleUpperCase("en") + rest.slice(1);
}
