import { type BuiltinMetric, evaluated, notEvaluated } from "./builtin-metric.ts";
import type { ConversationEvent } from "./conversation.ts";

/** Reasons for the end of a call that an event can name in its title or a tag. */
const END_REASONS = [
  "user_hangup",
  "agent_hangup",
  "call_transfer",
  "voicemail_reached",
  "inactivity",
  "max_duration_reached",
];

/** The tag of an event whose title is the reason, which may be any other one: `dial_busy`. */
const TAG = "end_reason";

const nameOf = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, "_");

/** The end reason that an event names. Case, spaces, and hyphens are ignored. */
function reasonOf({ title, tags }: ConversationEvent): string | undefined {
  const names = [title ?? "", ...(tags ?? [])].map(nameOf);
  const end_reason = END_REASONS.find((reason) => names.includes(reason));
  if (end_reason !== undefined || !names.includes(TAG)) return end_reason;
  const [own = ""] = names;
  return /^[a-z][\w.]{0,99}$/.test(own) ? own : undefined;
}

/** How the conversation ended, whatever was said. */
export const endingMetrics: readonly BuiltinMetric[] = [
  {
    id: "ended_by",
    version: 1,
    unit: "value",
    description: "Who ended the conversation, as submitted: AGENT or USER",
    source: "conversation_ended_by of E2",
    measure: ({ input: { conversation_ended_by: side } }) =>
      side ? evaluated(side, 1) : notEvaluated("missing_ending"),
  },
  {
    id: "end_reason",
    version: 2,
    unit: "value",
    description: `Why it ended: the last event that names one of ${END_REASONS.join(", ")}, or that has the tag ${TAG} and names another reason in its title; else user_hangup or agent_hangup by conversation_ended_by; else unanswered_user_turn when the user spoke last`,
    source: "Retell disconnection_reason; Coval End Reason",
    measure: ({ input, floor }) => {
      const events = input.events ?? [];
      for (let event = events.length - 1; event >= 0; event--) {
        const named = reasonOf(events[event] ?? {});
        if (named !== undefined) return evaluated(named, 1, [{ event }]);
      }
      if (input.conversation_ended_by) {
        return evaluated(input.conversation_ended_by === "USER" ? "user_hangup" : "agent_hangup", 1);
      }
      const last = "value" in floor ? floor.value.responses.final_unanswered : null;
      return last ? evaluated("unanswered_user_turn", 1, [last]) : notEvaluated("missing_ending");
    },
  },
];
