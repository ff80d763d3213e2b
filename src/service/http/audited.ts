import type { AuditLog } from "../audit/audit-log.ts";
import type { KeyUse } from "../audit/key-use.ts";
import { KeyRefused } from "../auth.ts";
import { Refused } from "../errors.ts";
import { Invalid } from "../validation/fault.ts";
import type { Context } from "./environment.ts";

/**
 * Answers, and records in the audit log which key was used for what, from where, and with what outcome.
 * @param operation `read` if it changes nothing
 */
export async function audited<T>(
  c: Context,
  operation: string,
  audit: AuditLog,
  answer: () => Promise<T>,
): Promise<T> {
  const record = (outcome: Partial<KeyUse> & Pick<KeyUse, "outcome">) =>
    audit.record({
      key_id: c.get("key_id") ?? null,
      organization_id: c.get("organization_id") ?? null,
      address: c.env.incoming.socket.remoteAddress ?? "",
      operation,
      ...outcome,
    });
  try {
    const answered = await answer();
    record({ outcome: "done" });
    return answered;
  } catch (error) {
    record(refusalOf(error, c.get("key_id") !== undefined));
    throw error;
  }
}

function refusalOf(error: unknown, isKnown: boolean): Pick<KeyUse, "outcome"> & Partial<KeyUse> {
  if (error instanceof KeyRefused) return { ...error.owner, outcome: error.reason };
  if (error instanceof Invalid) return { outcome: "refused" };
  if (!(error instanceof Refused)) return { outcome: "failed" };
  // A known key gets 429 for making too many requests, a stranger for trying too many keys.
  return { outcome: error.status === 429 && !isKnown ? "too_many_attempts" : "refused" };
}
