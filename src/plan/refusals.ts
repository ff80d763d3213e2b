/** What the service would refuse of a plan: found before anything is sent. */
import { alwaysOnNumber } from "../contract/rules/always-on.ts";
import { consistencyFaults } from "../contract/rules/consistency.ts";
import { isWorkflowTagged, WORKFLOW_DESCRIPTIONS, workflowFaults } from "../contract/rules/workflow.ts";
import type { Detail } from "../failure.ts";
import type { WantedDigitalHuman } from "../manifest/digital-humans.ts";
import type { Change } from "./changes.ts";
import { isFixed, type Present } from "./fields.ts";

type Rule = Parameters<typeof consistencyFaults>[0] & Parameters<typeof workflowFaults>[0];

/** Two digital humans of the manifests that would receive calls on one number. */
export function claimFaults(wanted: readonly WantedDigitalHuman[]): Detail[] {
  const holders = new Map<string, WantedDigitalHuman>();
  return wanted.flatMap((one) => {
    const number = alwaysOnNumber(one.fields);
    if (number === null) return [];
    const holder = holders.get(number);
    if (!holder) holders.set(number, one);
    const message = `"${holder?.name}" is always-on active on ${number} already; one number has one`;
    return holder ? [one.entry.fault("phone_number", message)] : [];
  });
}

/** What E4 refuses. */
export function createFaults({ fields, entry }: WantedDigitalHuman): Detail[] {
  return [...workflowFaults(fields), ...consistencyFaults(fields)].map(({ field, message }) =>
    entry.fault(field, message),
  );
}

/** What E3 refuses. */
export function updateFaults(
  { fields, entry }: WantedDigitalHuman,
  present: Present,
  { changes, body }: { readonly changes: readonly Change[]; readonly body: object },
): Detail[] {
  const fixed = changes
    .filter(({ field }) => isFixed(field))
    .map(({ field, from }) =>
      entry.fault(field, `${field} is set at creation and cannot be changed; it is ${JSON.stringify(from)}`),
    );
  const after = { ...present, ...body } as Rule;
  // What it is now is not shown: the manifest is believed.
  const always_on_mode = "always_on_mode" in body ? after.always_on_mode : fields.always_on_active;
  const changed = new Set<string>(changes.map(({ field }) => field));
  const described = isWorkflowTagged(after.tag)
    ? WORKFLOW_DESCRIPTIONS.filter((field) => changed.has(field)).map((field) =>
        entry.fault(field, `${field} of a workflow-tagged digital human cannot be changed`),
      )
    : [];
  const contradictions = consistencyFaults({ ...after, always_on_mode }).map(({ field, message }) =>
    entry.fault(field, message),
  );
  return [...fixed, ...described, ...contradictions];
}
