import { sanitizeLine } from "../../../terminal/sanitize.ts";

/** What each `end_reason` means to somebody who speaks as the agent. */
const MEANINGS: Readonly<Record<string, string>> = {
  goal_reached: "the caller got what it wanted",
  script_finished: "the recorded conversation is finished",
  hangup_phrase: "one side said a hangup phrase",
  hangup_instructions: "the caller hung up as its instructions say",
  transferred: "you handed the caller over",
  refused: "you refused twice",
  out_of_script: "the caller could not follow you, or you kept asking for the same",
  going_in_circles: "you kept saying the same",
  silence_timeout: "you were silent for too long",
  max_turns: "it reached the limit of turns",
  max_duration: "it reached the limit of time",
  agent_ended: "you ended it",
  ended_by_request: "someone ended it",
  agent_unreachable: "nothing answered at the agent's http_webhook",
};

/** Says that a conversation is over, and why if the reason is known. */
export function endText(reason: string | undefined): string {
  if (!reason) return "the conversation has ended";
  const meaning = Object.hasOwn(MEANINGS, reason) ? `: ${MEANINGS[reason]}` : "";
  return `the conversation has ended${meaning} (${sanitizeLine(reason)})`;
}
