import { isIntroduction, isPleasantry, offersHelp, saysWant } from "./lexicon.ts";
import { joinSentences, sentences } from "./sentences.ts";
import type { Turn } from "./turn.ts";

const MAX_SENTENCES = 4;
const MAX_CHARACTERS = 10_000;

/**
 * What the user of a recorded conversation wants, in the user's own words (E3, rule 5). Takes the sentences
 * of the first user turn that expresses a wish, without greetings and introductions. Otherwise, those of the
 * answer to the agent's offer of help. Otherwise, those of the first user turn with any content. Empty if
 * there is none.
 */
export function intentFromTranscript(formatted: readonly Pick<Turn, "role" | "utterance">[]): string {
  let answer: UserTurn | undefined;
  let anything: UserTurn | undefined;
  for (const turn of userTurns(beginningOf(formatted))) {
    if (turn.sentences.some(saysWant)) return beginsWith(turn);
    if (turn.sentences.length === 0) continue;
    if (turn.answersOffer) answer ??= turn;
    anything ??= turn;
  }
  const sentence = answer ?? anything;
  return sentence ? beginsWith(sentence) : "";
}

const beginsWith = ({ sentences }: UserTurn) => joinSentences(sentences.slice(0, MAX_SENTENCES));

/**
 * The first turns, about ten minutes of talk. A user who has not said what they want by then will not say it.
 */
function beginningOf(formatted: readonly Pick<Turn, "role" | "utterance">[]) {
  let left = MAX_CHARACTERS;
  return formatted.filter(({ utterance }) => {
    const isHeard = left > 0;
    left -= utterance.length;
    return isHeard;
  });
}

interface UserTurn {
  answersOffer: boolean;
  sentences: string[];
}

/**
 * User turns, each with what the user adds before the agent speaks again. Keeps only sentences with content.
 */
function* userTurns(formatted: readonly Pick<Turn, "role" | "utterance">[]): Generator<UserTurn> {
  let agentSaid = "";
  let open: UserTurn | undefined;
  for (const { role, utterance } of formatted) {
    if (role === "AGENT") {
      if (open) yield open;
      agentSaid = open ? utterance : `${agentSaid} ${utterance}`;
      open = undefined;
      continue;
    }
    const telling = sentences(utterance)
      .map(withoutGreeting)
      .filter((text) => !isPleasantry(text) && !isIntroduction(text));
    if (open) open.sentences.push(...telling);
    else open = { answersOffer: offersHelp(agentSaid), sentences: telling };
  }
  if (open) yield open;
}

/** "Hi, I need a refund" without the greeting. The rest begins with a capital letter. */
function withoutGreeting(sentence: string): string {
  const comma = /^([^,，、،]{1,30})[,，、،]\s*(\S.*)$/su.exec(sentence);
  if (!comma?.[1] || !comma[2] || !isPleasantry(comma[1])) return sentence;
  const rest = withoutGreeting(comma[2]);
  return rest.charAt(0).toLocaleUpperCase("en") + rest.slice(1);
}
