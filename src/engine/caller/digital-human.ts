export type LanguageCode =
  | "en"
  | "es"
  | "pt"
  | "ja"
  | "tr"
  | "hi"
  | "ar"
  | "ru"
  | "zh"
  | "ml"
  | "fr"
  | "yue"
  | "vi"
  | "de";

export interface Trait {
  trait_name: string;
  trait_data_type?: string | null;
  value?: unknown;
  is_sip_header?: boolean | null;
}

export interface ScriptedResponse {
  match_type?: string | null;
  match_phrase?: string | null;
  response_type?: string | null;
  response_value?: string | null;
  occurrence_mode?: string | null;
  occurrence_n?: number | null;
  /** Seconds. */
  silence_duration?: number | null;
}

interface SpeaksFirstConfig {
  speaks_first?: boolean | null;
  mode?: string | null;
  message?: string | null;
}

/** The fields of a digital human that its conversation depends on, or that have no effect in a text run and are reported. */
export interface DigitalHuman {
  intent?: string | null;
  role_description?: string | null;
  language?: LanguageCode | null;
  verbosity?: string | null;
  fluency?: string | null;
  creativity?: number | null;
  traits?: readonly Trait[] | null;
  phone_number?: string | null;
  silence_timeout?: number | null;
  hangup_phrases?: readonly string[] | null;
  hangup_instructions?: string | null;
  scripted_responses?: readonly ScriptedResponse[] | null;
  speaks_first_config?: SpeaksFirstConfig | null;
  formatted_transcript?: readonly object[] | null;
  enriched_playback?: readonly object[] | null;
  accent?: string | null;
  gender?: string | null;
  background_noise?: string | null;
  background_noise_volume?: number | null;
  voice_speed?: string | null;
  audio_quality?: string | null;
  endpointing_delay?: number | null;
  interruptions?: object | null;
  allow_end_call_tool?: boolean | null;
  allow_silence_tool?: boolean | null;
  silence_tool_instructions?: string | null;
}
