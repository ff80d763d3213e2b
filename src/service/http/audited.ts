import { endpoints, type Operation } from "../../contract/endpoints.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { KeyUse } from "../audit/key-use.ts";
import { KeyRefused } from "../auth.ts";
import { Refused } from "../errors.ts";
import type { Context } from "./environment.ts";
import { Invalid } from "./fault.ts";

/** Answers, and takes note of whose key asked for what, from where, and what came of it. */
export async function audited<T>(
  c: Context,
  operation: Operation,
  audit: AuditLog | undefined,
  answer: () => Promise<T>,
): Promise<T> {
  const use = {
    address: c.env.incoming.socket.remoteAddress ?? "",
    operation: endpoints[operation].method === "GET" ? "read" : operation,
  };
  const owner = () => ({
    key_id: c.get("key_id") ?? null,
    organization_id: c.get("organization_id") ?? null,
  });
  try {
    const answered = await answer();
    audit?.record({ ...use, ...owner(), outcome: "done" });
    return answered;
  } catch (error) {
    audit?.record({ ...use, ...owner(), ...refusalOf(c, error) });
    throw error;
  }
}

function refusalOf(c: Context, error: unknown): Pick<KeyUse, "outcome"> & Partial<KeyUse> {
  if (error instanceof KeyRefused) return { ...error.owner, outcome: error.reason };
  if (error instanceof Invalid) return { outcome: "refused" };
  if (!(error instanceof Refused)) return { outcome: "failed" };
  const isStranger = c.get("key_id") === undefined;
  return { outcome: isStranger && error.status === 429 ? "too_many_attempts" : "refused" };
}
