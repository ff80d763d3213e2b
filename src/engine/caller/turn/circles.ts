/** Ends conversations that go in circles: the agent keeps saying the same, and the caller has nothing new to tell. */
import { createHash } from "node:crypto";
import { type Heard, hear } from "../hearing/hear.ts";
import { languageOf, type Slot } from "../language.ts";
import { ended, type Reply, type Turn } from "../saying/reply.ts";
import type { CallerState } from "../state.ts";
import { questionIn } from "../understanding/unanswered.ts";
import { bareLetters, joined } from "../words.ts";

/** When the agent says the same for this time, the caller words its answer differently … */
const TIMES_TO_VARY = 4;
/** … and this time it gives up. */
const TIMES_TO_GIVE_UP = 5;
/** A message that the agent said this often at the end is worth naming: the caller may not have understood it. */
const TIMES_TO_NAME = 3;

/** How many of the last messages are compared. Nobody goes in circles for longer. */
const COMPARED = 100;

/** What shows that a conversation makes progress: the caller told something, or got what it wanted. */
const PROGRESS = [
  "opened",
  "goal",
  "goals_told",
  "confirmed",
  "pushed_back",
  "told",
  "changed",
  "mind_changed",
  "details_told",
] as const;

/**
 * Whether the agent goes in circles, and not the caller, who may have misunderstood it: it asks again what the caller wants,
 * although it was told each time, or keeps it waiting.
 */
const isAgents = ({ rule }: Reply, { offers_help }: Heard) =>
  rule === "wait" || (rule === "goal" && offers_help);

/** A key for what the agent wants: the slots that it asks for, in whatever words, or else its exact words. */
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
  const key = wanted(heard);
  const counted = isProgress ? { [key]: 1 } : { ...state.heard, [key]: times };
  const chosen = isProgress || usual.end ? usual : broken(turn, reply, usual);
  return { ...chosen, update: { ...chosen.update, heard: counted } };
}

function broken(turn: Turn, reply: Reply, usual: Reply): Reply {
  const { times, state, voice } = turn;
  if (times >= TIMES_TO_GIVE_UP) {
    const end = ended(state.confirmed || isAgents(reply, turn.heard) ? "going_in_circles" : "out_of_script");
    return state.confirmed
      ? { rule: "closing", say: voice.phrase("closing"), end: { ...end, completed: true } }
      : { rule: "fallback", say: voice.phrase("give_up"), end };
  }
  return shouldVary(times) ? { ...reply, say: varied(turn, reply) } : usual;
}

/** The reply in other words: with what the caller wants. `answered` has already reworded a fact. */
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

/**
 * The agent's last message, if the agent had said the same several times before.
 * @param said all messages of the agent; of many, the last hundred count
 */
export function repeatedIn(said: readonly string[], code: string | null | undefined): Repeated | undefined {
  const language = languageOf(code);
  const last = said.at(-1);
  if (last === undefined || said.length < TIMES_TO_NAME) return undefined;
  const heard = hear(last, language);
  const key = wanted(heard);
  const recent = said.slice(-COMPARED);
  const same = new Set([...new Set(recent)].filter((utterance) => wanted(hear(utterance, language)) === key));
  const times = recent.filter((utterance) => same.has(utterance)).length;
  const [slot = null] = heard.asks;
  return times < TIMES_TO_NAME ? undefined : { question: questionIn(last, slot, language), slot, times };
}
