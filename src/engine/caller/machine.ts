import type { Caller } from "./caller.ts";

/** What a machine says that is not speech. On a line, these are tones. */
export const BEEP = "[beep]";
export const END_OF_RECORDING = "[end of recording]";

/** A machine that answers a call: it records a message, or has a menu. */
export type Machine = "voicemail" | "menu";

/**
 * Which machine a digital human is: one that has its first message and an answer to anything, and hangs up with the last of
 * them. Undefined if it is a person.
 */
export function machineOf({
  first_message,
  script,
  hangup_phrases,
}: Pick<Caller, "first_message" | "script" | "hangup_phrases">): Machine | undefined {
  const last = script.at(-1);
  const hangsUp =
    last?.match_type === "any" &&
    last.occurrence_mode === "always" &&
    hangup_phrases.some((phrase) => phrase.trim() === last.say);
  if (first_message === null || !hangsUp) return undefined;
  return script.some(({ say }) => say?.toLowerCase() === BEEP) ? "voicemail" : "menu";
}
