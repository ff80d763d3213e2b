/** People's marks on verdicts: right or wrong, and why. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { notFound } from "../../errors.ts";
import type { Database, Row } from "../../store/schema.ts";
import { numberOf } from "../ids.ts";

/** Who makes a mark, and when. */
interface Signature {
  readonly organization_id: string;
  readonly key_id: string;
  readonly now: () => Date;
}

/** Stores a mark. It replaces the one that the same labeller has made on the same verdict. */
export async function storeMark(
  transaction: Kysely<Database>,
  { organization_id, key_id, now }: Signature,
  mark: Output<"VerdictMarkCreate">,
): Promise<Output<"VerdictMark">> {
  const { evaluation, ...subject } = await requireSubject(transaction, organization_id, mark);
  const { metric, labeller = null, reason = null } = mark;
  const value = valueIn(evaluation, metric);
  const expected = mark.expected === undefined ? null : JSON.stringify(mark.expected);
  const is_right = (mark.is_right ?? expected === value) ? 1 : 0;
  const said = { is_right, expected, value, reason, key_id, created_at: now().toISOString() };
  let earlier = transaction
    .selectFrom("verdict_mark")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("metric", "=", metric)
    .where("labeller", labeller === null ? "is" : "=", labeller);
  earlier =
    subject.call_id === null
      ? earlier.where("simulation_result_id", "=", subject.simulation_result_id)
      : earlier.where("call_id", "=", subject.call_id);
  const earlier_mark = await earlier.executeTakeFirst();
  if (earlier_mark)
    await transaction.updateTable("verdict_mark").set(said).where("id", "=", earlier_mark.id).execute();
  else
    await transaction
      .insertInto("verdict_mark")
      .values({ organization_id, ...subject, metric, labeller, ...said })
      .execute();
  return showMark({ ...subject, metric, labeller, ...said });
}

type Subject = Pick<Row<"verdict_mark">, "call_id" | "simulation_result_id"> &
  Pick<Row<"call">, "evaluation">;

/** An evaluation's verdict on a metric, as JSON. Null if it has not reached one. */
function valueIn(evaluation: string | null, metric: string): string | null {
  const { verdicts = [] }: Partial<Output<"Evaluation">> = JSON.parse(evaluation ?? "{}");
  const verdict = verdicts.find(({ name, status }) => name === metric && status === "EVALUATED");
  return verdict === undefined ? null : JSON.stringify(verdict.value);
}

/** The marked call or conversation. 404 if it does not exist, or belongs to another organization. */
async function requireSubject(
  db: Kysely<Database>,
  organization_id: string,
  { call_id, simulation_result_id }: Output<"VerdictMarkCreate">,
): Promise<Subject> {
  if (call_id) {
    const call = await db
      .selectFrom("call")
      .select(["id", "evaluation"])
      .where("organization_id", "=", organization_id)
      .where("id", "=", call_id.toLowerCase())
      .executeTakeFirst();
    if (!call) throw notFound("call", call_id);
    return { call_id: call.id, simulation_result_id: null, evaluation: call.evaluation };
  }
  const id = simulation_result_id ?? "";
  const result = await db
    .selectFrom("simulation_result")
    .select(["id", "evaluation"])
    .where("organization_id", "=", organization_id)
    .where("id", "=", numberOf(id) ?? -1)
    .executeTakeFirst();
  if (!result) throw notFound("simulation result", id);
  return { call_id: null, simulation_result_id: result.id, evaluation: result.evaluation };
}

export const showMark = ({
  call_id,
  simulation_result_id,
  metric,
  is_right,
  expected,
  labeller,
  value,
  reason,
  key_id,
  created_at,
}: Omit<Row<"verdict_mark">, "id" | "organization_id">): Output<"VerdictMark"> => ({
  call_id,
  simulation_result_id: simulation_result_id === null ? null : String(simulation_result_id),
  metric,
  is_right: expected !== null && value === null ? null : is_right === 1,
  ...(expected !== null && { expected: JSON.parse(expected) }),
  labeller,
  value: JSON.parse(value ?? "null"),
  reason,
  marked_at: created_at,
  key_id,
});
