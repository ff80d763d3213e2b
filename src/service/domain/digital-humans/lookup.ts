import type { Kysely } from "kysely";
import { notFound } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireAll } from "../ids.ts";

const selectRow = prepared((db, key: Pick<Row<"digital_human">, "id" | "organization_id">) =>
  db
    .selectFrom("digital_human")
    .selectAll()
    .where("id", "=", key.id)
    .where("organization_id", "=", key.organization_id),
);

/** The organization's digital human with this id, or 404. */
export async function requireDigitalHuman(
  db: Kysely<Database>,
  organization_id: string,
  digital_human_id: number,
): Promise<Row<"digital_human">> {
  const [row] = await selectRow(db, { id: digital_human_id, organization_id });
  if (!row) throw notFound("digital human", digital_human_id);
  return row;
}

/** The digital humans with these ids; 404 names those that do not exist. */
export async function requireDigitalHumans(
  db: Kysely<Database>,
  organization_id: string,
  ids: readonly number[],
): Promise<Row<"digital_human">[]> {
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom("digital_human")
      .selectAll()
      .where("organization_id", "=", organization_id)
      .where("id", "in", chunk)
      .execute(),
  );
  requireAll("digital human", ids, rows);
  return rows;
}
