/** Lists of versions. Each may have a megabyte. */
import { type Kysely, sql } from "kysely";
import { groupBy } from "../../../contract/group-by.ts";
import { jsonList } from "../../json-list.ts";
import type { JsonPieces, JsonText } from "../../json-text.ts";
import type { Database } from "../../store/schema.ts";
import type { VersionKind } from "./kinds.ts";
import { type Filter, labelsHeldBy, selectVersions, showVersion, type Version } from "./read.ts";

const SIZE = [
  "id",
  sql<number>`octet_length(text) + coalesce(octet_length(metadata), 0) + coalesce(octet_length(unknown_fields), 0)`.as(
    "bytes",
  ),
] as const;

/** The versions of an agent, newest first, each as `shownAs` has it. What is deleted meanwhile is left out. */
export async function versionList(
  db: Kysely<Database>,
  kind: VersionKind,
  agent_id: number,
  filter: Filter,
  shownAs: (version: Version) => object,
): Promise<JsonText | JsonPieces> {
  const list = await selectVersions(db, kind, agent_id, filter).select(SIZE).execute();
  const ids = list.map(({ id }) => id);
  const labels = await labelsHeldBy(db, kind, ids);
  const labelsOf = groupBy(labels, (label) => label[kind.holder]);
  return jsonList(["[", "]"], list, async (ids) => {
    const rows = await db
      .selectFrom(kind.table)
      .selectAll()
      .where("id", "in", ids)
      .orderBy("version", "desc")
      .execute();
    return rows.map((row) => {
      const labels = (labelsOf.get(row.id) ?? []).map(({ label_text }) => label_text);
      return JSON.stringify(shownAs(showVersion(row, labels)));
    });
  });
}
