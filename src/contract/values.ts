/**
 * The enumerated values of the HTTP API as plain lists, so that completing a flag or printing a help text
 * needs no schema library. If the specification leaves the values open, the list is an assumption and says
 * so. To choose differently, edit only this file.
 */

export * from "./limits.ts";

export const AGENT_MODES = ["VOICE", "TEXT"] as const;
export const AGENT_TYPES = ["INBOUND", "OUTBOUND"] as const;
export const CONNECTION_TYPES = [
  "SMS",
  "HTTP_WEBHOOK",
  "PHONE",
  "SIP",
  "WEBSOCKET",
  "RTC",
  "PIPELINE",
  "LIVEKIT",
  "PIPECAT",
] as const;

/** The hosted service's published names for fields of the specification. */
export const PUBLISHED_NAMES = {
  rtc_agent_name: "livekit_agent_name",
  rtc_metadata: "livekit_metadata",
  rtc_customer_tool_topic: "livekit_customer_tool_topic",
  pipeline_agent_name: "pipecat_agent_name",
  pipeline_agent_configuration: "pipecat_agent_configuration",
  pipeline_room_properties: "pipecat_room_properties",
} as const;
/** The same for values of `connection_type`. */
export const PUBLISHED_CONNECTION_TYPES = { RTC: "LIVEKIT", PIPELINE: "PIPECAT" } as const;
export const NAME_DIALECTS = ["both", "parley", "hosted"] as const;

/**
 * What shows that an agent ran the version that a run tests: it said so; it was only told; it said that it ran
 * another one; or the run names no version.
 */
export const VERSION_EVIDENCE = ["confirmed", "told", "mismatch", "unknown"] as const;
export type VersionEvidence = (typeof VERSION_EVIDENCE)[number];

/** How an agent says which version it runs: with a message, at the beginning of its speech, or by fetching it. */
export const STATED_BY = ["message", "speech", "fetch"] as const;

export const RESPONSE_TYPES = [
  "pass_fail",
  "yes_no",
  "qualitative",
  "quantitative",
  "json",
  "enum",
  "tool_call",
] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];
export const EVAL_ROUTES = ["AUDIO", "TEXT", "AUTO"] as const;
export type EvalRoute = (typeof EVAL_ROUTES)[number];

export const LANGUAGES = [
  "en",
  "es",
  "pt",
  "ja",
  "tr",
  "hi",
  "ar",
  "ru",
  "zh",
  "ml",
  "fr",
  "yue",
  "vi",
  "de",
] as const;
export type LanguageCode = (typeof LANGUAGES)[number];
export const ACCENTS = [
  "multilingual",
  "american",
  "american2",
  "mature",
  "southern",
  "italian",
  "indian",
  "british",
  "australian",
  "mexican",
  "spanish",
  "portuguese",
  "french",
  "turkish",
  "japanese",
  "hindi",
  "arabic",
  "russian",
  "chinese",
  "german",
  "scottish",
  "irish",
  "welsh",
  "korean",
] as const;
export const GENDERS = ["male", "female"] as const;
export const BACKGROUND_NOISES = [
  "none",
  "office",
  "talking",
  "traffic",
  "cafe",
  "park",
  "tv",
  "noisy_restaurant",
  "hospital",
] as const;
export const VOICE_SPEEDS = ["slowest", "slow", "normal", "fast", "fastest"] as const;
export const AUDIO_QUALITIES = ["high", "medium", "low", "horrible"] as const;
/** The conditions of calls that a run may set for all its digital humans, with their choices; null: a number from 0 to 1. */
export const LINE_CONDITIONS = {
  accent: ACCENTS,
  audio_quality: AUDIO_QUALITIES,
  background_noise: BACKGROUND_NOISES,
  background_noise_volume: null,
  voice_speed: VOICE_SPEEDS,
} as const;
export const isLineCondition = (field: string): field is keyof typeof LINE_CONDITIONS =>
  Object.hasOwn(LINE_CONDITIONS, field);
export const FLUENCIES = ["beginner", "intermediate", "native"] as const;
export type Fluency = (typeof FLUENCIES)[number];
export const VERBOSITIES = ["low", "medium", "high"] as const;
export type Verbosity = (typeof VERBOSITIES)[number];

/** How a call is made. */
export const CALL_DIALECTS = ["chirp", "twilio", "telnyx", "plivo", "exotel"] as const;
/** The telephone companies whose API for creating calls is answered. */
export const DIALLED_CARRIERS = ["twilio", "telnyx", "plivo"] as const;
/**
 * The source of a called agent's words: the connection, a server that recognizes speech, or the agent's own
 * reports.
 */
export const WORD_SOURCES = ["transport", "transcription", "report"] as const;
/**
 * End reasons of conversations in which the agent could not take part, or only for a while. They say nothing
 * about the agent.
 */
export const INCONCLUSIVE_ENDS = [
  "agent_unreachable",
  "unreachable",
  "rejected",
  "connection_lost",
  "wrong_sample_rate",
  "message_too_large",
  "flooded",
  "not_reading",
  "internal_error",
] as const;
/** How speech was cut off. */
export const CUTS = ["interrupted", "gave_way"] as const;

/** The defaults of a digital human in E4. */
export const DIGITAL_HUMAN_DEFAULTS = {
  intent: "",
  success_criteria: "",
  language: "en",
  background_noise: "none",
  voice_speed: "normal",
  background_noise_volume: 0.8,
  allow_dtmf_tool: true,
  allow_silence_tool: false,
  silence_tool_instructions: "default",
  endpointing_delay: 1.5,
  creativity: 0.7,
} as const;

export const CALL_DIRECTIONS = ["INBOUND", "OUTBOUND"] as const;
export const INTERFACES = ["PHONE", "WEB"] as const;
export const SIDES = ["AGENT", "USER"] as const;
export type Side = (typeof SIDES)[number];
export const MESSAGE_TYPES = ["message", "tool_call"] as const;
/** Fields of a digital human that the specification has only in requests, so a service need not show them. */
export const REQUEST_ONLY_FIELDS = ["num_runs", "always_on_mode", "always_on_active"] as const;
/** The name of the verdict on the `success_criteria` of a digital human. */
export const SUCCESS_CRITERIA = "Success criteria";

// ---- Left open by the specification: assumptions --------------------------------------------------------

/** `trait_data_type` is an enum; the specification shows only BOOLEAN. */
export const TRAIT_DATA_TYPES = ["BOOLEAN", "STRING", "NUMBER", "DATE"] as const;

/** Values of string fields that have a meaning here. Others are accepted but reported as inactive. */
export const MATCH_TYPES = ["exact", "contains", "regex", "any", "context"] as const;
export const OCCURRENCE_MODES = ["always", "once", "first_n", "nth"] as const;
export const SCRIPTED_RESPONSE_TYPES = ["phrase", "silence", "dtmf"] as const;
export const SPEAKS_FIRST_MODES = ["custom", "ai_generated"] as const;
export const INTERRUPTION_TYPES = ["none", "low", "medium", "high", "keywords", "contextual"] as const;
/**
 * How a recorded conversation is used. `strict` says its user lines in order. `smart` says the line whose
 * recorded question is most similar to the live one, and answers from the record if none fits. `persona` uses
 * only what the user knew and wanted.
 */
export const REPLAY_MODES = ["strict", "smart", "persona"] as const;
export type ReplayMode = (typeof REPLAY_MODES)[number];

/** After this many turns of the digital human, including silences, it ends a conversation. */
export const TURNS_DEFAULT = 40;
export const TURNS_MAXIMUM = 1000;

/** How long a digital human waits for the agent to speak first, in milliseconds. */
export const OPENING_PATIENCE_DEFAULT = 2000;
export const OPENING_PATIENCE_MAXIMUM = 600_000;

/** The published states of a run and of its conversations. Others are shown unchanged. */
export const RUN_STATUSES = [
  "INITIALIZING",
  "RUNNING",
  "COMPLETED",
  "INCOMPLETED",
  "INSUFFICIENT_FUNDS",
] as const;
const RESULT_STATUSES_UNDER_WAY = [
  "INITIALIZING",
  "QUEUED",
  "PENDING",
  "READY",
  "DISPATCHED",
  "RUNNING",
  "IN_PROGRESS",
  "CONVERSATION_ENDED",
  "EVALUATION_PENDING",
  "EVALUATING",
] as const;
const RESULT_STATUSES_OVER = [
  "COMPLETED",
  "INCOMPLETED",
  "REJECTED",
  "NO_CONNECTION",
  "NO_ANSWER",
  "CALL_DROPPED",
  "CANCELLED",
  "SYSTEM_ERROR",
  "ERROR",
  "FAILED",
  "INSUFFICIENT_FUNDS",
] as const;
export const RESULT_STATUSES = [...RESULT_STATUSES_UNDER_WAY, ...RESULT_STATUSES_OVER] as const;
const UNDER_WAY: readonly unknown[] = RESULT_STATUSES_UNDER_WAY;
const OVER: readonly unknown[] = RESULT_STATUSES_OVER;
/** A service may have other statuses: both are false for those. */
export const isUnderWayStatus = (status: unknown): boolean => UNDER_WAY.includes(status);
export const isOverStatus = (status: unknown): boolean => OVER.includes(status);
/**
 * What conversations of runs are judged by unless an agent switches it off: the policies of its prompt, and
 * built-in checks.
 */
export const CHECK_SWITCHES = [
  "policies",
  "repeated_call",
  "asks_again",
  "invented_value",
  "empty_promise",
  "spoken_secret",
] as const;

/** What somebody has decided on a policy of a prompt. Only an accepted one fails a conversation. */
export const POLICY_STATUSES = ["proposed", "accepted", "rejected"] as const;

/** Who wrote the rule of a policy, if neither Parley read it nor a person wrote it. */
export const POLICY_WRITERS = ["model"] as const;

/** For which sentences of a prompt a model is asked for a rule: for those that could not be read, or for all. */
export const POLICY_QUESTIONS = ["unread", "every"] as const;

/**
 * The outcome of a conversation of a run. `incompleted` says nothing about the agent, neither good nor bad.
 */
export const OUTCOMES = ["passed", "failed", "incompleted"] as const;
/** The period that a list of calls covers. Without one, it covers all calls. */
export const CALL_PERIODS = ["1day", "3days", "7days", "30days", "90days", "all"] as const;
export const CALL_STATUSES = ["INITIALIZING", "QUEUED", "EVALUATING", "COMPLETED", "INCOMPLETED"] as const;

/** The hosted API publishes the first four; the others are Parley's own. */
export const WEBHOOK_EVENTS = [
  "simulation_ended",
  "simulation_result_evaluated",
  "observability_call_evaluated",
  "outbound_simulation_started",
  "simulation_run_ended",
  "alert_triggered",
  "alert_resolved",
] as const;

export const ALERT_ENTITIES = ["standard_metric", "custom_goal", "custom_metric"] as const;
export const ALERT_OPERATORS = [
  "equals",
  "not_equals",
  "greater_than",
  "less_than",
  "greater_than_or_equal",
  "less_than_or_equal",
  "contains",
  "not_contains",
] as const;
export const ALERT_SCOPES = ["all", "observability", "simulation"] as const;

/** The event of a digital human's turn, which goes to the agent's own webhook. */
export const MESSAGE_EVENT = "digital_human_message";
export const DELIVERY_STATUSES = ["PENDING", "DELIVERED", "FAILED"] as const;

/** Labels that every agent has and that cannot be renamed or deleted. The service maintains `latest`. */
export const RESERVED_LABELS = ["production", "latest"] as const;

/** The fields of all records that contain a secret. A test compares this list with the schemas' marks. */
export const SECRET_FIELDS = [
  "header_value",
  "http_webhook_key",
  "import_secret",
  "secret",
  "sip_password",
  "websocket_password",
] as const;
/** The secrets that are shown only in the answer that creates them. */
export const SHOWN_ONCE = ["secret"] as const;

/** Headers of the requests to webhooks. */
export const WEBHOOK_HEADERS = {
  /** The name of the event. */
  event: "X-Parley-Event",
  /** A UUID, the same for all attempts. */
  delivery: "X-Parley-Delivery",
  /** HMAC-SHA256 of the raw body, hexadecimal. */
  signature: "X-Parley-Signature",
} as const;

/** The same headers under the names of the hosted API, for receivers written for it. */
export const PUBLISHED_WEBHOOK_HEADERS = {
  event: "X-Bluejay-Event",
  delivery: "X-Bluejay-Delivery",
  signature: "X-Bluejay-Signature",
} as const;

/** When an expected tool call has to be made. */
export const EXPECTED_ORDERS = ["strict", "any"] as const;
