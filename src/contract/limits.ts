/**
 * How large a request can be. The schemas, the OpenAPI document and every refusal use these limits; docs/threat-model.md lists
 * them. They are far above what the largest real calls need, and low enough that one request cannot block the others.
 */

/**
 * Bytes of a body without its recording. Larger ones are refused with 413. This is forty times as much as
 * people say in two hours.
 */
export const BODY_MAXIMUM = 4 * 1024 * 1024;

/** Bytes of a recording. Larger uploads are refused with 413. Larger files at a URL are not fetched. */
export const RECORDING_MAXIMUM = 2 * 1024 * 1024 * 1024;

// ---- Of any JSON body, whatever its fields mean: checked while it arrives, before it is parsed ----------------

/** Levels of nested lists and objects. */
export const DEPTH_MAXIMUM = 64;

/** Keys of one object, such as `metadata`. */
export const KEYS_MAXIMUM = 1_000;

/** Items of the longest list that any field accepts: the entries of a transcript. */
export const ITEMS_MAXIMUM = 20_000;

/** Total values in a body: lists, objects and everything in them. */
export const VALUES_MAXIMUM = 20_000;

/** Total values in a submitted call. */
export const SUBMISSION_VALUES_MAXIMUM = 200_000;

// ---- Of fields ------------------------------------------------------------------------------------------------

/** Items of every other list: tool calls, events, tags, identifiers. */
export const LIST_MAXIMUM = 10_000;

/** Calls in one log of another platform. */
export const LOGGED_CALLS_MAXIMUM = 1_000;

/** Nodes of a workflow. */
export const NODES_MAXIMUM = 1_000;

/** Characters of a text, such as an utterance, a name or a description. */
export const TEXT_MAXIMUM = 1_000_000;

/** Characters of a text that is a document: a prompt, a knowledge base. */
export const DOCUMENT_MAXIMUM = 1_000_000;

/** Characters of a date and time: room for more digits of a second than any clock has. */
export const MOMENT_MAXIMUM = 64;

/** Verdicts that one request to a metrics lab asks for: metrics times conversations. A judge may be asked for each. */
export const LAB_EVALUATIONS_MAXIMUM = 100;

/** Conversations on which a person and the judge differ, from which a prompt is rewritten. */
export const DIFFERENCES_MAXIMUM = 100;

/** Receivers of an alert: each gets a request and a row for every change of its state. */
export const RECEIVERS_MAXIMUM = 20;

/** Alerts of an organization, and its webhooks: one call can set off all of them. */
export const ALERTS_MAXIMUM = 100;
export const WEBHOOKS_MAXIMUM = 100;

/** Characters of an alert's description and value: every message of it has both. */
export const ALERT_TEXT_MAXIMUM = 10_000;

/** Characters of a URL. */
export const URL_MAXIMUM = 2083;

/** Characters of a text from which digital humans are created: a goal, a persona, a step of a workflow. */
export const BRIEF_MAXIMUM = 10_000;

/** Tools of an agent, and characters of their names. */
export const TOOLS_MAXIMUM = 200;
export const TOOL_NAME_MAXIMUM = 128;

/**
 * Characters of a transcript that E5 replays or a digital human has: about two hours of talk. Submitted calls have the
 * same limit.
 */
export const REPLAY_MAXIMUM = 100_000;

/** Characters of all the transcripts that one request to E5 replays. */
export const REPLAYS_MAXIMUM = 1_000_000;

/** How many characters of a prompt, a knowledge base or a description E5 reads; `warning` says if there were more. */
export const AGENT_TEXT_MAXIMUM = 100_000;

/** Policies of a prompt: no agent can keep more rules in mind. */
export const POLICIES_MAXIMUM = 200;

/** Characters of a sentence of a prompt that can be a policy. */
export const POLICY_SENTENCE_MAXIMUM = 2_000;

/** E5 creates at most this many digital humans per request. It drops the rest and says so in `warning`. */
export const GENERATION_MAXIMUM = 100;

/** E5 stops once the JSON of the digital humans has this many characters, and says so in `warning`. */
export const GENERATED_MAXIMUM = 10_000_000;

/** Largest `page_size` and `limit`: a page is one answer, which is built in memory. */
export const PAGE_MAXIMUM = 1000;

// ---- Of refusals
// ----------------------------------------------------------------------------------------------

/** How many faults a refusal lists. It counts the others. */
export const FAULTS_MAXIMUM = 100;

/** Characters of an expectation of a test. Reading one takes time that grows with the square of its length. */
export const EXPECTATION_MAXIMUM = 2000;

/** Limits of what a state_probe reads; its bytes and rows are limited as those of a world. */
export const STATE_PROBE_LIMITS = {
  headers: 20,
  /** Characters of the name of a table or column. */
  name: 200,
  /** How long one answer may take. */
  timeout_ms: 10_000,
} as const;

/** How large a world can be, and what its tools may do. `world check` and every refusal name the limit. */
export const WORLD_LIMITS = {
  /** Bytes of the whole world as JSON. */
  bytes: 4 * 1024 * 1024,
  /** Rows of one table, and of all tables together. */
  rows: 10_000,
  columns: 100,
  tools: 100,
  /** Characters of the steps of one tool. */
  text: 20_000,
  /** Calls of a conversation. Later ones are refused. */
  calls: 500,
  /** What one call may look at: rows, and the values that they are compared with. */
  work: 100_000,
  /** Rows that one call may change. */
  changes: 1_000,
  /** Bytes of one answer. */
  answer: 200_000,
  latency_ms: 60_000,
} as const;
