import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { Result } from "../command.ts";
import { type Gate, gateText } from "./gate.ts";
import { type WaitInput, waitForCalls, writeVerdicts } from "./wait-for-calls.ts";

/** What a submission ended with. */
export interface Submitted extends Result {
  /** The id of each call; null if the service gave none. */
  readonly call_ids: readonly (string | null)[];
}

/** The result of `evaluate --wait`: what was submitted, and the gate on it, or null if there was nothing to judge. */
interface Gated {
  readonly submitted: unknown;
  readonly gate: Gate | null;
}

/** Waits for the calls that were submitted. If some were not sent, there is no gate. */
export async function waitForSubmitted(
  context: Context,
  { call_ids, ...submitted }: Submitted,
  input: WaitInput,
): Promise<Result<unknown>> {
  if (submitted.failure) return submitted;
  const known = [...new Set(call_ids.flatMap((id) => id ?? []))];
  const nameless = call_ids.filter((id) => id === null).length;
  if (nameless > 0) return { ...submitted, failure: withoutId(nameless, call_ids.length) };
  // Only with --allow-empty: whoever gave it wants this to pass.
  if (known.length === 0) {
    await writeVerdicts(context, [], input);
    const data: Gated = { submitted: submitted.data, gate: null };
    return { data, view: { kind: "text", text: () => "no calls, so there is nothing to judge" } };
  }
  const { data: gate, exitCode = 0 } = await waitForCalls(context, known, input);
  const data: Gated = { submitted: submitted.data, gate };
  return { data, exitCode, view: { kind: "text", text: () => gateText(gate) } };
}

const withoutId = (nameless: number, total: number) =>
  new Failure("gate", `the service returned no id for ${nameless} of ${total} calls`, {
    hint: "without an id a call cannot be waited for, so the gate does not pass",
  });
