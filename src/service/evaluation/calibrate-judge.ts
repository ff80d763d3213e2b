/** Evaluates a metric on examples whose right answers the caller knows. */
import type { Output } from "../../contract/types.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import { evaluateBuiltins, metricsById } from "../../engine/metrics/evaluate-builtins.ts";
import { budgetOf } from "../../engine/rules-language/budget.ts";
import type { Handlers } from "../handler.ts";
import type { Model } from "../model/model.ts";
import { checkMetric } from "../rules/metrics/check.ts";
import { nextTurn } from "../turns.ts";
import { evaluateMetric, type MetricResult } from "./evaluate-metric.ts";
import { STEPS_OF_SMALL } from "./evaluator.ts";
import type { MetricInput } from "./metric-input.ts";

export const judgeHandlers = {
  async calibrate_judge({ body: { metric, examples, votes, option_order, fresh } }, { model }) {
    checkMetric(metric);
    const asked = fresh && model ? afresh(model) : model;
    const judged = examples.map(async (example) => {
      const { metadata, transcript, tool_calls, events, conversation_ended_by } = example;
      // Leaves out unknown fields of the conversation, because nothing has checked them.
      const conversation = { transcript, tool_calls, events, conversation_ended_by };
      await nextTurn();
      const builtins = builtinsOf(conversation);
      return evaluateMetric(
        metric,
        { conversation, builtins, metadata },
        { model: asked, votes, order: option_order, budget: budgetOf(STEPS_OF_SMALL) },
      );
    });
    return { results: (await Promise.all(judged)).map(show) };
  },
} satisfies Partial<Handlers>;

/** Computed only when needed: no judge is asked about a conversation that is too long. */
function builtinsOf(conversation: ConversationInput): MetricInput["builtins"] {
  let known: ReturnType<typeof metricsById> | undefined;
  const all = () => (known ??= metricsById(evaluateBuiltins(conversation).metrics));
  return { get: (id) => all().get(id), values: () => all().values() };
}

/** A model that does not reuse its earlier answers. */
const afresh = (model: Model): Model => ({
  ...model,
  complete: (request) => model.complete({ ...request, fresh: true }),
});

type Shown = Output<"JudgeCalibrationAnswer">["results"][number];

function show(result: MetricResult): Shown {
  const { status, reason, message, value, missing, method } = result;
  const verdict = { status, reason, message, value, missing, method };
  if (result.method === "rule") return verdict;
  const { model, metric_sha256, question_sha256 } = result;
  const { evidence, reasoning, votes, agreement, suspected_injection, usage } = result;
  return {
    ...verdict,
    model,
    metric_sha256,
    question_sha256,
    reasoning,
    agreement,
    usage,
    evidence: evidence.map((item) => ({ ...item })),
    votes: votes.map((vote) => ({ ...vote })),
    suspected_injection: suspected_injection.map((item) => ({ ...item })),
  };
}
