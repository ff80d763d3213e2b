/**
 * Customer journeys: a digital human that calls several times, as the same person, each time for another
 * reason. A call begins after the previous one has passed.
 */
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { DigitalHumanRecord } from "../digital-humans/record.ts";

/** The opening time of a call that waits for the previous one. */
export const WAITS_FOR_PREVIOUS_CALL = "9999-12-31T23:59:59.999Z";

/** How many calls the digital human makes per run. */
export const callsOf = ({ journey_steps }: DigitalHumanRecord): number => journey_steps?.length || 1;

/**
 * The digital human in one call of its journey: the same person, with the intent of the step. Expectations
 * for the whole journey (success criteria, tool calls) apply to the last call.
 */
export function withStepIntent(record: DigitalHumanRecord, step: number | null): DigitalHumanRecord {
  const own = step === null ? undefined : record.journey_steps?.find((candidate) => candidate.step === step);
  if (!own) return record;
  const isLast = step === callsOf(record);
  const { success_criteria, expected_tool_calls, ...person } = record;
  return {
    ...person,
    intent: own.intent,
    success_criteria: own.success_criteria || (isLast ? success_criteria : null) || "",
    expected_tool_calls: isLast ? expected_tool_calls : null,
    // A recorded conversation would replace the step's intent.
    original_transcript: null,
    formatted_transcript: null,
  };
}

type Settled = Pick<
  Row<"simulation_result">,
  "simulation_run_id" | "digital_human_id" | "repetition" | "journey_step" | "outcome"
>;

/**
 * What follows a call whose outcome is known. If it passed, the next one opens. If not, returns the one that
 * will never begin.
 */
export async function nextCall(
  transaction: Kysely<Database>,
  { jobs, now }: Jobs & Clock,
  { simulation_run_id, digital_human_id, repetition, journey_step, outcome }: Settled,
): Promise<number | undefined> {
  if (journey_step === null) return undefined;
  const at = now().toISOString();
  const next = await transaction
    .updateTable("simulation_result")
    .set(outcome === "passed" ? { opens_at: at } : { ended_at: at, end_reason: "journey_stopped" })
    .where("simulation_run_id", "=", simulation_run_id)
    .where("digital_human_id", "=", digital_human_id)
    .where("repetition", "=", repetition + 1)
    .where("journey_step", "=", journey_step + 1)
    .where("status", "=", "QUEUED")
    .returning("id")
    .executeTakeFirst();
  if (!next || outcome !== "passed") return next?.id;
  await jobs.add(transaction, [{ kind: "open_conversations", payload: { simulation_run_id } }]);
  return undefined;
}
