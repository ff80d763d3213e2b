import type { Kysely } from "kysely";
import { alwaysOnNumber } from "../../../contract/rules/always-on.ts";
import { workflowFaults } from "../../../contract/rules/workflow.ts";
import type { Clock } from "../../clock.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { attach } from "../membership/members.ts";
import { requireSimulations } from "../membership/simulations.ts";
import { claimAlwaysOnNumber } from "./always-on.ts";
import { requireSound } from "./business-rules.ts";
import { columnsOf, type DigitalHumanRecord } from "./record.ts";
import { requireSipPrerequisites } from "./sip-headers.ts";
import { type ReadTranscript, withDerived } from "./transcripts.ts";

const insertRow = prepared((db, row: Omit<Row<"digital_human">, "id">) =>
  db
    .insertInto("digital_human")
    .values({
      organization_id: row.organization_id,
      record: row.record,
      request_fields: row.request_fields,
      always_on_number: row.always_on_number,
      created_at: row.created_at,
    })
    .returning("id"),
);

interface Given {
  /** Simulations to attach it to, without repetitions. */
  readonly simulation_ids?: readonly number[];
  /** An explicit id (from a seed) is kept. */
  readonly id?: number | undefined;
  readonly read?: ReadTranscript;
}

/**
 * Inserts a digital human with what its transcript implies, and attaches it to simulations. 400 if the rules
 * of E4 refuse it, 404 for an unknown simulation, 409 if its always-on number is taken.
 */
export async function insertDigitalHuman(
  transaction: Kysely<Database>,
  service: Clock,
  organization_id: string,
  draft: DigitalHumanRecord,
  { simulation_ids = [], id, read }: Given = {},
): Promise<Row<"digital_human">> {
  requireSound(draft, workflowFaults(draft));
  const record = await withDerived(draft, {}, read);
  const simulations = await requireSimulations(transaction, organization_id, simulation_ids);
  requireSipPrerequisites(
    record.traits,
    simulations.map(({ agent }) => agent),
  );
  const always_on_number = alwaysOnNumber(record);
  if (always_on_number !== null)
    await claimAlwaysOnNumber(transaction, { organization_id, number: always_on_number, override: false });
  const columns = columnsOf(record);
  const row = {
    organization_id,
    record: columns.record,
    request_fields: columns.request_fields,
    always_on_number,
    created_at: service.now().toISOString(),
  };
  const [made] = await (id === undefined
    ? insertRow(transaction, row)
    : transaction
        .insertInto("digital_human")
        .values({ id, ...row })
        .returning("id")
        .execute());
  if (!made) throw new Error("the store does not tell the id of a row that it has inserted");
  await attach(
    transaction,
    simulation_ids.map((simulation_id) => ({ simulation_id, digital_human_id: made.id })),
  );
  return { ...row, id: made.id };
}
