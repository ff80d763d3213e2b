import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { badRequest } from "../../errors.ts";
import type { Database } from "../../store/schema.ts";
import { PRODUCTION } from "../labels/reserved.ts";
import type { VersionKind } from "./kinds.ts";
import { moveLatest } from "./labels.ts";
import type { VersionRow } from "./read.ts";

/**
 * Deletes a version (E16, E17, E20). 400 for the production version and for the only remaining one. Its other
 * labels become free-standing, and `latest` moves to the highest version that remains.
 */
export async function deleteVersion(
  transaction: Kysely<Database>,
  kind: VersionKind,
  { id, agent_id, version }: VersionRow,
): Promise<Output<"DeletedVersion">> {
  const production = await transaction
    .selectFrom("label")
    .select("id")
    .where(kind.holder, "=", id)
    .where("label_text", "=", PRODUCTION)
    .executeTakeFirst();
  if (production)
    throw badRequest(
      `${kind.noun} version ${version} is the production version; move the label "${PRODUCTION}" first`,
    );
  const other = await transaction
    .selectFrom(kind.table)
    .select("id")
    .where("agent_id", "=", agent_id)
    .where("id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw badRequest(`${kind.noun} version ${version} is the only one; add another first`);
  await transaction.updateTable("label").set(kind.holder, null).where(kind.holder, "=", id).execute();
  await transaction.deleteFrom(kind.table).where("id", "=", id).execute();
  const latest_version = await moveLatest(transaction, kind, agent_id);
  return { deleted: true, agent_id, id, version, latest_version };
}
