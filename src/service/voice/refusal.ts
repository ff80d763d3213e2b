import { readVoicePlan } from "../../engine/voice/voice-plan.ts";
import { recordOf } from "../domain/digital-humans/record.ts";
import { badRequest } from "../errors.ts";
import type { Row } from "../store/schema.ts";
import type { Voice } from "./voice.ts";

/** Why a digital human cannot take part in a call. Undefined if it can. */
export async function voiceRefusal(
  { speech }: Pick<Voice, "speech">,
  digital_human: Parameters<typeof readVoicePlan>[0],
): Promise<string | undefined> {
  const { speaker, noise } = readVoicePlan(digital_human);
  const refusal = await speech.refusal(speaker);
  if (refusal !== undefined) return `cannot speak: ${refusal}`;
  if (noise === null || typeof noise === "string") return undefined;
  return speech.noise(noise).then(
    () => undefined,
    (error: Error) => `cannot be heard: ${error.message}`,
  );
}

/** Refuses a digital human that cannot take part, before any call is made. A process without voices refuses none. */
export async function requireVoice(
  voice: Pick<Voice, "speech"> | undefined,
  digital_human: Pick<Row<"digital_human">, "id" | "record" | "request_fields">,
): Promise<void> {
  const refusal = voice && (await voiceRefusal(voice, recordOf(digital_human)));
  if (refusal !== undefined) throw badRequest(`digital human ${digital_human.id} ${refusal}`);
}
