import { fold } from "../../transcript/fold.ts";
import { speaksOfTakingAway } from "../../words/takes-away.ts";
import { tellsWhatIsAsked } from "../hearing/information.ts";
import type { CallerState } from "../state.ts";
import { saysNotUnderstood } from "../understanding/denied.ts";
import { words } from "../words.ts";
import { fallback } from "./fallback.ts";
import { ended, type Reply, type Turn } from "./reply.ts";

const STEM = 5;
const UNSPACED_WORD = /[\p{scx=Han}\p{scx=Katakana}]/u;

/** The agent says that it is done. */
export function confirmed(turn: Turn): Reply | undefined {
  return turn.heard.done && !saysOtherDeed(turn) ? goalDone(turn, "confirm_done") : undefined;
}

const TOOK_AWAY =
  /\b(?:(?:i|we)(?:'ve| have)|(?:has|have) been|is now|it's) (?:now |just |already )?(?:cancell?ed|deleted|refunded|removed|terminated|unsubscribed)\b/;
const ALSO_DID =
  /\b(?:added|arranged|booked|changed|made|moved|ordered|placed|rebooked|registered|rescheduled|reserved|scheduled|sent|set|updated)\b/;
/** Reasons to have something cancelled: "I can't make it", "booked twice by mistake". */
const NO_LONGER =
  /\b(?:any ?more|can't|cannot|don't|mistake|no longer|not|quit|rid of|twice|unsubscrib\w{1,3}|won't|wrong)\b/;

/** "I've cancelled your subscription" is not what somebody wanted who came to book a table. Only in English. */
function saysOtherDeed({ heard, caller, state, language }: Turn): boolean {
  if (language.code !== "en") return false;
  const said = heard.statements.join(" ");
  if (!TOOK_AWAY.test(said) || ALSO_DID.test(said)) return false;
  const goal = fold(caller.goals[state.goal] ?? "cancel");
  return !speaksOfTakingAway(goal) && !NO_LONGER.test(goal);
}

/** The agent tells the caller what it wanted to know. */
export function informed(turn: Turn): Reply | undefined {
  const { heard, caller, state, language } = turn;
  // Whose agent reports its calls waits for the one that answers it.
  if (caller.errand && (state.calls ?? 0) > 0) return undefined;
  const goal = caller.goals[state.goal];
  // "Still not clear to me" answers nothing.
  const told = goal !== undefined && !saysNotUnderstood(turn) && tellsWhatIsAsked(heard, goal, language);
  return told ? goalDone(turn, "confirm_answered") : undefined;
}

/**
 * The current goal is reached, and so are others that the message mentions. Moves to the next goal, or to the
 * confirmation.
 */
export function goalDone(turn: Turn, key: "confirm_done" | "confirm_answered"): Reply {
  const { caller, state, voice, heard } = turn;
  const next = caller.goals.findIndex(
    (goal, place) =>
      place > state.goal && !state.goals_told.includes(place) && !concerns(heard.text, goal, turn),
  );
  const intent = caller.goals[next];
  if (intent === undefined) return { rule: "confirm", say: voice.phrase(key), update: { confirmed: true } };
  return {
    rule: "goal",
    say: voice.phrase("next_goal", { intent }),
    update: { ...tellsGoal(state, next), goal: next, pushed_back: false },
  };
}

/** The agent refuses: the caller asks for another way once, then accepts it. */
export function refused({ heard, state, voice }: Turn): Reply | undefined {
  const gone = state.pushed_back && heard.closing;
  if (!heard.refusal && !gone) return undefined;
  if (!state.pushed_back)
    return { rule: "push_back", say: voice.phrase("push_back"), update: { pushed_back: true } };
  return { rule: "refused", say: voice.phrase("accept_refusal"), end: ended("refused") };
}

/** The agent refuses what the caller came for, and offers something else, which the caller does not want. */
export function refusedFor(turn: Turn, reply: Reply): Reply | undefined {
  const { heard, caller, state } = turn;
  const goal = caller.goals[state.goal];
  if (reply.rule !== "decline" || goal === undefined) return undefined;
  const isAboutGoal = heard.limits.some(
    (sentence) =>
      / (?:do|help with|help you with) (?:that|this|it)\b/.test(sentence) || concerns(sentence, goal, turn),
  );
  return isAboutGoal ? refused({ ...turn, heard: { ...heard, refusal: true } }) : undefined;
}

/** Says more about the matter: the next detail of the record, otherwise the goal again. */
export function detailed({ heard, caller, state }: Turn): Reply | undefined {
  if (!heard.details) return undefined;
  const detail = caller.details[state.details_told];
  if (detail !== undefined)
    return { rule: "details", say: detail, update: { details_told: state.details_told + 1 } };
  const goal = caller.goals[state.goal];
  return goal === undefined ? undefined : { rule: "details", say: goal };
}

/** The agent says goodbye or offers more help while the caller is still waiting. */
export function notYet(turn: Turn): Reply | undefined {
  const { heard, state } = turn;
  if (heard.offers_help || (heard.greeting && heard.questions.length === 0 && state.fallbacks === 0))
    return restated(turn);
  return heard.closing || heard.more ? fallback(turn, "not_yet") : undefined;
}

function restated({ caller, state, voice }: Turn): Reply | undefined {
  const intent = caller.goals[state.goal];
  return intent === undefined ? undefined : { rule: "goal", say: voice.phrase("as_written", { intent }) };
}

/**
 * The position of the open goal that a text is about. If there are several, the last one, because later goals
 * are more precise.
 */
export function goalAbout(texts: readonly string[], turn: Turn): number | undefined {
  const place = turn.caller.goals.findLastIndex(
    (goal, at) => at >= turn.state.goal && texts.some((text) => concerns(text, goal, turn)),
  );
  return place < 0 ? undefined : place;
}

/** Says a goal in the words of the record. */
export function sayGoal(place: number, { caller, state }: Turn): Reply {
  return { rule: "choice", say: caller.goals[place] ?? "", update: tellsGoal(state, place) };
}

function tellsGoal({ goals_told }: CallerState, place: number): Pick<CallerState, "goals_told"> {
  return { goals_told: [...new Set([...goals_told, place])] };
}

/**
 * Whether a text shares a meaningful word with a goal. Compares only the first letters, because inflection
 * leaves them unchanged.
 */
export function concerns(text: string, goal: string, { language }: Turn): boolean {
  const stems = (sentence: string) =>
    words(sentence, language.code)
      .filter(
        (word) => word.length >= (UNSPACED_WORD.test(word) ? 2 : 4) && !language.small_words.includes(word),
      )
      .map((word) => word.slice(0, STEM));
  const wanted = new Set(stems(goal));
  return stems(text).some((stem) => wanted.has(stem));
}

/** A statement that needs no answer. The caller acknowledges it once, then returns to what it wants. */
export function stated(turn: Turn): Reply {
  const last = turn.state.history.at(-1)?.rule;
  if (last === "acknowledge" || last === "fallback") return fallback(turn, "restate");
  return { rule: "acknowledge", say: turn.voice.phrase("acknowledge") };
}
