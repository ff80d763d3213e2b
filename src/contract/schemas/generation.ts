import { z } from "zod";
import { BRIEF_MAXIMUM, REPLAY_MAXIMUM } from "../limits.ts";
import { keyed, list, textIdentifier, uuid } from "./common.ts";
import { Trait } from "./digital-human.ts";

const count = z.int().min(0);
const brief = z.string().max(BRIEF_MAXIMUM);

/** A transcript to replay, given as text. */
const ReplayText = z.strictObject({
  transcript: z.string().min(1).max(REPLAY_MAXIMUM),
  success_criteria: brief.nullish(),
  mode: brief.optional(),
});

/** A conversation to replay, given by the identifier of a submitted call. */
const ReplayConversation = z.strictObject({
  conversation_id: textIdentifier,
  success_criteria: brief.nullish(),
  mode: brief.optional(),
});

/** Body of E5. */
export const GenerateDigitalHumans = z.strictObject({
  agent_id: textIdentifier,
  simulation_id: textIdentifier.nullish().describe("attaches the digital humans to a simulation"),
  prompt_id: uuid.nullish(),
  knowledge_base_id: uuid.nullish(),
  goal_adherence: list(z.strictObject({ goal: brief.min(1), num_calls: count })).nullish(),
  workflow_adherence: keyed(count).nullish(),
  workflow_adherence_v2: keyed(count).nullish(),
  replay_transcript: list(z.union([ReplayText, ReplayConversation])).nullish(),
  customer_personas: list(
    z.strictObject({
      name: brief,
      description: brief,
      goal: brief,
      num_calls: count,
    }),
  )
    .nullish()
    .describe("deprecated"),
  load_testing: count.nullish().default(0).describe("number of load testing calls"),
  red_teaming: count.nullish().default(0).describe("number of red teaming calls"),
  traits: list(Trait).nullish().describe("applied to all generated digital humans"),
  num_runs: z.int().min(1).nullish().default(1).describe("runs per digital human per simulation run"),
  policy_probes: count
    .nullish()
    .default(0)
    .describe(
      "extension: digital humans that try to make the agent break a rule of its prompt, one per rule",
    ),
  seed: z
    .string()
    .min(1)
    .max(200)
    .nullish()
    .default("1")
    .describe("extension: the same request with the same seed creates the same digital humans"),
  preview: z
    .boolean()
    .nullish()
    .default(false)
    .describe("extension: true: show what would be created, and store nothing"),
});

/** Answer of E5. */
export const GeneratedDigitalHumans = z.object({
  digital_humans: z.array(z.unknown()),
  status: z.string().describe("default 200"),
  success: z.boolean().describe("default true"),
  test_scenarios: z.array(z.unknown()).nullish(),
  policies: z
    .array(
      z.object({
        sentence: z.string().describe("of the prompt"),
        rule: z.string().nullable().describe("what every conversation is judged by"),
        caller: z.string().nullable().describe("the wish of the digital human that tests it"),
        why_none: z.string().nullable().describe("why there is no rule, or no caller of its own"),
      }),
    )
    .nullish()
    .describe("extension: with policy_probes, the policies that the prompt was found to have"),
  warning: z.string().nullish().describe("set when the request was modified, for example trimmed"),
  notes: z
    .array(z.string())
    .optional()
    .describe("extension: which version of a prompt or knowledge base was read, if a later one exists"),
});
