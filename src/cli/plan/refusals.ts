/** Finds the parts of a plan that the service would refuse, before anything is sent. */

import { acceptUnknown } from "../../contract/accept-unknown.ts";
import { findIssues } from "../../contract/check.ts";
import { isBound } from "../../contract/issues.ts";
import { consistencyFaults } from "../../contract/rules/consistency.ts";
import { isWorkflowTagged, WORKFLOW_DESCRIPTIONS, workflowFaults } from "../../contract/rules/workflow.ts";
import { DigitalHumanCreate } from "../../contract/schemas/digital-human.ts";
import type { Detail } from "../../lib/failure.ts";
import type { WantedDigitalHuman } from "../manifest/digital-humans.ts";
import { dotted } from "../manifest/parsed.ts";
import type { Change } from "./changes.ts";
import { type Field, fieldOf, fieldsOf, isFixed, meaning, type Present, schemaOf } from "./fields.ts";
import { isSame } from "./same.ts";

const SENT = acceptUnknown(DigitalHumanCreate);

type Rule = Parameters<typeof consistencyFaults>[0] & Parameters<typeof workflowFaults>[0];

/**
 * What E4 may refuse. The specification does not say what makes a number, an accent or a workflow invalid.
 */
export function createDoubts({ fields, entry }: WantedDigitalHuman): Detail[] {
  return [...workflowFaults(fields), ...consistencyFaults(fields)].map(({ field, message }) =>
    entry.fault(field, message),
  );
}

/** Numbers beyond the documented bounds among the fields that a step sends. What is already so may stay. */
export function boundFaults({ entry }: Pick<WantedDigitalHuman, "entry">, sent: object): Detail[] {
  return findIssues(SENT, sent)
    .issues.filter(isBound)
    .map(({ path: [field, ...inside], message }) =>
      entry.fault(String(field), inside.length === 0 ? message : `${dotted(inside)}: ${message}`),
    );
}

/** What E3 refuses, and what it may refuse. */
export function updateFaults(
  { fields, entry }: WantedDigitalHuman,
  present: Present,
  { changes, body }: { readonly changes: readonly Change[]; readonly body: object },
): { readonly faults: Detail[]; readonly doubts: Detail[] } {
  const fixed = changes
    .filter(({ field }) => isFixed(field))
    .map(({ field, from }) =>
      entry.fault(field, `${field} cannot be changed after creation; it is ${JSON.stringify(from)}`),
    );
  const after = { ...present, ...body } as Rule;
  // The service does not show the current value, so trust the manifest.
  const always_on_mode = "always_on_mode" in body ? after.always_on_mode : fields.always_on_active;
  const changed = new Set<string>(changes.map(({ field }) => field));
  const described = isWorkflowTagged(after.tag)
    ? WORKFLOW_DESCRIPTIONS.filter((field) => changed.has(field)).map((field) =>
        entry.fault(field, `${field} of a workflow-tagged digital human cannot be changed`),
      )
    : [];
  const doubts = consistencyFaults({ ...after, always_on_mode }).map(({ field, message }) =>
    entry.fault(field, message),
  );
  return { faults: [...fixed, ...described, ...boundFaults({ entry }, body)], doubts };
}

/** Two entries for the same digital human, through two of its simulations, with different fields. */
export function rivalFaults(one: WantedDigitalHuman, other: WantedDigitalHuman, id: number): Detail[] {
  const { file, line } = other.entry;
  const both = fieldsOf(one.fields).filter((field) => fieldOf(other.fields, field) !== undefined);
  const wantedBy = (field: Field, { fields }: WantedDigitalHuman) => meaning(field, fieldOf(fields, field));
  return both
    .filter((field) => !isSame(schemaOf(field), wantedBy(field, one), wantedBy(field, other)))
    .map((field) =>
      one.entry.fault(
        field,
        `"${one.name}" of simulation ${one.simulation_ids.join(", ")} is the same digital human (${id}) that ` +
          `${file}:${line} describes with a different ${field}`,
      ),
    );
}
