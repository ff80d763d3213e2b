import type { Input, Output } from "../../contract/types.ts";

export type Trait = Input<"Trait">;
export type ScriptedResponse = Output<"ScriptedResponse">;

/**
 * The fields of a digital human that affect its conversation, or that have no effect in a text run and are
 * reported.
 */
export type DigitalHuman = Partial<
  Pick<
    Output<"DigitalHumanCreate">,
    | "intent"
    | "role_description"
    | "language"
    | "verbosity"
    | "fluency"
    | "creativity"
    | "phone_number"
    | "extension"
    | "silence_timeout"
    | "hangup_phrases"
    | "hangup_instructions"
    | "scripted_responses"
    | "speaks_first_config"
    | "formatted_transcript"
    | "enriched_playback"
    | "accent"
    | "gender"
    | "background_noise"
    | "background_noise_volume"
    | "background_noise_file"
    | "voice_speed"
    | "audio_quality"
    | "endpointing_delay"
    | "interruptions"
    | "allow_end_call_tool"
    | "allow_dtmf_tool"
    | "allow_silence_tool"
    | "silence_tool_instructions"
  >
> & {
  expected_tool_calls?: readonly { name: string; output?: unknown }[] | null | undefined;
  traits?: readonly Trait[] | null | undefined;
  /** How the digital human was generated. Absent if a person wrote it. */
  generation?: object | undefined;
};
