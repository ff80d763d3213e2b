/** A caller and an agent that go in circles: the agent says the same again and again, and the caller has nothing new to tell. */
import { createHash } from "node:crypto";
import { type Heard, hear } from "./hear.ts";
import { languageOf, type Slot } from "./language.ts";
import { ended, type Reply, type Turn } from "./reply.ts";
import type { CallerState, Rule } from "./state.ts";
import { questionIn } from "./unanswered.ts";
import { bareLetters, joined } from "./words.ts";

/** The caller words its answer differently when it has been asked the same this often … */
const TIMES_TO_VARY = 4;
/** … and then gives up. */
const TIMES_TO_GIVE_UP = 5;

/** What shows that a conversation makes progress: the caller told something, or got what it wanted. */
const PROGRESS = [
  "opened",
  "goal",
  "goals_told",
  "confirmed",
  "pushed_back",
  "told",
  "details_told",
] as const;

/** Replies that may be what keeps the agent from going on: it may be unable to use them. */
const FROM_RECORD: ReadonlySet<Rule> = new Set<Rule>(["answer", "fallback", "repeat"]);

/** What the agent wants from the caller: what it asks for, however it asks, or else its exact words. */
function wanted({ asks, text }: Heard): string {
  const what = asks.length > 0 ? asks.toSorted().join() : `"${bareLetters(text)}`;
  return createHash("sha256").update(what).digest("base64url").slice(0, 10);
}

/** How often the agent has said this since the conversation last made progress, this time included. */
export const timesHeard = (heard: Heard, { heard: before = {} }: CallerState): number =>
  (before[wanted(heard)] ?? 0) + 1;

/** Whether it is time to say the same in other words. */
export const shouldVary = (times: number): boolean => times === TIMES_TO_VARY;

/**
 * The reply, unless the two go in circles: then the caller words it differently once, and at last gives up.
 * @param usual what the caller says instead of repeating itself word for word
 */
export function withoutCircles(turn: Turn, reply: Reply, usual: Reply): Reply {
  const { heard, state, times } = turn;
  const isProgress = PROGRESS.some(
    (key) => String({ ...state, ...reply.update }[key]) !== String(state[key]),
  );
  const counted = isProgress ? { [wanted(heard)]: 1 } : { ...state.heard, [wanted(heard)]: times };
  const chosen = isProgress || usual.end ? usual : broken(turn, reply, usual);
  return { ...chosen, update: { ...chosen.update, heard: counted } };
}

function broken(turn: Turn, reply: Reply, usual: Reply): Reply {
  const { times, state, voice } = turn;
  if (times >= TIMES_TO_GIVE_UP) {
    const end = ended(FROM_RECORD.has(reply.rule) ? "out_of_script" : "going_in_circles");
    return state.confirmed
      ? { rule: "closing", say: voice.phrase("closing"), end: { ...end, completed: true } }
      : { rule: "fallback", say: voice.phrase("give_up"), end };
  }
  return shouldVary(times) ? { ...reply, say: varied(turn, reply) } : usual;
}

/** A fact is already worded differently. With anything else, the caller says once more what it wants. */
function varied({ caller, state, voice }: Turn, { rule, say, update }: Reply): string {
  const intent = caller.goals[state.goal];
  if (intent === undefined || state.confirmed || update?.told || rule === "wait" || rule === "keypad")
    return say;
  return say.includes(intent) ? voice.phrase("restate", { intent }) : joined([say, intent], caller.language);
}

export interface Repeated {
  /** In the agent's words. */
  readonly question: string;
  /** What it asks for, where that has a name. */
  readonly slot: Slot | null;
  readonly times: number;
}

/** What the agent said last, if it had said that often before. `said` are all its messages. */
export function repeatedIn(said: readonly string[], code: string | null | undefined): Repeated | undefined {
  const language = languageOf(code);
  const last = said.at(-1);
  if (last === undefined) return undefined;
  const heard = hear(last, language);
  const key = wanted(heard);
  const times = said.filter((utterance) => wanted(hear(utterance, language)) === key).length;
  const [slot = null] = heard.asks;
  return times < TIMES_TO_VARY ? undefined : { question: questionIn(last, slot, language), slot, times };
}
