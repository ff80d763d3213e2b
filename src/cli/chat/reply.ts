/** A message from the digital human to the agent. */
export interface Reply {
  readonly message: string;
  readonly message_id: string | null;
  /** True if the message ends the conversation. */
  readonly end_conversation: boolean;
}

/** The reply in the body of a webhook; undefined if it is not a reply, or belongs to another conversation. */
export function replyOf(body: unknown, simulation_result_id: string): Reply | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const fields = body as Readonly<Record<string, unknown>>;
  const { message, message_id, end_conversation } = fields;
  if (String(fields["simulation_result_id"]) !== simulation_result_id || typeof message !== "string")
    return undefined;
  return {
    message,
    message_id: typeof message_id === "string" ? message_id : null,
    end_conversation: end_conversation === true,
  };
}
