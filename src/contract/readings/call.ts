/** A call in the form that commands use, read from any service's answer. */
import type { Lenient, Output } from "../types.ts";
import { readEvaluation } from "./evaluation.ts";
import { idOf } from "./id.ts";

type Fields = Lenient<Output<"CallLog">>;
/** A call in an answer. Only published fields are certain to be there. */
type PublishedCall = Pick<Fields, "id" | "status"> & Partial<Fields>;

/** Undefined fields are those that the service does not send. */
export type ReadCall = { readonly [K in keyof Fields]?: Fields[K] | undefined } & {
  readonly id: string;
  readonly status: string;
  readonly evaluation: Fields["evaluation"];
};

export function readCall(call: PublishedCall): ReadCall {
  const common = { ...call, id: idOf(call.id), status: call.status ?? "unknown" };
  // Only Parley has an evaluation in its own form.
  if (call.evaluation !== undefined) return { ...common, evaluation: call.evaluation };
  const evaluation = call.evaluations?.at(-1);
  return { ...common, evaluation: evaluation ? readEvaluation(evaluation, { goal: true }) : null };
}
