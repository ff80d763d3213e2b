/** An organization with 50 agents, and requests that change it: what sections about several services share. */
import { request } from "./load.mjs";
import { digitalHuman } from "./manifests.mjs";
import { KEY } from "./processes.mjs";

export const AGENTS = Array.from({ length: 50 }, (_, i) => 101 + i);

/** The seed of that organization, with `more` of its fields. */
export const frontDesks = (more = {}) => ({
  kind: "Seed",
  organizations: [
    {
      name: "bench",
      api_key: KEY,
      agents: AGENTS.map((id) => ({ id, name: `Desk ${id}`, mode: "TEXT" })),
      ...more,
    },
  ],
});

export const newDigitalHuman = request("POST", "/v1/create-digital-human", {
  digital_human: digitalHuman(1),
});

/** A new version of each agent's prompt. */
export const newVersions = AGENTS.map((id) =>
  request("POST", `/v1/agents/${id}/prompts/versions`, { prompt_text: "You are the front desk." }),
);

/** A call of an agent, with a transcript or a recording in `fields`. */
export const callOf = (id, fields) =>
  request("POST", "/v1/evaluate", {
    agent_id: String(id),
    start_time_utc: "2025-03-01T10:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    ...fields,
  });
