import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { Result } from "../command.ts";
import { type Gate, gateText } from "./gate.ts";
import { type WaitInput, waitForCalls } from "./wait-for-calls.ts";

/** The result of `evaluate --wait`: what was submitted, and the gate on it. */
interface Gated {
  readonly submitted: unknown;
  /** Null if the wait failed. */
  readonly gate: Gate | null;
}

/** Waits for the calls that were submitted. If some were not sent, there is no gate. */
export async function waitForSubmitted(
  context: Context,
  submitted: Result,
  input: WaitInput,
): Promise<Result<unknown>> {
  const call_ids = idsOf(submitted.data);
  if (submitted.failure || call_ids.length === 0) return submitted;
  const waited = await waitForCalls(context, call_ids, input).catch(
    (error: unknown): Pick<Result<Gate>, "failure"> => ({
      failure: stillSubmitted(context.signal.aborted ? context.signal.reason : error, call_ids),
    }),
  );
  const { data: gate = null, exitCode = 0, failure } = { data: undefined, exitCode: 0, ...waited };
  const data: Gated = { submitted: submitted.data, gate };
  const text = gate ? gateText(gate) : call_ids.join("\n");
  return { data, exitCode, failure, view: { kind: "text", text: () => text } };
}

/** How many ids a hint names; all of them are printed. */
const NAMED = 5;

/** Why the wait failed, and how to take it up again: the calls have been submitted all the same. */
function stillSubmitted(error: unknown, call_ids: readonly string[]): Failure {
  if (!(error instanceof Failure)) throw error;
  const { hint, ...options } = error.options;
  const ids = call_ids.length > NAMED ? "<call-id...>" : call_ids.join(" ");
  const wait = `the calls were submitted: wait for them with \`parley evaluate wait ${ids}\``;
  return new Failure(error.outcome, error.message, { ...options, hint: hint ? `${hint}\n${wait}` : wait });
}

/** The ids: of one call, or of many items. */
function idsOf(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  if ("call_id" in data) return [String(data.call_id)];
  const items = "items" in data && Array.isArray(data.items) ? data.items : [];
  return [...new Set(items.flatMap(({ id }) => (id === null ? [] : [String(id)])))];
}
