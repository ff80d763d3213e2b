/**
 * A digital human with a tag that contains `workflow` follows a recorded path: its turns are its
 * enriched_playback.
 */
import type { RuleFault } from "./rule-fault.ts";

/**
 * Fields that would describe the conversation in another way than the playback. They cannot change once
 * stored (E3, rule 4).
 */
export const WORKFLOW_DESCRIPTIONS = [
  "intent",
  "success_criteria",
  "role_description",
  "original_transcript",
  "formatted_transcript",
] as const;

type Described = {
  readonly [F in (typeof WORKFLOW_DESCRIPTIONS)[number] | "enriched_playback"]?:
    | string
    | readonly unknown[]
    | null
    | undefined;
} & { readonly tag?: string | null | undefined };

export const isWorkflowTagged = (tag: string | null | undefined): boolean =>
  tag?.toLowerCase().includes("workflow") ?? false;

const isEmpty = (value: string | readonly unknown[] | null | undefined) => !value || value.length === 0;

/** The faults of a new workflow-tagged digital human. Empty for any other. */
export function workflowFaults(record: Described): RuleFault[] {
  if (!isWorkflowTagged(record.tag)) return [];
  const described = WORKFLOW_DESCRIPTIONS.filter((field) => !isEmpty(record[field]));
  const tagged = `the tag ${JSON.stringify(record.tag)} makes the digital human workflow-tagged:`;
  const [first] = described;
  return [
    ...(first ? [{ field: first, message: `${tagged} leave ${described.join(", ")} empty` }] : []),
    ...(isEmpty(record.enriched_playback)
      ? [{ field: "tag", message: `${tagged} enriched_playback must have at least one turn` }]
      : []),
  ];
}
