/** Lists of digital humans. Each may have a megabyte. */
import { type Kysely, sql } from "kysely";
import { jsonList } from "../../json-list.ts";
import type { JsonPieces, JsonText } from "../../json-text.ts";
import type { Sized } from "../../store/portions.ts";
import type { Database } from "../../store/schema.ts";
import { textOf } from "./record.ts";

/** What a query selects of the digital humans that it lists, before they are read. */
export const SIZE = [
  "digital_human.id",
  sql<number>`octet_length(record) + coalesce(octet_length(request_fields), 0)`.as("bytes"),
] as const;

/** The digital humans of a list, and what comes after them. What is deleted meanwhile is left out. */
export const listOf = (
  db: Kysely<Database>,
  list: readonly Sized<number>[],
  rest: object,
): Promise<JsonText | JsonPieces> =>
  jsonList([`{"digital_humans":[`, `],${JSON.stringify(rest).slice(1)}`], list, async (ids) => {
    const rows = await db.selectFrom("digital_human").selectAll().where("id", "in", ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []).map(textOf);
  });
