import { Failure } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { Result } from "../../command.ts";
import type { Gate } from "./gate.ts";
import { gateText } from "./gate-text.ts";
import { type WaitInput, waitForCalls, writeVerdicts } from "./wait-for-calls.ts";

/** How a submission ended. */
export interface Submitted extends Result {
  readonly calls: readonly {
    /** Null if the service returned no id. */
    readonly id: string | null;
    /** What people call the call here: its recording, or its name in the manifest. */
    readonly name: string;
  }[];
}

/**
 * The result of `evaluate --wait`: the submitted calls and the gate on them. The gate is null if there was
 * nothing to judge.
 */
interface Gated {
  readonly submitted: unknown;
  readonly gate: Gate | null;
}

/** Waits for the submitted calls. If some could not be sent, there is no gate. */
export async function waitForSubmitted(
  context: Context,
  { calls, ...submitted }: Submitted,
  input: WaitInput,
): Promise<Result<unknown>> {
  if (submitted.failure) return withoutGate(context, submitted);
  const names = new Map(calls.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])));
  const lost = calls.filter(({ id }) => id === null).length;
  if (lost > 0) return { ...submitted, failure: withoutId(lost, calls.length) };
  // Happens only with --allow-empty, which asks for a pass in this case.
  if (names.size === 0) {
    await writeVerdicts(context, [], input);
    const data: Gated = { submitted: submitted.data, gate: null };
    return { data, view: { kind: "text", text: () => "no calls, so there is nothing to judge" } };
  }
  const call_ids = [...names.keys()];
  const waited = await waitForCalls(context, call_ids, input, names).catch(
    (error: unknown): Pick<Result<Gate>, "failure" | "hint"> => ({
      failure: stillSubmitted(context.signal.aborted ? context.signal.reason : error, call_ids),
    }),
  );
  const { data: gate = null, exitCode = 0, failure, hint } = { data: undefined, exitCode: 0, ...waited };
  const data: Gated = { submitted: submitted.data, gate };
  const text = gate ? gateText(gate, names, input.suspicions) : call_ids.join("\n");
  return {
    data,
    exitCode,
    failure,
    ...(hint && { hint }),
    view: { kind: "text", wraps: true, text: () => text },
  };
}

/** Programs get the same shape whatever happens; people get the rows of the items. */
function withoutGate({ globals }: Context, submitted: Result): Result {
  const isData = globals.json || globals.output === "json" || globals.output === "yaml";
  if (!isData || submitted.data === undefined) return submitted;
  const data: Gated = { submitted: submitted.data, gate: null };
  return { ...submitted, data };
}

/** How many ids a hint names. The output has all of them. */
const NAMED = 5;

/** Why the wait failed, and how to resume it: the calls have been submitted all the same. */
function stillSubmitted(error: unknown, call_ids: readonly string[]): Failure {
  if (!(error instanceof Failure)) throw error;
  const { hint, ...options } = error.options;
  const ids = call_ids.length > NAMED ? "<call-id...>" : call_ids.join(" ");
  const wait = `the calls were submitted: wait for them with \`parley evaluate wait ${ids}\``;
  return new Failure(error.outcome, error.message, { ...options, hint: hint ? `${hint}\n${wait}` : wait });
}

const withoutId = (lost: number, total: number) =>
  new Failure("gate", `the service returned no id for ${lost} of ${total} calls`, {
    hint: "without an id a call cannot be waited for, so the gate does not pass",
  });
