/** Runs over a voice line. */
import type { Output } from "../../contract/types.ts";
import { readVoicePlan } from "../../engine/voice/voice-plan.ts";
import { badRequest } from "../errors.ts";
import type { Handlers, Service } from "../handler.ts";
import { recordOf } from "./digital-humans/record.ts";
import { requireSimulation } from "./simulations/lookup.ts";
import { membersOf, queueRun } from "./simulations/queue.ts";

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
    const { websocket_url, dialect, ...request } = withoutOthers(body);
    await requireVoices(service, organization_id, request);
    const line = { dialect: dialect ?? ("chirp" as const), url: websocket_url ?? null };
    const queued = await service.write((transaction) =>
      queueRun(transaction, service, organization_id, request, line),
    );
    return {
      ...queued,
      simulation_run_id: String(queued.simulation_run_id),
      agent_id: String(queued.agent_id),
      status: "success" as const,
    };
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
  { simulation_id, digital_human_ids }: Pick<Output<"QueueVoiceRun">, "simulation_id" | "digital_human_ids">,
): Promise<void> {
  const simulation = await requireSimulation(db, organization_id, simulation_id);
  for (const row of await membersOf(db, simulation, digital_human_ids)) {
    const { speaker, noise } = readVoicePlan(recordOf(row));
    const refusal = await voice?.speech.refusal(speaker);
    if (refusal !== undefined) throw badRequest(`digital human ${row.id} cannot speak: ${refusal}`);
    if (noise === null || typeof noise === "string") continue;
    await voice?.speech.noise(noise).catch((error: Error) => {
      throw badRequest(`digital human ${row.id} cannot be heard: ${error.message}`);
    });
  }
}
