/** Small records of one kind. Their fields are stored unchanged, including unknown ones. */
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import { notFound } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireRoom } from "../unknown-fields.ts";

export type Document = Row<"document">;

export const fieldsOf = ({ fields }: Pick<Document, "fields">) => JSON.parse(fields);

/** @param noun the name of the kind in refusals */
export const documentsOf = (kind: Document["kind"], noun: string = kind) => ({
  async insert(
    transaction: Kysely<Database>,
    { newId, now }: Ids & Clock,
    organization_id: string,
    fields: object,
    agent_id: number | null = null,
  ): Promise<Document> {
    const created_at = now().toISOString();
    return transaction
      .insertInto("document")
      .values({ id: newId(), organization_id, kind, agent_id, fields: JSON.stringify(fields), created_at })
      .returningAll()
      .executeTakeFirstOrThrow();
  },

  /** The organization's record with this id, or 404. */
  async require(db: Kysely<Database>, organization_id: string, id: string): Promise<Document> {
    const row = await db
      .selectFrom("document")
      .selectAll()
      .where("id", "=", id.toLowerCase())
      .where("organization_id", "=", organization_id)
      .where("kind", "=", kind)
      .executeTakeFirst();
    if (!row) throw notFound(noun, id);
    return row;
  },

  /** Those of the organization, oldest first. */
  list: (db: Kysely<Database>, organization_id: string) =>
    db
      .selectFrom("document")
      .selectAll()
      .where("organization_id", "=", organization_id)
      .where("kind", "=", kind)
      .orderBy("created_at")
      .orderBy("id"),

  /** Replaces the named fields. @param kept fields that null leaves unchanged */
  async change(
    transaction: Kysely<Database>,
    row: Document,
    named: object,
    kept: readonly string[],
  ): Promise<Document> {
    const changes = Object.entries(named).filter(
      ([name, value]) => value !== undefined && !(value === null && kept.includes(name)),
    );
    const changed = { ...fieldsOf(row), ...Object.fromEntries(changes) };
    requireRoom(changed);
    const fields = JSON.stringify(changed);
    await transaction.updateTable("document").set({ fields }).where("id", "=", row.id).execute();
    return { ...row, fields };
  },

  async remove(transaction: Kysely<Database>, { id }: Document): Promise<void> {
    await transaction.deleteFrom("document").where("id", "=", id).execute();
  },
});
