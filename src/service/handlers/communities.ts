/** Communities: named sets of digital humans. A deleted digital human leaves them automatically. */
import type { Kysely } from "kysely";
import { groupBy } from "../../contract/group-by.ts";
import type { Output } from "../../contract/types.ts";
import { requireDigitalHuman, requireDigitalHumans } from "../domain/digital-humans/lookup.ts";
import { type Document, documentsOf, fieldsOf } from "../domain/documents/documents.ts";
import { distinct } from "../domain/ids.ts";
import { chunks, inChunks } from "../store/chunks.ts";
import type { Database } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

const communities = documentsOf("community");

export const communityHandlers = {
  async list_communities({ organization_id, query: { digital_human_id } }, { db }) {
    const all = communities.list(db, organization_id);
    if (digital_human_id !== undefined) await requireDigitalHuman(db, organization_id, digital_human_id);
    const rows = await (digital_human_id === undefined
      ? all
      : all.where("id", "in", (from) =>
          from
            .selectFrom("community_digital_human")
            .select("community_id")
            .where("digital_human_id", "=", digital_human_id),
        )
    ).execute();
    return { communities: await show(db, rows), total_count: rows.length };
  },

  async create_community({ organization_id, body: { digital_human_ids, ...fields } }, service) {
    return service.write(async (transaction) => {
      const row = await communities.insert(transaction, service, organization_id, fields);
      await join(transaction, row, digital_human_ids ?? []);
      return showOne(transaction, row);
    });
  },

  async get_community({ organization_id, params: { community_id } }, { db }) {
    return showOne(db, await communities.require(db, organization_id, community_id));
  },

  async update_community({ organization_id, params, body: { digital_human_ids, ...named } }, { write }) {
    return write(async (transaction) => {
      const row = await communities.require(transaction, organization_id, params.community_id);
      const changed = await communities.change(transaction, row, named, ["title"]);
      if (digital_human_ids) {
        await transaction.deleteFrom("community_digital_human").where("community_id", "=", row.id).execute();
        await join(transaction, row, digital_human_ids);
      }
      return showOne(transaction, changed);
    });
  },

  async add_to_community({ organization_id, params, body }, { write }) {
    return write(async (transaction) => {
      const row = await communities.require(transaction, organization_id, params.community_id);
      await join(transaction, row, body.digital_human_ids);
      return showOne(transaction, row);
    });
  },

  async delete_community({ organization_id, params: { community_id } }, { write }) {
    return write(async (transaction) => {
      const row = await communities.require(transaction, organization_id, community_id);
      const shown = await showOne(transaction, row);
      await communities.remove(transaction, row);
      return shown;
    });
  },
} satisfies Partial<Handlers>;

/** Adds digital humans that are not in the community yet. 404 names the ids that do not exist. */
async function join(
  transaction: Kysely<Database>,
  { id: community_id, organization_id }: Document,
  named: readonly number[],
): Promise<void> {
  const ids = distinct(named);
  await requireDigitalHumans(transaction, organization_id, ids);
  for (const chunk of chunks(ids))
    await transaction
      .insertInto("community_digital_human")
      .values(chunk.map((digital_human_id) => ({ community_id, digital_human_id })))
      .onConflict((row) => row.doNothing())
      .execute();
}

async function show(db: Kysely<Database>, rows: readonly Document[]): Promise<Output<"Community">[]> {
  const members = await inChunks(
    rows.map(({ id }) => id),
    (chunk) =>
      db
        .selectFrom("community_digital_human")
        .selectAll()
        .where("community_id", "in", chunk)
        .orderBy("digital_human_id")
        .execute(),
  );
  const ofEach = groupBy(members, ({ community_id }) => community_id);
  return rows.map((row) => ({
    description: null,
    ...fieldsOf(row),
    id: row.id,
    created_at: row.created_at,
    digital_human_ids: (ofEach.get(row.id) ?? []).map(({ digital_human_id }) => digital_human_id),
  }));
}

async function showOne(db: Kysely<Database>, row: Document): Promise<Output<"Community">> {
  const [shown] = await show(db, [row]);
  if (!shown) throw new Error(`community ${row.id} is not shown`);
  return shown;
}
