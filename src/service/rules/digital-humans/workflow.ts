/** A digital human whose tag contains `workflow` follows a recorded path: its turns are its enriched_playback. */
import { isDeepStrictEqual } from "node:util";
import { badRequest } from "../../errors.ts";
import type { DigitalHumanRecord } from "./record.ts";

/** What describes a conversation in other ways than the playback does. */
const DESCRIPTIONS = [
  "intent",
  "success_criteria",
  "role_description",
  "original_transcript",
  "formatted_transcript",
] as const;

export const isWorkflowTagged = (tag: string | null | undefined) =>
  tag?.toLowerCase().includes("workflow") ?? false;

const isEmpty = (value: string | readonly unknown[] | null | undefined) => !value || value.length === 0;

/** What is wrong with a new workflow-tagged digital human. */
export function workflowFaults(record: DigitalHumanRecord): string[] {
  const described = DESCRIPTIONS.filter((field) => !isEmpty(record[field]));
  const tagged = `the tag ${JSON.stringify(record.tag)} makes the digital human workflow-tagged:`;
  return [
    ...(described.length > 0 ? [`${tagged} leave ${described.join(", ")} empty`] : []),
    ...(isEmpty(record.enriched_playback) ? [`${tagged} enriched_playback must have at least one turn`] : []),
  ];
}

/** 400, naming every field, when an update of a workflow-tagged digital human changes what is fixed (E3, rule 4). */
export function requireUnchangedDescriptions(
  stored: DigitalHumanRecord,
  changes: Partial<DigitalHumanRecord>,
): void {
  const changed = DESCRIPTIONS.filter(
    (field) =>
      changes[field] !== undefined && !isDeepStrictEqual(changes[field] ?? null, stored[field] ?? null),
  );
  if (changed.length > 0)
    throw badRequest(
      `${changed.join(", ")} of a workflow-tagged digital human cannot be changed; send the stored value or leave it out`,
    );
}
