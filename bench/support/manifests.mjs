/** Manifests of many digital humans. */

/** A digital human of 20 fields. */
export const digitalHuman = (number) => ({
  name: `Caller ${number}`,
  intent: `Wants to move appointment ${number} to the afternoon because a meeting came up`,
  success_criteria: "The appointment is moved and the new time is repeated",
  role_description: `You are Ana Diaz. Your customer number is ${number}. You are polite and in a hurry.`,
  tag: "bench",
  language: "en",
  accent: "british",
  gender: "female",
  background_noise: "office",
  background_noise_volume: 0.4,
  voice_speed: "normal",
  audio_quality: "high",
  fluency: "native",
  verbosity: "medium",
  endpointing_delay: 1.5,
  creativity: 0.3,
  allow_end_call_tool: true,
  silence_timeout: 30,
  hangup_phrases: ["goodbye", "have a nice day"],
  traits: [{ trait_name: "plan", trait_data_type: "STRING", value: "gold" }],
});

const numbers = (count) => Array.from({ length: count }, (_, i) => i + 1);

export const asJsonLines = (count, simulation_id) =>
  numbers(count)
    .map((number) =>
      JSON.stringify({ kind: "DigitalHumans", simulation_ids: [simulation_id], ...digitalHuman(number) }),
    )
    .join("\n");
