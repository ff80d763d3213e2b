/** The service's record of a conversation, if it offers one. */
import { type ReadConversation, readConversation } from "../../contract/readings/conversation.ts";
import { type AnnouncedVersions, announcedVersions } from "../../contract/rules/tested-versions.ts";
import type { Answer, Lenient } from "../../contract/types.ts";
import { isOverStatus } from "../../contract/values.ts";
import type { Reply } from "./reply.ts";

/** A record with a transcript. Replies can be read only from such a record. */
export type ConversationRecord = ReadConversation & {
  readonly transcript: NonNullable<ReadConversation["transcript"]>;
};

type Entry = ConversationRecord["transcript"][number];

/** The conversation in an answer. Its transcript is empty if the service does not return one. */
export const recordOf = ({
  simulation_result,
}: Lenient<Answer<"get_simulation_result">>): ConversationRecord =>
  withTranscript(readConversation(simulation_result));

export const withTranscript = (record: ReadConversation): ConversationRecord => ({
  ...record,
  transcript: record.transcript ?? [],
});

/**
 * The entries up to the agent's last one, and what the digital human has said since, which waits for an
 * answer.
 */
export function splitAtTurn({ transcript }: ConversationRecord): {
  readonly earlier: readonly Entry[];
  readonly waiting: readonly Reply[];
} {
  const last = transcript.findLastIndex(isAgents);
  return { earlier: transcript.slice(0, last + 1), waiting: transcript.slice(last + 1).map(toReply) };
}

/** What the digital human has said from a given entry on. */
export const repliesFrom = ({ transcript }: ConversationRecord, entry: number): Reply[] =>
  transcript
    .slice(entry)
    .filter((one) => !isAgents(one))
    .map(toReply);

/** What the agent is told about the versions that the conversation tests; undefined if the record doesn't say. */
export function announcedVersionsIn(
  { agent_id, versions, world_path }: Partial<ConversationRecord>,
  base_url: string,
): (AnnouncedVersions & { readonly world_url?: string }) | undefined {
  if (!agent_id || !versions) return undefined;
  const world_url = world_path && base_url.replace(/\/$/, "") + world_path;
  return { ...announcedVersions(agent_id, versions), ...(world_url && { world_url }) };
}

/** Why the conversation is over; undefined while it continues. */
export const endOf = ({ ended_at, end_reason, status }: ConversationRecord): string | undefined =>
  ended_at || isOverStatus(status) ? (end_reason ?? status) : undefined;

const isAgents = ({ role }: Entry) => role === "AGENT";

const toReply = ({ message, message_id }: Entry): Reply => ({ message, message_id, end_conversation: false });
