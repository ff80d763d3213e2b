/** Fields that were sent, with personal data masked for agents that want that. */
import { redactValues } from "../../engine/redaction/redact-values.ts";
import type { Service } from "../handler.ts";
import type { Row } from "../store/schema.ts";
import { SMALL_BODY } from "../thread/work-thread.ts";
import { redactsPii } from "./agents.ts";

type Agent = Pick<Row<"agent">, "record">;

/**
 * Masks large fields in the thread. To be called before the transaction, for which everybody waits. What it returns gives the fields as they
 * are to be stored for the agent as it is then.
 */
export async function maskFields<T extends object>(
  { thread }: Pick<Service, "thread">,
  agent: Agent,
  fields: T,
): Promise<(agent: Agent) => T> {
  const text = redactsPii(agent) ? JSON.stringify(fields) : "";
  const masked: T | undefined = text.length > SMALL_BODY ? JSON.parse(await thread.mask(text)) : undefined;
  return (now) => (redactsPii(now) ? (masked ?? redactValues(fields)) : fields);
}
