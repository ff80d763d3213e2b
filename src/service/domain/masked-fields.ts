/** The fields of a request, with personal data masked if the agent wants that. */
import { redactValues } from "../../engine/redaction/redact-values.ts";
import type { Row } from "../store/schema.ts";
import { type MaskThread, SMALL_TO_MASK } from "../submissions/submission.ts";
import { redactsPii } from "./agents/lookup.ts";

type Agent = Pick<Row<"agent">, "record">;

/**
 * Masks large fields in the thread. Call this before the transaction, which others wait for. It returns a
 * function that gives the fields to store, depending on the agent's setting at that time.
 */
export async function maskFields<T extends object>(
  { thread }: { readonly thread: Pick<MaskThread, "mask"> },
  agent: Agent,
  fields: T,
): Promise<(agent: Agent) => T> {
  const text = redactsPii(agent) ? JSON.stringify(fields) : "";
  const masked: T | undefined = text.length > SMALL_TO_MASK ? JSON.parse(await thread.mask(text)) : undefined;
  return (now) => (redactsPii(now) ? (masked ?? redactValues(fields)) : fields);
}
