/** Metrics labs: conversations, and metrics that people try on them. */
import type { Output } from "../../../contract/types.ts";
import { badRequest } from "../../errors.ts";
import { type Document, documentsOf, fieldsOf } from "../documents/documents.ts";

export const labs = documentsOf("lab", "metrics lab");

/** A body may repeat the id of the lab in the path. 400 if it names another. */
export function requireSameLab({ id }: Document, named: string | null | undefined): void {
  if (named && named.toLowerCase() !== id)
    throw badRequest(`lab_id is ${named} in the body, but the path names lab ${id}`);
}

export const settingsIn = (lab: Pick<Document, "fields">): Record<string, unknown> => fieldsOf(lab).settings;

export function showLab(lab: Document): Output<"Lab"> {
  const fields: Partial<Output<"Lab">> & Pick<Output<"Lab">, "name"> = fieldsOf(lab);
  return {
    description: null,
    updated_at: null,
    ...fields,
    tags: fields.tags ?? [],
    settings: settingsIn(lab),
    id: lab.id,
    created_at: lab.created_at,
  };
}
