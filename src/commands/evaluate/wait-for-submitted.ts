import type { Context } from "../../context.ts";
import type { Result } from "../command.ts";
import { type Gate, gateText } from "./gate.ts";
import { type WaitInput, waitForCalls } from "./wait-for-calls.ts";

/** The result of `evaluate --wait`: what was submitted, and the gate on it. */
interface Gated {
  readonly submitted: unknown;
  readonly gate: Gate;
}

/**
 * Waits for the calls that were submitted. If some were not sent, there is no gate.
 * @param recording of a single call, for reports
 */
export async function waitForSubmitted(
  context: Context,
  submitted: Result,
  input: WaitInput,
  recording?: string,
): Promise<Result<unknown>> {
  const names = namesOf(submitted.data, recording);
  if (submitted.failure || names.size === 0) return submitted;
  const { data: gate, exitCode = 0 } = await waitForCalls(context, [...names.keys()], input, names);
  const data: Gated = { submitted: submitted.data, gate };
  return { data, exitCode, view: { kind: "text", text: (gated) => gateText((gated as Gated).gate) } };
}

/** The calls' ids, each with what the call is known by here: its recording, or its name in the manifest. */
function namesOf(data: unknown, recording: string | undefined): Map<string, string> {
  if (typeof data !== "object" || data === null) return new Map();
  if ("call_id" in data) return new Map([[String(data.call_id), recording ?? ""]]);
  const items = "items" in data && Array.isArray(data.items) ? data.items : [];
  return new Map(
    items.flatMap(({ id, key }) => (id === null ? [] : [[String(id), String(key ?? "")] as const])),
  );
}
