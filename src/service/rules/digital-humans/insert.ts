import type { Kysely } from "kysely";
import { alwaysOnNumber } from "../../../contract/rules/always-on.ts";
import { workflowFaults } from "../../../contract/rules/workflow.ts";
import type { Service } from "../../handler.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireSimulations } from "../simulations/lookup.ts";
import { attach } from "../simulations/members.ts";
import { claimAlwaysOnNumber } from "./always-on.ts";
import { requireSound } from "./business-rules.ts";
import type { DigitalHumanRecord } from "./record.ts";
import { requireSipPrerequisites } from "./sip-headers.ts";
import { withDerived } from "./transcripts.ts";

interface Given {
  /** Simulations that it is attached to, each named once. */
  readonly simulation_ids?: readonly number[];
  /** Kept when given: seeds name theirs. */
  readonly id?: number | undefined;
}

/**
 * Inserts a digital human with what its transcript implies and attaches it to simulations. 400 when the rules of E4
 * refuse it, 404 for an unknown simulation, 409 when its always-on number is taken.
 */
export async function insertDigitalHuman(
  transaction: Kysely<Database>,
  service: Pick<Service, "now">,
  organization_id: string,
  draft: DigitalHumanRecord,
  { simulation_ids = [], id }: Given = {},
): Promise<Row<"digital_human">> {
  requireSound(draft, workflowFaults(draft));
  const record = withDerived(draft, {});
  const simulations = await requireSimulations(transaction, organization_id, simulation_ids);
  requireSipPrerequisites(
    record.traits,
    simulations.map(({ agent }) => agent),
  );
  const always_on_number = alwaysOnNumber(record);
  if (always_on_number !== null)
    await claimAlwaysOnNumber(transaction, { organization_id, number: always_on_number, override: false });
  const row = await transaction
    .insertInto("digital_human")
    .values({
      ...(id !== undefined && { id }),
      organization_id,
      record: JSON.stringify(record),
      always_on_number,
      created_at: service.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await attach(
    transaction,
    simulation_ids.map((simulation_id) => ({ simulation_id, digital_human_id: row.id })),
  );
  return row;
}
