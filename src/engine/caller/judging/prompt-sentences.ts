/** The sentences of an agent's prompt by which it is judged. */
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";

const LONGEST_PROMPT = 60_000;
const MOST_SENTENCES = 600;
/** A longer sentence has more conditions than can be read in it. */
export const LONGEST_ORDER = 300;

/** A prompt without its emphasis ("*before* you cancel"). Empty if it is too long to be read whole: an exception may be anywhere. */
export const plainPrompt = (prompt: string): string =>
  prompt.length > LONGEST_PROMPT ? "" : clean(prompt.replaceAll("*", ""));

export const promptSentences = (prompt: string): string[] =>
  sentences(plainPrompt(prompt)).slice(0, MOST_SENTENCES);
