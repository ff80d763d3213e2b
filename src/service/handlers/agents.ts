import type { Output } from "../../contract/types.ts";
import { createAgent, deleteAgent, updateAgent } from "../domain/agents/change.ts";
import { requireExternal } from "../domain/agents/external.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import type { Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

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

  async list_phone_numbers({ organization_id }, { db }) {
    const rows = await db
      .selectFrom("agent")
      .select(["id", "record"])
      .where("organization_id", "=", organization_id)
      .orderBy("id")
      .execute();
    const phone_numbers = rows.flatMap(({ id, record }) => {
      const { phone_number } = JSON.parse(record);
      return typeof phone_number === "string" && phone_number !== "" ? [{ phone_number, agent_id: id }] : [];
    });
    return { phone_numbers, total: phone_numbers.length };
  },

  async get_agent({ organization_id, params }, { db }) {
    return toAgent(await requireAgent(db, organization_id, params.agent_id));
  },

  async create_agent({ organization_id, body }, service) {
    const row = await service.write((transaction) =>
      createAgent(transaction, service, organization_id, body),
    );
    return { ...toAgent(row), ...envelopeOf(row), agent_id: row.id };
  },

  async update_agent({ organization_id, body }, { write }) {
    return showChanged(await write((transaction) => updateAgent(transaction, organization_id, body)));
  },

  async delete_agent({ organization_id, params: { agent_id } }, { write }) {
    const row = await write((transaction) => deleteAgent(transaction, organization_id, agent_id));
    return { agent_id: row.id, ...envelopeOf(row) };
  },

  async get_agent_by_external_id({ organization_id, params }, { db }) {
    const agent_id = await requireExternal(db, organization_id, params.external_id);
    return toAgent(await requireAgent(db, organization_id, agent_id));
  },

  async update_agent_by_external_id({ organization_id, body }, { write }) {
    return showChanged(
      await write(async (transaction) => {
        const agent_id = await requireExternal(transaction, organization_id, body.external_agent_id);
        return updateAgent(transaction, organization_id, { ...body, agent_id });
      }),
    );
  },
} satisfies Partial<Handlers>;

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

function showChanged(row: Row<"agent">) {
  const agent = toAgent(row);
  return {
    agent: { ...agent, agent_id: String(row.id), system_prompt: agent.agent_description },
    ...envelopeOf(row),
  };
}

/** The fields that every answer to a change of an agent has in addition to the agent. */
function envelopeOf({ record }: Row<"agent">) {
  const { http_webhook_key = null }: Output<"AgentCreate"> = JSON.parse(record);
  return { status: "200" as const, http_webhook_key };
}
