/** A call in the form that commands use, read from any service's answer. */
import type { Lenient, Output } from "../types.ts";
import { readEvaluation } from "./evaluation.ts";
import { idOf } from "./id.ts";

type Told = Lenient<Output<"CallLog">>;
/** A call in an answer. Only published fields are certain to be there. */
type PublishedCall = Pick<Told, "id" | "status"> & Partial<Told>;

/** Undefined fields are those that the service does not send. */
export type ReadCall = { readonly [K in keyof Told]?: Told[K] | undefined } & {
  readonly id: string;
  readonly status: string;
  readonly evaluation: Told["evaluation"];
};

export function readCall(told: PublishedCall): ReadCall {
  const common = { ...told, id: idOf(told.id), status: told.status ?? "unknown" };
  // Only Parley has an evaluation in its own form.
  if (told.evaluation !== undefined) return { ...common, evaluation: told.evaluation };
  const found = told.evaluations?.at(-1);
  return { ...common, evaluation: found ? readEvaluation(found, { goal: true }) : null };
}
