import type { Context } from "../../context.ts";
import type { Result } from "../command.ts";
import { type Gate, gateText } from "./gate.ts";
import { type WaitInput, waitForCalls } from "./wait-for-calls.ts";

/** The result of `evaluate --wait`: what was submitted, and the gate on it. */
interface Gated {
  readonly submitted: unknown;
  readonly gate: Gate;
}

/** Waits for the calls that were submitted. If some were not sent, there is no gate. */
export async function waitForSubmitted(
  context: Context,
  submitted: Result,
  input: WaitInput,
): Promise<Result<unknown>> {
  const call_ids = idsOf(submitted.data);
  if (submitted.failure || call_ids.length === 0) return submitted;
  const { data: gate, exitCode = 0 } = await waitForCalls(context, call_ids, input);
  const data: Gated = { submitted: submitted.data, gate };
  return { data, exitCode, view: { kind: "text", text: (gated) => gateText((gated as Gated).gate) } };
}

/** The ids: of one call, or of many items. */
function idsOf(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  if ("call_id" in data) return [String(data.call_id)];
  const items = "items" in data && Array.isArray(data.items) ? data.items : [];
  return [...new Set(items.flatMap(({ id }) => (id === null ? [] : [String(id)])))];
}
