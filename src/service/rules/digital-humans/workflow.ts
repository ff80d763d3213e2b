import { isDeepStrictEqual } from "node:util";
import { WORKFLOW_DESCRIPTIONS } from "../../../contract/rules/workflow.ts";
import { badRequest } from "../../errors.ts";
import type { DigitalHumanRecord } from "./record.ts";

/** 400, naming every field, when an update of a workflow-tagged digital human changes what is fixed (E3, rule 4). */
export function requireUnchangedDescriptions(
  stored: DigitalHumanRecord,
  changes: Partial<DigitalHumanRecord>,
): void {
  const changed = WORKFLOW_DESCRIPTIONS.filter(
    (field) =>
      changes[field] !== undefined && !isDeepStrictEqual(changes[field] ?? null, stored[field] ?? null),
  );
  if (changed.length > 0)
    throw badRequest(
      `${changed.join(", ")} of a workflow-tagged digital human cannot be changed; send the stored value or leave it out`,
    );
}
