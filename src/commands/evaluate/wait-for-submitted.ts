import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { Result } from "../command.ts";
import { type Gate, gateText } from "./gate.ts";
import { type WaitInput, waitForCalls, writeVerdicts } from "./wait-for-calls.ts";

/** What a submission ended with. */
export interface Submitted extends Result {
  readonly calls: readonly {
    /** Null if the service gave none. */
    readonly id: string | null;
    /** What the call is known by here: its recording, or its name in the manifest. */
    readonly name: string;
  }[];
}

/** The result of `evaluate --wait`: what was submitted, and the gate on it, or null if there was nothing to judge. */
interface Gated {
  readonly submitted: unknown;
  readonly gate: Gate | null;
}

/** Waits for the calls that were submitted. If some were not sent, there is no gate. */
export async function waitForSubmitted(
  context: Context,
  { calls, ...submitted }: Submitted,
  input: WaitInput,
): Promise<Result<unknown>> {
  if (submitted.failure) return submitted;
  const names = new Map(calls.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])));
  const lost = calls.filter(({ id }) => id === null).length;
  if (lost > 0) return { ...submitted, failure: withoutId(lost, calls.length) };
  // Only with --allow-empty: whoever gave it wants this to pass.
  if (names.size === 0) {
    await writeVerdicts(context, [], input);
    const data: Gated = { submitted: submitted.data, gate: null };
    return { data, view: { kind: "text", text: () => "no calls, so there is nothing to judge" } };
  }
  const { data: gate, exitCode = 0 } = await waitForCalls(context, [...names.keys()], input, names);
  const data: Gated = { submitted: submitted.data, gate };
  return { data, exitCode, view: { kind: "text", text: () => gateText(gate) } };
}

const withoutId = (lost: number, total: number) =>
  new Failure("gate", `the service returned no id for ${lost} of ${total} calls`, {
    hint: "without an id a call cannot be waited for, so the gate does not pass",
  });
