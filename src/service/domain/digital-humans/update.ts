import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { alwaysOnNumber } from "../../../contract/rules/always-on.ts";
import { isWorkflowTagged, WORKFLOW_DESCRIPTIONS } from "../../../contract/rules/workflow.ts";
import type { Output } from "../../../contract/types.ts";
import { badRequest } from "../../errors.ts";
import type { JsonText } from "../../json-text.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { distinct } from "../ids.ts";
import { attach, detachDigitalHuman, simulationIdsOf } from "../membership/members.ts";
import { requireSimulations } from "../membership/simulations.ts";
import { requireRoom } from "../unknown-fields.ts";
import { claimAlwaysOnNumber } from "./always-on.ts";
import { requireSound } from "./business-rules.ts";
import { answerWith, columnsOf, type DigitalHumanRecord, recordOf } from "./record.ts";
import { requireSipPrerequisites } from "./sip-headers.ts";
import { type ReadTranscript, withDerived } from "./transcripts.ts";

type Update = Output<"UpdateDigitalHuman">;

const updateRow = prepared(
  (db, row: Pick<Row<"digital_human">, "id" | "record" | "request_fields" | "always_on_number">) =>
    db
      .updateTable("digital_human")
      .set({
        record: row.record,
        request_fields: row.request_fields,
        always_on_number: row.always_on_number,
      })
      .where("id", "=", row.id),
);

/**
 * Changes the named fields of a digital human (E3). The rules check the record in its state after the change.
 */
export async function updateDigitalHuman(
  transaction: Kysely<Database>,
  row: Row<"digital_human">,
  { simulation_ids: named, override_conflict, ...changes }: Update,
  read?: ReadTranscript,
): Promise<JsonText> {
  const record = await changed(recordOf(row), changes, read);
  requireRoom(record);
  requireSound(record);
  const { id, organization_id } = row;
  const simulation_ids = named === undefined ? await simulationIdsOf(transaction, id) : distinct(named ?? []);
  // Simulations that it was already attached to are accepted even if their agent has changed since.
  if (named !== undefined || changes.traits !== undefined) {
    const simulations = await requireSimulations(transaction, organization_id, simulation_ids);
    requireSipPrerequisites(
      record.traits,
      simulations.map(({ agent }) => agent),
    );
  }
  const always_on_number = alwaysOnNumber(record);
  if (always_on_number !== null)
    await claimAlwaysOnNumber(transaction, {
      organization_id,
      number: always_on_number,
      digital_human_id: id,
      override: override_conflict === true,
    });
  const after = { ...columnsOf(record), always_on_number };
  await updateRow(transaction, { id, ...after });
  if (named !== undefined) {
    await detachDigitalHuman(transaction, id);
    await attach(
      transaction,
      simulation_ids.map((simulation_id) => ({ simulation_id, digital_human_id: id })),
    );
  }
  return answerWith({ ...row, ...after }, simulation_ids);
}

async function changed(
  stored: DigitalHumanRecord,
  changes: Partial<DigitalHumanRecord>,
  read: ReadTranscript | undefined,
): Promise<DigitalHumanRecord> {
  const tag = changes.tag === undefined ? stored.tag : changes.tag;
  if (!isWorkflowTagged(tag)) return { ...stored, ...(await withDerived(changes, stored, read)) };
  requireUnchangedDescriptions(stored, changes);
  return { ...stored, ...changes };
}

/**
 * 400, naming every field, if an update of a workflow-tagged digital human changes fixed fields (E3, rule 4).
 */
function requireUnchangedDescriptions(
  stored: DigitalHumanRecord,
  changes: Partial<DigitalHumanRecord>,
): void {
  const changed = WORKFLOW_DESCRIPTIONS.filter(
    (field) =>
      changes[field] !== undefined && !isDeepStrictEqual(changes[field] ?? null, stored[field] ?? null),
  );
  if (changed.length > 0)
    throw badRequest(
      `${changed.join(", ")} of a workflow-tagged digital human cannot be changed; send the stored value or leave it out`,
    );
}
