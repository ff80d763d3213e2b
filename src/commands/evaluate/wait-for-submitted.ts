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
  const call_ids = [...names.keys()];
  const waited = await waitForCalls(context, call_ids, input, names).catch(
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

/** The calls' ids, each with what the call is known by here: its recording, or its name in the manifest. */
function namesOf(data: unknown, recording: string | undefined): Map<string, string> {
  if (typeof data !== "object" || data === null) return new Map();
  if ("call_id" in data) return new Map([[String(data.call_id), recording ?? ""]]);
  const items = "items" in data && Array.isArray(data.items) ? data.items : [];
  return new Map(
    items.flatMap(({ id, key }) => (id === null ? [] : [[String(id), String(key ?? "")] as const])),
  );
}
