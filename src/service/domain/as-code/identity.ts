/** The identities of objects in configuration-as-code documents. */
import type { Kysely } from "kysely";
import type { Ids } from "../../ids.ts";
import type { Database } from "../../store/schema.ts";

export type Kind = "agent" | "simulation" | "digital human" | "custom metric";

/** The identities of objects of one organization. */
export class Identities {
  readonly #db: Kysely<Database>;
  readonly #organization_id: string;

  constructor(db: Kysely<Database>, organization_id: string) {
    this.#db = db;
    this.#organization_id = organization_id;
  }

  /** The id of the object with this identity. The object may have been deleted since. */
  async objectOf(kind: Kind, as_code_id: string): Promise<string | undefined> {
    const row = await this.#rows(kind)
      .select("object_id")
      .where("as_code_id", "=", as_code_id.toLowerCase())
      .executeTakeFirst();
    return row?.object_id;
  }

  /** The object's identity. Creates one if it has none. */
  async of(kind: Kind, object_id: string | number, { newId }: Ids): Promise<string> {
    const row = await this.#rows(kind)
      .select("as_code_id")
      .where("object_id", "=", String(object_id))
      .executeTakeFirst();
    if (row) return row.as_code_id;
    const as_code_id = newId();
    await this.give(kind, object_id, as_code_id);
    return as_code_id;
  }

  /** Gives an object an identity. If a deleted object had it, that one loses it. */
  async give(kind: Kind, object_id: string | number, as_code_id: string): Promise<void> {
    const identity = {
      organization_id: this.#organization_id,
      kind,
      as_code_id: as_code_id.toLowerCase(),
      object_id: String(object_id),
    };
    await this.#db
      .insertInto("as_code_identity")
      .values(identity)
      .onConflict((conflict) =>
        conflict
          .columns(["organization_id", "kind", "as_code_id"])
          .doUpdateSet({ object_id: identity.object_id }),
      )
      .execute();
  }

  #rows(kind: Kind) {
    return this.#db
      .selectFrom("as_code_identity")
      .where("organization_id", "=", this.#organization_id)
      .where("kind", "=", kind);
  }
}
