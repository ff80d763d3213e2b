/** Whether the agent called a tool before what its prompt orders to come first. */
import { isNewcomer, PEOPLE } from "../../words/newcomer.ts";
import { wordsOfName } from "../../words/tool-words.ts";
import { hear } from "../hearing/hear.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { CallerState, Rule } from "../state.ts";
import { isSaid, type Said } from "../understanding/understood.ts";

/** Words of a prompt that say what has to come first. */
export interface Order {
  readonly sentence: string;
  /** The tool that has to be called first. Absent if the caller's yes has to come first. */
  readonly first?: string;
}

/**
 * What a call did not wait for, with the prompt's own words. Undefined if nothing is proved.
 * @param orders what the prompt orders before calls of this tool
 * @param calls all calls of the conversation
 */
export function againstOrders(
  call: MadeCall,
  orders: readonly Order[],
  calls: readonly MadeCall[],
  { transcript, history }: Told,
  language: Language,
): string | undefined {
  if (language.code !== "en") return undefined;
  for (const { sentence, first } of orders) {
    const words = `and the prompt says ${JSON.stringify(sentence)}`;
    if (
      first !== undefined &&
      FINDS_PERSON.test(wordsOfName(first).join(" ")) &&
      isOfNewcomer(call, transcript)
    )
      continue;
    if (first !== undefined && !calls.some(({ name }) => name === first))
      return `${call.name} was called without ${first}, ${words}`;
    if (first === undefined && isWithoutYes(call, transcript, history, language))
      return `${call.name} was called before the agent asked for a yes and got one, ${words}`;
  }
  return undefined;
}

const FINDS_PERSON = new RegExp(
  `^(?:authenticate|check|fetch|find|get|identify|look ?up|search|verify) (?:account|identity|${PEOPLE})\\b`,
);

/** Whether the caller says that it is new, or the call has a record for somebody new: there is nobody to be found. */
const isOfNewcomer = ({ parameters }: MadeCall, transcript: readonly Said[]): boolean =>
  transcript.some(({ role, utterance }) => role === "USER" && isNewcomer(utterance)) ||
  Object.entries(parameters ?? {}).some(
    ([name, value]) => /^new/i.test(name) && typeof value === "object" && value !== null,
  );

interface Told {
  readonly transcript: readonly Said[];
  /** What the caller did, turn by turn. */
  readonly history: CallerState["history"];
}

const AGREES: readonly Rule[] = ["go_ahead", "check", "confirm"];
const YES_SAID =
  /\b(?:yes|yeah|yep|yup|sure|correct|right|go ahead|okay|ok|fine|agreed?|confirm\w{0,3}|great|perfect|good|lovely|do it|do that|book it|suits me|happy)\b/i;
const NO_YES =
  /(?:\bnot|n['’]t|\bnever)(?: (?:so|very|quite|really|that|too))? (?:sure|good|right|fine|happy|correct)\b/gi;
const FILLER = "(?:(?:and|so|then|now|great|thanks|thank you|lovely|perfect|alright|okay)[, ]{1,3}){0,4}";
const CLOSED = new RegExp(
  `^${FILLER}(?:is|are|was|shall|should|do|does|did|would|will|can|could|may|have|has|happy|ok|okay|all|right|correct|agreed|deal)\\b`,
  "i",
);
const TAIL =
  /,\s?(?:and |so )?(?:is|are|was|shall|should|do|does|did|would|will|can|could|have|all|ok|okay|right|correct|yes|agreed|deal|fine|good)\b[^,?]{0,80}\?$/i;
const REQUEST =
  /\b(?:can|could|may) (?:i|we) (?:have|get|take|ask)|\b(?:can|could|would|will) you (?:give|tell|say|spell|let me know|repeat)\b/i;

/**
 * Whether a tool was called although nobody can have agreed to it: the caller never said anything like yes, and the agent asked nothing
 * that a yes would answer, neither with a value of the call, nor last before the call.
 */
function isWithoutYes(
  { parameters, arrival }: MadeCall,
  transcript: readonly Said[],
  history: CallerState["history"],
  language: Language,
): boolean {
  if (typeof arrival !== "number") return false;
  const heard = transcript.slice(0, Math.ceil(arrival));
  const wish = heard.findIndex(({ role }) => role === "USER");
  const answers = heard.flatMap(({ role, utterance }, place) =>
    role === "USER" && place > wish ? [{ said: utterance, asked: heard[place - 1] }] : [],
  );
  if (answers.length === 0) return false;
  const values = Object.values(parameters ?? {})
    .map(String)
    .filter((value) => value.length > 1);
  const agreeing = history.filter(({ rule }) => AGREES.includes(rule)).map(({ say }) => say);
  const isYes = (said: string) => YES_SAID.test(said.replace(NO_YES, " ")) || agreeing.includes(said);
  if (answers.some(({ said, asked }) => isYes(said) && !isAboutElse(asked, values, language))) return false;
  const agent = heard.filter(({ role }) => role === "AGENT");
  return agent.every(({ utterance }, place) => {
    const { asking, proceed, check } = hear(utterance, language);
    if (proceed || check) return false;
    const saysValue = (text: string) => values.some((value) => isSaid(text, value, language));
    const isLast = place === agent.length - 1;
    if (isLast && asking.some(saysValue)) return false;
    const isClosed = asking.some(
      (question) => TAIL.test(question) || (CLOSED.test(question) && !REQUEST.test(question)),
    );
    return !isClosed || !(isLast || saysValue(utterance));
  });
}

/** Whether a yes was to a question about something else: one that names nothing of the call, and proposes nothing. */
function isAboutElse(asked: Said | undefined, values: readonly string[], language: Language): boolean {
  if (asked?.role !== "AGENT") return false;
  const { asking, proceed, check, more, offer } = hear(asked.utterance, language);
  const [question, ...others] = asking;
  if (question === undefined || others.length > 0 || proceed || check || more || offer) return false;
  return OTHER_MATTER.test(question) && !values.some((value) => isSaid(asked.utterance, value, language));
}

/** "Have you been here before?", "Are you already a client?" */
const OTHER_MATTER =
  /^(?:\p{L}{2,12}, )?(?:have you|are you|do you (?:have|know|own|live)|did you|were you|is (?:this|it) your first)\b/iu;
