import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { conflict, notFound } from "../errors.ts";
import type { Handlers, Service } from "../handler.ts";
import { inChunks } from "../store/chunks.ts";
import { prepared } from "../store/prepared.ts";
import type { Database, Row } from "../store/schema.ts";
import { requireExternal } from "./agents/external.ts";
import { requireRoom } from "./further.ts";
import { numberOf, requireAll } from "./ids.ts";
import { createReservedLabels } from "./labels/reserved.ts";

type Agent = Output<"Agent">;

export const agentHandlers = {
  async list_agents({ organization_id }, { db }) {
    const rows = await db
      .selectFrom("agent")
      .selectAll()
      .where("organization_id", "=", organization_id)
      .orderBy("id")
      .execute();
    return rows.map(toAgent);
  },

  async get_agent({ organization_id, params }, { db }) {
    return toAgent(await requireAgent(db, organization_id, params.agent_id));
  },

  async create_agent({ organization_id, body }, service) {
    return service.write(async (transaction) => {
      const key = body.http_webhook && !body.http_webhook_key ? { http_webhook_key: newKey() } : {};
      const row = await insertAgent(transaction, service, organization_id, { ...body, ...key });
      return { ...toAgent(row), ...envelopeOf(row), agent_id: row.id };
    });
  },

  async update_agent({ organization_id, body: { agent_id, ...changes } }, { write }) {
    const external_id = changes.external_agent_id;
    return write(async (transaction) => {
      const id = agent_id ?? (await requireExternal(transaction, organization_id, external_id ?? ""));
      const row = await requireAgent(transaction, organization_id, id);
      const changed = { ...JSON.parse(row.record), ...described(changes) };
      requireRoom(changed);
      const record = JSON.stringify(changed);
      await transaction.updateTable("agent").set({ record }).where("id", "=", row.id).execute();
      const agent = toAgent({ ...row, record });
      return {
        agent: { ...agent, agent_id: String(row.id), system_prompt: agent.agent_description },
        ...envelopeOf({ ...row, record }),
      };
    });
  },

  async delete_agent({ organization_id, params: { agent_id } }, { write }) {
    return write(async (transaction) => {
      const row = await requireAgent(transaction, organization_id, agent_id);
      await requireUnused(transaction, agent_id);
      for (const table of ["label_move", "label", "prompt_version", "knowledge_base_version"] as const)
        await transaction.deleteFrom(table).where("agent_id", "=", agent_id).execute();
      await transaction.deleteFrom("custom_metric_agent").where("agent_id", "=", agent_id).execute();
      await transaction.deleteFrom("agent").where("id", "=", agent_id).execute();
      return { agent_id: row.id, ...envelopeOf(row) };
    });
  },
} satisfies Partial<Handlers>;

/** Tables that refer to an agent, and the words for one of their rows. */
const USES = { simulation: "simulation", call: "call", workflow: "workflow" } as const;

/** 409 if the agent has been used: a result without its agent would no longer say what was tested. */
async function requireUnused(db: Kysely<Database>, agent_id: number): Promise<void> {
  for (const [table, noun] of Object.entries(USES) as [keyof typeof USES, string][]) {
    const used = await db.selectFrom(table).select("id").where("agent_id", "=", agent_id).limit(1).execute();
    if (used[0])
      throw conflict(
        `agent ${agent_id} is used by ${noun} ${used[0].id}; only an agent without simulations, calls and workflows can be deleted`,
      );
  }
}

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

/** The ids without repetitions. 404 names the agents that the organization does not have. */
export async function requireAgents(
  db: Kysely<Database>,
  organization_id: string,
  agent_ids: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(agent_ids)];
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom("agent")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("id", "in", chunk)
      .execute(),
  );
  requireAll("agent", ids, rows);
  return ids;
}

/** Whether the agent wants personal data masked in stored and evaluated data. */
export function redactsPii({ record }: Pick<Row<"agent">, "record">): boolean {
  const { redact_pii }: Output<"AgentCreate"> = JSON.parse(record);
  return redact_pii === true;
}

/** Inserts an agent with its reserved labels. An explicit `id` (from a seed) is kept. */
export async function insertAgent(
  transaction: Kysely<Database>,
  service: Pick<Service, "now" | "newId">,
  organization_id: string,
  body: Output<"AgentCreate">,
  id?: number,
): Promise<Row<"agent">> {
  const created_at = service.now().toISOString();
  const record = JSON.stringify({
    agent_description: "",
    ...described({ ...body, mode: body.mode ?? "VOICE" }),
  });
  const row = await transaction
    .insertInto("agent")
    .values({ ...(id !== undefined && { id }), organization_id, record, created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  await createReservedLabels(transaction, service, row.id);
  return row;
}

/** Required fields of an agent. Null leaves them unchanged. */
const KEPT = ["name", "agent_description", "knowledge_base", "mode"];

/** The fields of a request in stored form. An agent's instructions are stored under a single name. */
function described({ system_prompt, ...fields }: Partial<Output<"AgentCreate"> | Output<"AgentUpdate">>) {
  const agent_description = fields.agent_description ?? system_prompt;
  const named = Object.entries({ ...fields, agent_description });
  return Object.fromEntries(
    named.filter(([name, value]) => value !== undefined && !(value === null && KEPT.includes(name))),
  );
}

/** A key for an agent that has none, to sign its turns. */
const newKey = () => `whsec_${randomBytes(24).toString("base64")}`;

/** The fields that an agent always shows, set or not. */
const UNSET = {
  goals: null,
  type: null,
  connection_type: null,
  phone_number: null,
  websocket_url: null,
  redact_pii: null,
  folder_id: null,
  keyterms: null,
  voice_provider: null,
  provider_id: null,
  websocket_username: null,
  websocket_password: null,
  external_agent_id: null,
  sip_uri: null,
  custom_sip_headers: {},
  sip_username: null,
  sip_password: null,
  simulation_notifications: {},
  http_webhook: null,
  http_webhook_key: null,
  enable_outbound_call_auto_start: null,
} as const satisfies Partial<Agent>;

function toAgent(row: Row<"agent">): Agent {
  const { id, organization_id, created_at } = row;
  return { ...UNSET, ...JSON.parse(row.record), id: String(id), organization_id, created_at };
}

/** The fields that every answer to a change of an agent has in addition to the agent. */
function envelopeOf({ record }: Row<"agent">) {
  const { http_webhook_key = null }: Output<"AgentCreate"> = JSON.parse(record);
  return { status: "200" as const, http_webhook_key };
}
