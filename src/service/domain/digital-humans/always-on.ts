import type { Kysely } from "kysely";
import { conflict } from "../../errors.ts";
import type { Database, Row } from "../../store/schema.ts";
import { columnsOf, recordOf } from "./record.ts";

interface Claim {
  readonly organization_id: string;
  readonly number: string;
  /** The digital human that claims the number. Absent if it is about to be created. */
  readonly digital_human_id?: number;
  /** Whether to deactivate another one that has the number. */
  readonly override: boolean;
}

/** The digital human that is always-on active with a number. */
export const holderOf = (
  db: Kysely<Database>,
  organization_id: string,
  number: string,
): Promise<Row<"digital_human"> | undefined> =>
  db
    .selectFrom("digital_human")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("always_on_number", "=", number)
    .executeTakeFirst();

/**
 * Makes sure that a number is free. 409, naming the digital human that has it, unless that one may be
 * replaced.
 */
export async function claimAlwaysOnNumber(
  transaction: Kysely<Database>,
  { organization_id, number, digital_human_id, override }: Claim,
): Promise<void> {
  const holder = await holderOf(transaction, organization_id, number);
  if (!holder || holder.id === digital_human_id) return;
  const record = recordOf(holder);
  if (!override) {
    const name = record.name ?? null;
    throw conflict(
      `${number} is already used by the always-on active digital human ${holder.id}${name === null ? "" : ` (${name})`}; deactivate it first, or update with override_conflict true`,
      {
        code: "always_on_conflict",
        phone_number: number,
        conflict: { digital_human_id: holder.id, name },
      },
    );
  }
  await transaction
    .updateTable("digital_human")
    .set({ ...columnsOf({ ...record, always_on_active: false }), always_on_number: null })
    .where("id", "=", holder.id)
    .execute();
}
