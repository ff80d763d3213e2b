/** The service's record of a conversation, if it offers one. */
import type { Answer, Lenient } from "../contract/types.ts";
import type { Reply } from "./reply.ts";

/** Lists of conversations leave the evaluation out. */
export type ConversationRecord = Omit<Lenient<Answer<"get_simulation_result">>, "evaluation">;

type Entry = ConversationRecord["transcript"][number];

/** Whether the record has a transcript: only then can replies be read from it. */
export const tellsTranscript = ({ transcript }: ConversationRecord) => Array.isArray(transcript);

/** The entries up to the agent's last, and what the digital human has said since and is waiting for an answer to. */
export function splitAtTurn({ transcript }: ConversationRecord): {
  readonly earlier: readonly Entry[];
  readonly waiting: readonly Reply[];
} {
  const last = transcript.findLastIndex(isAgents);
  return { earlier: transcript.slice(0, last + 1), waiting: transcript.slice(last + 1).map(toReply) };
}

/** What the digital human has said, starting at an entry. */
export const repliesFrom = ({ transcript }: ConversationRecord, entry: number): Reply[] =>
  transcript
    .slice(entry)
    .filter((one) => !isAgents(one))
    .map(toReply);

/** Why the conversation is over; undefined while it continues. */
export const endOf = ({ ended_at, end_reason, status }: ConversationRecord): string | undefined =>
  ended_at ? (end_reason ?? status) : undefined;

const isAgents = ({ role }: Entry) => role === "AGENT";

const toReply = ({ message, message_id }: Entry): Reply => ({ message, message_id, end_conversation: false });
