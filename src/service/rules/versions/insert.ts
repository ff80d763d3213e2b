import type { Kysely } from "kysely";
import { PromptVersionCreate } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import type { Service } from "../../handler.ts";
import type { Database } from "../../store/schema.ts";
import { furtherOf } from "../further.ts";
import type { VersionKind } from "./kinds.ts";
import { addLabels, moveLatest } from "./labels.ts";
import type { VersionRow } from "./read.ts";

/** What a version is made from; the service gives it its number. */
export type VersionDraft = Omit<Output<"PromptVersionCreate">, "prompt_text"> & { readonly text: string };

/** What a seed may set and the service otherwise assigns. */
interface Given {
  readonly id?: string | undefined;
}

/**
 * Adds a version to an existing agent. The number comes from the agent's counter, so that it is never given
 * twice, not even after the highest version was deleted. 409 if another version has one of the labels.
 */
export async function insertVersion(
  transaction: Kysely<Database>,
  service: Pick<Service, "now" | "newId">,
  kind: VersionKind,
  agent_id: number,
  draft: VersionDraft,
  { id = service.newId() }: Given = {},
): Promise<VersionRow> {
  const { text, ...further } = draft;
  const agent = await transaction
    .updateTable("agent")
    .set(kind.counter, (counted) => counted(kind.counter, "+", 1))
    .where("id", "=", agent_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const row = await transaction
    .insertInto(kind.table)
    .values({
      id,
      agent_id,
      version: agent[kind.counter] - 1,
      text,
      commit_message: draft.commit_message ?? null,
      metadata: draft.metadata ? JSON.stringify(draft.metadata) : null,
      further: furtherOf(PromptVersionCreate, further),
      created_at: service.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await moveLatest(transaction, kind, agent_id);
  await addLabels(transaction, service, kind, row, { labels: draft.labels, override_label: false });
  return row;
}
