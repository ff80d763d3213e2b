import { readVoicePlan } from "../../engine/voice/voice-plan.ts";
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
