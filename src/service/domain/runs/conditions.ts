/** Conditions of a run's calls, which replace those in the records of its digital humans. */
import { accentFaults } from "../../../contract/rules/accents.ts";
import type { Output } from "../../../contract/types.ts";
import { isLineCondition, LINE_CONDITIONS } from "../../../contract/values.ts";
import { badRequest } from "../../errors.ts";
import type { Row } from "../../store/schema.ts";
import { type DigitalHumanRecord, recordOf } from "../digital-humans/record.ts";

export type Conditions = NonNullable<Output<"QueueVoiceRun">["conditions"]>;

/** The digital human as it calls in a run with these conditions. Its stored row stays as it is. */
export function underConditions(
  row: Row<"digital_human">,
  conditions: Conditions | null | undefined,
): Row<"digital_human"> {
  if (!conditions) return row;
  const record = {
    ...recordOf(row),
    ...conditions,
    // A file of noise would be heard instead of the noise that the run names.
    ...(conditions.background_noise !== undefined && { background_noise_file: null }),
  };
  return { ...row, record: JSON.stringify(record), request_fields: null };
}

/**
 * 400 for a field or a value that is not a condition. Unknown ones are accepted elsewhere, but here they would make a run
 * look as if it had been heard under them.
 */
export function requireKnown(conditions: Conditions | null): void {
  for (const [field, value] of Object.entries(conditions ?? {})) {
    const choices = isLineCondition(field) ? LINE_CONDITIONS[field] : undefined;
    if (choices === undefined)
      throw badRequest(
        `conditions.${field} is not a condition of a call; use ${Object.keys(LINE_CONDITIONS).join(", ")}`,
      );
    if (choices && !choices.some((choice) => choice === value))
      throw badRequest(
        `conditions.${field} must be one of ${choices.join(", ")}, not ${JSON.stringify(value)}`,
      );
  }
}

/** 400 if the accent does not go with the language that the digital human speaks. */
export function requireAccent(id: number, record: DigitalHumanRecord): void {
  const [fault] = accentFaults(record);
  if (fault) throw badRequest(`digital human ${id}: ${fault.message}`);
}
