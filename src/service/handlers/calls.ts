/** Runs over a voice line. */
import type { Output } from "../../contract/types.ts";
import { recordOf } from "../domain/digital-humans/record.ts";
import { requireAccent, requireKnown, underConditions } from "../domain/runs/conditions.ts";
import { membersOf, queueNow } from "../domain/runs/queue.ts";
import { requireSimulation } from "../domain/simulations/lookup.ts";
import { badRequest } from "../errors.ts";
import type { Service } from "../service.ts";
import { requireVoice } from "../voice/refusal.ts";
import type { Handlers } from "./handler.ts";

/** Fields for other ways of reaching the agent. */
const OTHER_TRANSPORTS = [
  "phone_number",
  "sip_uri",
  "livekit_agent_name",
  "livekit_metadata",
  "pipecat_agent_name",
  "pipecat_agent_configuration",
  "pipecat_room_properties",
] as const;

export const callHandlers = {
  async queue_simulation_run({ organization_id, body }, service) {
    const other = OTHER_TRANSPORTS.find((field) => body[field] !== undefined && body[field] !== null);
    if (other)
      throw badRequest(`${other} has no effect here: calls are made over WebSocket, to websocket_url`);
    const { websocket_url, dialect, conditions = null, ...request } = withoutOthers(body);
    requireKnown(conditions);
    await requireVoices(service, organization_id, { ...request, conditions });
    const line = { dialect: dialect ?? ("chirp" as const), url: websocket_url ?? null };
    return queueNow(service, organization_id, request, { line, conditions });
  },
} satisfies Partial<Handlers>;

const withoutOthers = (body: Output<"QueueVoiceRun">) => {
  const kept: Record<string, unknown> = { ...body };
  for (const field of OTHER_TRANSPORTS) delete kept[field];
  return kept as Omit<Output<"QueueVoiceRun">, (typeof OTHER_TRANSPORTS)[number]>;
};

/** Refuses digital humans without a voice before any call is made. */
async function requireVoices(
  { db, voice }: Service,
  organization_id: string,
  {
    simulation_id,
    digital_human_ids,
    conditions,
  }: Pick<Output<"QueueVoiceRun">, "simulation_id" | "digital_human_ids" | "conditions">,
): Promise<void> {
  const simulation = await requireSimulation(db, organization_id, simulation_id);
  for (const row of await membersOf(db, simulation, digital_human_ids)) {
    const called = underConditions(row, conditions);
    requireAccent(row.id, recordOf(called));
    await requireVoice(voice, called);
  }
}
