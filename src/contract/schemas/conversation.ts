/** The conversations of a run: each is a simulation result of the hosted API, with Parley's own fields. */
import { z } from "zod";
import { OUTCOMES, RESULT_STATUSES, STATED_BY, VERSION_EVIDENCE } from "../values.ts";
import { dateTime, integer, list, text, uuid } from "./common.ts";
import { CallEvent } from "./evaluation.ts";
import { Evaluation, JudgedVerdict, Suspicion } from "./evaluation-result.ts";
import { FoundMetric, Latency, PublishedEvaluation, ToolCallGroup } from "./published-evaluation.ts";
import { SimulationRun } from "./simulation.ts";
import { ResultUpdateFields } from "./simulation-result.ts";
import { VoiceCall } from "./voice.ts";

export const ConversationEntry = z.object({
  role: z.string(),
  message: z.string(),
  message_id: z.string().nullable(),
  start_offset_ms: integer.describe("since the conversation began"),
});
/**
 * Whether the digital human was true to its record. If not, the conversation says nothing about the agent.
 */
export const Fidelity = z.object({
  verdict: z.enum(["valid", "simulator_invalid"]),
  infidelities: z.array(
    z.object({
      reason: z.string(),
      turn: integer.describe("place in the transcript, from 0"),
      detail: z.string(),
    }),
  ),
  asked_but_unknown: z.array(z.string()).describe("what the agent asked for but the record does not contain"),
  unanswered: z
    .object({
      question: z.string().describe("in the agent's words"),
      slot: z.string().nullable().describe("what it asks for, where that has a name"),
      turn: integer.describe("place, in the transcript, of the answer that it is not known, from 0"),
      understood: z
        .boolean()
        .optional()
        .describe("false if the digital human did not understand the agent; absent in older conversations"),
      refused: z
        .object({ label: z.string(), wanted: z.string(), said: z.string() })
        .optional()
        .describe("what the agent kept to against a fact of the digital human, until that gave up"),
    })
    .nullable()
    .optional()
    .describe("the question at which the conversation got stuck because the record has no answer to it"),
});

/** How a line of the recorded conversation was used. */
export const ReplayedLine = z.object({
  line: integer.describe("place among the user's recorded lines, from 0"),
  status: z.enum(["matched", "reordered", "skipped"]),
  turn: integer.nullable(),
  similarity: z.number().nullable().describe("between the agent's recorded and live message, 0 to 1"),
});

const { tool_calls: _, events: __, ...toldFields } = ResultUpdateFields.shape;

const testedVersions = {
  prompt_id: uuid.nullable(),
  prompt_version: integer.nullable(),
  prompt_label: z
    .string()
    .nullable()
    .describe(
      "a label that the prompt version had when the run was queued; production, if it was one of them",
    ),
  knowledge_base_id: uuid.nullable(),
  knowledge_base_version: integer.nullable(),
};
const versionEvidence = z
  .enum(VERSION_EVIDENCE)
  .describe(
    "confirmed: the agent said that it ran this version; told: it was only told to; mismatch: it said that it ran another one; unknown: there is no version",
  );

/** The versions that a conversation tested, and what shows that the agent ran them. */
const ConversationVersions = z.object({
  ...testedVersions,
  prompt_evidence: versionEvidence,
  knowledge_base_evidence: versionEvidence,
  stated: z
    .array(
      z.object({
        by: z.enum(STATED_BY),
        prompt_id: uuid.optional(),
        prompt_version: integer.optional(),
        knowledge_base_version: integer.optional(),
      }),
    )
    .describe("what the agent said about the versions that it ran, each statement once"),
});

/** One digital human's conversation within a run: the fields of the hosted API, and Parley's own. */
export const ListedSimulationResult = z.object({
  id: integer,
  digital_human_id: integer,
  status: z.enum(RESULT_STATUSES),
  result: z.null(),
  start_time: dateTime.nullable().describe("offsets count from this time"),
  end_time: dateTime.nullable(),
  duration: integer.nullable().describe("in seconds"),
  custom_metrics: z.array(FoundMetric).nullable().describe("null until it is evaluated"),
  latency: Latency.nullable(),
  events: z.array(CallEvent).nullable().describe("what the agent's side reported"),
  transcript_url: z.null().describe("the transcript is in the answer"),
  audio_url: z.null(),
  evaluations: z.array(PublishedEvaluation).nullable().describe("null until it is evaluated"),
  tool_calls: z.array(ToolCallGroup),
  simulation_run_id: integer,
  simulation_id: integer,
  agent_id: integer,
  repetition: integer.describe("number of this conversation among the digital human's in the run, from 1"),
  journey_step: integer
    .nullable()
    .describe("which call of the digital human's journey it is; null without one"),
  seed: z.string(),
  created_at: dateTime,
  end_reason: z.string().nullable(),
  outcome: z.enum(OUTCOMES).nullable().describe("null until it is evaluated"),
  outcome_reason: z.string().nullable(),
  criteria: z
    .object({
      held: z.array(z.string()),
      failed: z.array(z.string()),
      unevaluated: z.array(z.string()).describe("criteria without a verdict; the outcome is then not passed"),
      judged: z
        .array(JudgedVerdict)
        .optional()
        .describe("verdicts of a language model, which a certificate may back; absent if there are none"),
      error: z.array(z.string()),
    })
    .nullable()
    .describe("what decides the outcome, by name; null until it is evaluated"),
  suspicions: z
    .array(Suspicion)
    .optional()
    .describe(
      "extension: policies that nobody has accepted and that the conversation would break; absent if none",
    ),
  goal_completed: z
    .boolean()
    .nullable()
    .describe("whether the digital human got what it wanted; null until the end, or if it has no goal"),
  fidelity: Fidelity.nullable(),
  divergence: z
    .array(ReplayedLine)
    .nullable()
    .describe("differences from the recorded conversation that it follows, if any"),
  unused_fields: z
    .array(z.string())
    .nullable()
    .describe("fields of the digital human that have no effect on the conversation"),
  inactive_scripted_responses: z
    .array(z.object({ index: integer, reason: z.string() }))
    .nullable()
    .describe("scripted responses that nothing can trigger"),
  undecided_scripted_responses: z
    .array(integer)
    .nullable()
    .describe(
      "places of scripted responses with match_type context that could not be decided without a model for some message; they did not answer it",
    ),
  transcript: z.array(ConversationEntry),
  world_path: z
    .string()
    .optional()
    .describe(
      "extension: where the agent finds its world, after the base URL of the service; absent without a world, and once the conversation is over",
    ),
  world_steps: z
    .array(
      z.object({
        tool: z.string(),
        ran: z
          .array(integer)
          .describe("numbers of its steps; a require is among them once its condition held"),
        failed: z.array(integer).describe("numbers of each require whose condition was false"),
      }),
    )
    .optional()
    .describe("extension: which steps the calls of its world's tools took; absent without a world"),
  versions: ConversationVersions.describe("what the run tests, and what shows that the agent ran it"),
  ...toldFields,
});
export const SimulationResult = ListedSimulationResult.extend({
  call: VoiceCall.optional().describe("of a voice run, once the call is over"),
  evaluation: Evaluation.nullable().describe("null until it is evaluated"),
});
export const SingleSimulationResult = z.object({
  simulation_result: SimulationResult,
  status: z.literal("200"),
});
export const SimulationResults = z.object({
  simulation_run: SimulationRun.omit({ experiment_id: true }).extend({
    id: z.string(),
    simulation_id: z.string(),
    agent_id: z.string(),
    prompt_id: uuid.nullable().describe("the prompt version that the run tests"),
    knowledge_base_id: uuid.nullable().describe("the knowledge base version that the run tests"),
    world_steps: z
      .array(
        z.object({
          tool: z.string(),
          step: integer.describe("from 1, in the order of the text"),
          fails: z.boolean().describe("whether it is the failure of this require, instead of its success"),
          text: z.string(),
          needs: z
            .string()
            .nullable()
            .describe("what reaches it, such as a call in which `slot` holds; null: each call"),
        }),
      )
      .optional()
      .describe("extension: what calls of its world's tools can reach; absent without a world"),
  }),
  simulation_results: z.array(ListedSimulationResult),
  total: integer,
  status: z.literal("200"),
});

/** A conversation replayed from what the agent said, when it said it, and the seed. */
export const SimulationReplay = z.object({
  simulation_result_id: z.string(),
  same: z.boolean(),
  turns: integer.describe("turns of the digital human, silences included"),
  rules_version: integer.describe("the rules by which the digital human answered then"),
  current_rules_version: integer.describe(
    "the rules by which it answers now; if they are newer, a difference says nothing about the conversation",
  ),
  first_difference: z
    .object({
      turn: integer.describe("from 1"),
      recorded: z.string().nullable(),
      replayed: z.string().nullable(),
    })
    .nullable(),
  recording: z
    .object({
      same: z.boolean(),
      first_difference_ms: integer.nullable().describe("on the clock of the line"),
    })
    .nullable()
    .describe(
      "whether the digital human's side of the recording, rendered and sent through noise and line again, has the same bytes; " +
        "null without a recording, and where personal data is masked",
    ),
  world: z
    .object({
      same: z.boolean(),
      calls: integer.describe("calls of the world's tools"),
      first_difference: z
        .object({
          call: integer.describe("of the world's tools, from 1"),
          tool: z.string(),
          recorded: z.string().describe("its status, its answer and what it changed, as JSON"),
          replayed: z.string(),
        })
        .nullable(),
    })
    .nullable()
    .describe(
      "whether the tools of the world, called again as the agent called them, answer and change the same; " +
        "null without a world, and where personal data is masked",
    ),
});

export const EndConversations = z.strictObject({
  test_result_ids: list(z.union([z.int().transform(String), text.min(1)])).min(1),
});
export const EndedConversations = z.object({
  success: z.literal(true),
  ended_count: integer,
  test_result_ids: z.array(integer).describe("all that the request names"),
  failed_ids: z.array(integer).describe("empty: either all are over afterwards, or the request is refused"),
  message: z.string(),
  ended: z.array(z.string()).describe("conversations that this request ended"),
  already_ended: z.array(z.string()),
});
