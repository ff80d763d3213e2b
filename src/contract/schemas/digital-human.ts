import { z } from "zod";
import {
  ACCENTS,
  AUDIO_QUALITIES,
  BACKGROUND_NOISES,
  DIGITAL_HUMAN_DEFAULTS,
  EXPECTED_ORDERS,
  FLUENCIES,
  GENDERS,
  INTERRUPTION_TYPES,
  ITEMS_MAXIMUM,
  LANGUAGES,
  MATCH_TYPES,
  OCCURRENCE_MODES,
  REPLAY_MAXIMUM,
  REPLAY_MODES,
  SCRIPTED_RESPONSE_TYPES,
  SPEAKS_FIRST_MODES,
  TRAIT_DATA_TYPES,
  VERBOSITIES,
  VOICE_SPEEDS,
} from "../values.ts";
import {
  alsoNamed,
  dateTime,
  freeObject,
  identifier,
  integer,
  list,
  text,
  toolEffects,
  uuid,
} from "./common.ts";

import { ExpectedState } from "./world.ts";

/** Values of a text field that have a meaning here. Others are stored but have no effect. */
const known = (values: readonly string[]) => `one of ${values.join(", ")}; other values have no effect`;

export const Trait = z.strictObject({
  trait_name: text.min(1).describe("what it is: `order_number`, `angry`"),
  trait_data_type: z.enum(TRAIT_DATA_TYPES).optional().describe("the type of the value"),
  value: z
    .unknown()
    .optional()
    .describe("what it says if asked; null: still to be filled in; true: it is so"),
  is_sip_header: z
    .boolean()
    .nullish()
    .default(false)
    .describe("true: never said; no line here sends SIP headers"),
});

export const ExpectedToolCall = z.strictObject({
  name: text.min(1).describe("the name of the tool"),
  parameters: freeObject.nullish().describe("what the call has to have; other parameters are allowed"),
  output: z.unknown().optional().describe("what the tool has to answer"),
  order: z
    .enum(EXPECTED_ORDERS)
    .optional()
    .describe(
      "extension: `strict`: after the expected calls listed before it; `any`: whenever; default: strict among calls that " +
        "change one record with one tool",
    ),
});

export const ScriptedResponse = z.strictObject({
  match_type: text.optional().describe(known(MATCH_TYPES)),
  match_phrase: text.optional().describe("for context: what the agent does, in words, with its exceptions"),
  response_type: text.optional().describe(known(SCRIPTED_RESPONSE_TYPES)),
  response_value: text.nullish().describe("what it says, or the keys that it presses"),
  occurrence_mode: text.optional().describe(known(OCCURRENCE_MODES)),
  occurrence_n: z.number().nullish().describe("for first_n and nth: the n"),
  silence_duration: z.number().nullish().describe("seconds"),
});

export const SpeaksFirstConfig = z.strictObject({
  speaks_first: z
    .boolean()
    .optional()
    .describe("true: it opens; false: it waits for the agent; absent: it waits for a while"),
  mode: text.nullish().describe(known(SPEAKS_FIRST_MODES)),
  message: text.nullish().describe("its first message, word for word"),
});

/** Further fields are kept. */
export const Interruptions = z.looseObject({
  type: text.optional().describe(known(INTERRUPTION_TYPES)),
  keyword_responses: list(
    z.looseObject({ keyword: text, response: text, probability: z.number().min(0).max(1).optional() }),
  )
    .nullish()
    .describe("for keywords; probability: 0 to 1, default 1"),
  contextual_prompt: text.nullish().describe("for contextual"),
});

/** A call of a customer journey. */
export const JourneyStep = z.strictObject({
  step: z.int().min(1).describe("from 1, without gaps"),
  intent: text.describe("what the caller wants in this call"),
  success_criteria: text
    .nullish()
    .describe("when the conversation is a success: words for a judge, or rules after `@rules`"),
});

/** An utterance of a formatted transcript. Further fields are kept. */
export const FormattedUtterance = z.looseObject({ role: text, utterance: text });

/** Fields with the same meaning in requests and responses. */
const shared = {
  intent: text
    .nullish()
    .describe("what the caller wants, as a wish: `Order a pizza`, or about it: `The customer wants to …`"),
  success_criteria: text.nullish().describe("when this call is a success"),
  name: text.nullish().describe("the name of the person"),
  test_name: text.nullish().describe("the name of the test; name is the person's"),
  tag: text.nullish().describe("a tag that contains `workflow` makes the digital human workflow-tagged"),
  tags: list(text).nullish().describe("tags to find it by"),
  phone_number: text.nullish().describe("the telephone number that it calls from, and says if asked"),
  extension: z
    .string()
    .max(50)
    .regex(/^[0-9*#,]*$/, "must be keys 0 to 9, * and #, with a comma for a pause")
    .nullish()
    .describe(
      "on a line: the keys that it presses once an inbound agent has answered, before the conversation; a comma is a pause",
    ),
  outbound_text_number: text.nullish().describe("the number that texts are sent to; stored only"),
  background_noise_volume: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe("on a line: how loud the noise is, 0 to 1"),
  background_noise_file: text
    .nullish()
    .describe(
      "extension: the name of a WAV file in PARLEY_NOISE_FOLDER of the service; heard instead of background_noise",
    ),
  expected_tool_calls: list(ExpectedToolCall)
    .nullish()
    .describe("tool calls that must be made; an empty list: nothing may be changed"),
  expected_state: ExpectedState.nullish().describe(
    "extension: what the conversation must leave in the tables of the simulation's world; it decides, and tool calls explain",
  ),
  ...toolEffects,
  allow_end_call_tool: z.boolean().nullish().describe("false: it never hangs up by itself"),
  allow_dtmf_tool: z.boolean().nullish().describe("false: it says digits and never presses keys"),
  allow_silence_tool: z
    .boolean()
    .nullish()
    .describe("true: it may stay silent, see silence_tool_instructions"),
  silence_tool_instructions: text
    .nullish()
    .describe("`default` selects the built-in behaviour; any other text is custom instructions"),
  endpointing_delay: z
    .number()
    .nullish()
    .describe("on a line: seconds of silence after which it takes its turn"),
  creativity: z.number().min(0).max(2).nullish().describe("used as the model's temperature"),
  hangup_phrases: list(text).nullish().describe("phrases that trigger hangup"),
  hangup_instructions: text
    .nullish()
    .describe("when it hangs up, in English: `Hang up when the agent says goodbye`"),
  silence_timeout: z.int().min(15).nullish().describe("seconds"),
  role_description: text
    .nullish()
    .describe("who the caller is and what it knows about itself, spoken to it: `Your name is Ana Diaz.`"),
  traits: list(Trait)
    .nullish()
    .describe(
      "what it knows, by name, and how it is (angry, polite); `goal_tool` names the tool of its goal",
    ),
  interruptions: Interruptions.nullish().describe("when it interrupts the agent"),
  scripted_responses: list(ScriptedResponse)
    .nullish()
    .describe("answers to particular messages, word for word; the first that fits is said"),
  speaks_first_config: SpeaksFirstConfig.nullish().describe("whether it speaks first, and its first message"),
  original_transcript: z
    .string()
    .max(REPLAY_MAXIMUM)
    .nullish()
    .describe("a recorded conversation to repeat, in any usual form"),
  formatted_transcript: list(FormattedUtterance, ITEMS_MAXIMUM).nullish().describe("the same, turn by turn"),
  enriched_playback: list(freeObject)
    .nullish()
    .describe("the same, with tool calls; for callers of workflows"),
  journey_steps: list(JourneyStep).nullish().describe("calls of a customer journey, one after the other"),
  rtc_metadata: freeObject.nullish().describe("sent to the room of a call; stored only"),
  livekit_metadata: alsoNamed(freeObject.nullish(), "rtc_metadata"),
  generation: freeObject.optional().describe("extension: how a generated digital human was made"),
};

const voice = {
  language: z.enum(LANGUAGES).nullish().describe("the language that it speaks"),
  accent: z.enum(ACCENTS).nullish().describe("on a line: the accent of its voice"),
  gender: z.enum(GENDERS).nullish().describe("on a line: the gender of its voice"),
};

const manner = {
  background_noise: z.enum(BACKGROUND_NOISES).nullish().describe("on a line: what is heard behind it"),
  voice_speed: z.enum(VOICE_SPEEDS).nullish().describe("on a line: how fast it speaks"),
  audio_quality: z.enum(AUDIO_QUALITIES).nullish().describe("on a line: how good the line is"),
  fluency: z.enum(FLUENCIES).nullish().describe("how well it speaks the language"),
  verbosity: z.enum(VERBOSITIES).nullish().describe("how much it says"),
};

/** The specification has these only in requests. Answers have them too, so that nothing is lost. */
const requestOnly = {
  num_runs: z.int().min(1).nullish().describe("runs per simulation run"),
  always_on_mode: z.boolean().nullish().describe("needs a phone_number"),
  always_on_active: z
    .boolean()
    .nullish()
    .describe("true: it answers calls that an agent creates to its phone_number; no other active one has it"),
  replay_mode: z
    .enum(REPLAY_MODES)
    .nullish()
    .describe("extension: how it follows its recorded conversation; default smart"),
};

const workflow = {
  workflow_v2_id: uuid.optional().describe("the workflow whose path it follows"),
  workflow_path_index: integer.optional().describe("which path of the workflow, from 0"),
};

export const DigitalHumanCreate = z.strictObject({
  ...shared,
  ...voice,
  ...manner,
  ...requestOnly,
  ...workflow,
  intent: shared.intent.default(DIGITAL_HUMAN_DEFAULTS.intent),
  success_criteria: shared.success_criteria.default(DIGITAL_HUMAN_DEFAULTS.success_criteria),
  language: voice.language.default(DIGITAL_HUMAN_DEFAULTS.language),
  background_noise: manner.background_noise.default(DIGITAL_HUMAN_DEFAULTS.background_noise),
  voice_speed: manner.voice_speed.default(DIGITAL_HUMAN_DEFAULTS.voice_speed),
  background_noise_volume: shared.background_noise_volume.default(
    DIGITAL_HUMAN_DEFAULTS.background_noise_volume,
  ),
  allow_dtmf_tool: shared.allow_dtmf_tool.default(DIGITAL_HUMAN_DEFAULTS.allow_dtmf_tool),
  allow_silence_tool: shared.allow_silence_tool.default(DIGITAL_HUMAN_DEFAULTS.allow_silence_tool),
  silence_tool_instructions: shared.silence_tool_instructions.default(
    DIGITAL_HUMAN_DEFAULTS.silence_tool_instructions,
  ),
  endpointing_delay: shared.endpointing_delay.default(DIGITAL_HUMAN_DEFAULTS.endpointing_delay),
  creativity: shared.creativity.default(DIGITAL_HUMAN_DEFAULTS.creativity),
});

/** Body of E4. */
export const CreateDigitalHuman = z.strictObject({
  digital_human: DigitalHumanCreate,
  simulation_ids: list(identifier).nullish(),
  simulation_id: identifier.nullish().describe("deprecated: use simulation_ids"),
});

/** Body of E3, a patch: omitted fields stay unchanged. */
export const UpdateDigitalHuman = z.strictObject({
  ...shared,
  ...voice,
  ...manner,
  ...requestOnly,
  simulation_ids: list(identifier).nullish().describe("replaces all associations"),
  override_conflict: z
    .boolean()
    .nullish()
    .default(false)
    .describe("true: activation may replace another that uses the same phone number"),
});

const plain = z.string().nullish();

/** A digital human in answers. */
export const DigitalHuman = z.object({
  ...shared,
  ...voice,
  background_noise: plain,
  voice_speed: plain,
  audio_quality: plain,
  fluency: plain,
  verbosity: plain,
  ...requestOnly,
  ...workflow,
  id: integer,
  created_at: dateTime,
  websocket_url: z.string().optional(),
});

/** The answer of E3 and E4. */
export const DigitalHumanAnswer = z.object({
  digital_human: DigitalHuman,
  simulation_ids: z.array(integer).nullish(),
  simulation_id: integer.nullish().describe("deprecated: use simulation_ids"),
});

/** The answer of E7. */
export const DigitalHumansOfSimulation = z.object({
  digital_humans: z.array(DigitalHuman),
  total: integer,
  simulation_id: integer,
});

/** A page of the digital humans of an organization. */
export const DigitalHumanPage = z.object({
  digital_humans: z.array(DigitalHuman),
  total_count: integer,
  page: integer,
  page_size: integer,
  total_pages: integer,
});
