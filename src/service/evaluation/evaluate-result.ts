import type { Output } from "../../contract/types.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import { isRuleGuidance } from "../../engine/rules-language/compile.ts";
import type { Service } from "../handler.ts";
import type { JobLane } from "../jobs/jobs.ts";
import { castOf } from "../rules/conversations/caller.ts";
import { contentsOf, readReport, showResult } from "../rules/simulations/results.ts";
import { settleResult } from "../rules/simulations/settle.ts";
import type { Row } from "../store/schema.ts";
import { goalVerdict, successCriteria, toolCallsVerdict } from "./digital-human-verdicts.ts";
import { evaluateConversation } from "./evaluate-conversation.ts";
import { resultOutcome } from "./result-outcome.ts";
import { type RequestedMetric, selectMetrics } from "./select-metrics.ts";
import { situationMissed, testsRule, withoutSituation } from "./tested-situation.ts";
import { mergedEffects, type ToolEffects, toolEffectsOf } from "./tool-effects.ts";
import { countVerdicts } from "./verdict-counts.ts";

/**
 * Evaluates an ended conversation of a run: by what its digital human wanted, by its success criteria and expected
 * tool calls, and by the agent's metrics; then settles it.
 */
export const evaluateResult: JobLane<"evaluate_result"> = {
  concurrency: 4,
  async run({ simulation_result_id }, service, { signal }) {
    const result = await service.db
      .selectFrom("simulation_result")
      .selectAll()
      .where("id", "=", simulation_result_id)
      .executeTakeFirst();
    if (!result || result.outcome !== null) return {};
    const { digital_human } = await castOf(service.db, result);
    const { organization_id, agent_id } = result;
    const criteria = successCriteria(digital_human.success_criteria);
    const { requested } = await selectMetrics(service.db, { organization_id, agent_id });
    const own = criteria ? [{ id: null, metric: criteria, requested_by: ["digital_human" as const] }] : [];
    const contents = await contentsOf(service.db, [result]);
    const shown = showResult(result, contents);
    const found = await evaluateConversation(
      {
        conversation: conversationOf(
          shown,
          arrivalsOf(result.id, contents),
          digital_human,
          await toolEffectsOf(service.db, agent_id),
        ),
        recording: null,
        multichannel: false,
        spoke_first: null,
        metadata: await versionTexts(service, result),
      },
      { requested: [...own, ...requested.filter((one) => !isHeard(one))], gone: [] },
      { signal, ...(service.model && { model: service.model }) },
    );
    const ruleTested = testsRule(digital_human);
    const reached = [
      ...(ruleTested ? [] : goalVerdict(readReport(result.report).goal_completed, result.end_reason)),
      ...(digital_human.expected_tool_calls ? [toolCallsVerdict(found.metrics)] : []),
      ...found.verdicts,
      ...requested.filter(isHeard).map(inapplicable),
    ];
    const missed = ruleTested ? situationMissed(digital_human, shown) : undefined;
    const verdicts = missed === undefined ? reached : withoutSituation(reached, missed);
    const evaluation: Output<"Evaluation"> = {
      evaluated_at: service.now().toISOString(),
      ...found,
      verdicts,
      counts: countVerdicts(verdicts),
      transcript: null,
    };
    const settlement = resultOutcome(verdicts);
    return {
      async commit(transaction) {
        await transaction
          .updateTable("simulation_result")
          .set({ evaluation: JSON.stringify(evaluation) })
          .where("id", "=", simulation_result_id)
          .execute();
        await settleResult(transaction, service, simulation_result_id, settlement);
      },
    };
  },
};

/** Judged by ear, a metric says nothing about a text conversation. */
const isHeard = ({ metric }: RequestedMetric) =>
  metric.eval_route === "AUDIO" && !isRuleGuidance(metric.scoring_guidance ?? "");

const inapplicable = ({ id, metric, requested_by }: RequestedMetric): Output<"Verdict"> => ({
  metric_id: id,
  name: metric.name,
  response_type: metric.response_type,
  requested_by,
  status: "NOT_APPLICABLE",
  reason: "text_conversation",
  value: null,
  method: "judge",
});

/** For each tool call its place among the messages: half a step behind the last that was there when it was logged. */
function arrivalsOf(id: number, { entries, tool_calls }: Awaited<ReturnType<typeof contentsOf>>) {
  const messages = (entries.get(id) ?? []).map((entry) => entry.id);
  return (tool_calls.get(id) ?? []).map(({ after_entry }) =>
    after_entry === null ? undefined : messages.findLastIndex((message) => message <= after_entry) + 0.5,
  );
}

type DigitalHuman = Awaited<ReturnType<typeof castOf>>["digital_human"];

function conversationOf(
  { transcript, tool_calls, end_reason }: ReturnType<typeof showResult>,
  arrivals: readonly (number | undefined)[],
  { expected_tool_calls, language, ...digital_human }: DigitalHuman,
  agent: ToolEffects,
): ConversationInput {
  return {
    transcript: transcript.map(({ role, message, start_offset_ms }, index) => ({
      speaker: role,
      utterance: message,
      start_offset_ms,
      arrival: index,
    })),
    tool_calls: tool_calls.map((call, index) => ({ ...call, arrival: arrivals[index] })),
    conversation_ended_by: end_reason === "agent_ended" ? "AGENT" : null,
    language: language ?? null,
    expected_tool_calls: expected_tool_calls ?? null,
    ...mergedEffects(agent, digital_human),
  };
}

/** `prompt_text` and `kb_text` of the versions that the run tests, as variables of the metrics. */
async function versionTexts({ db }: Service, { simulation_run_id }: Row<"simulation_result">) {
  const run = await db
    .selectFrom("simulation_run")
    .leftJoin("prompt_version", "prompt_version.id", "simulation_run.prompt_id")
    .leftJoin("knowledge_base_version", "knowledge_base_version.id", "simulation_run.knowledge_base_id")
    .select(["prompt_version.text as prompt_text", "knowledge_base_version.text as kb_text"])
    .where("simulation_run.id", "=", simulation_run_id)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(run).filter(([, text]) => text !== null));
}
