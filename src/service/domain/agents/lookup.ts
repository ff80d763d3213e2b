import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { notFound } from "../../errors.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { numberOf } from "../ids.ts";

const selectAgent = prepared((db, agent: Pick<Row<"agent">, "id" | "organization_id">) =>
  db
    .selectFrom("agent")
    .selectAll()
    .where("id", "=", agent.id)
    .where("organization_id", "=", agent.organization_id),
);

/** The organization's agent with this id, or 404. Text that is not a number never matches. */
export async function requireAgent(
  db: Kysely<Database>,
  organization_id: string,
  agent_id: number | string,
): Promise<Row<"agent">> {
  const id = numberOf(agent_id);
  const [row] = id === undefined ? [] : await selectAgent(db, { id, organization_id });
  if (!row) throw notFound("agent", agent_id);
  return row;
}

/** Whether the agent wants personal data masked in stored and evaluated data. */
export function redactsPii({ record }: Pick<Row<"agent">, "record">): boolean {
  const { redact_pii }: Output<"AgentCreate"> = JSON.parse(record);
  return redact_pii === true;
}
