/** The judge on examples whose right answers the caller knows. */
import type { Output } from "../../contract/types.ts";
import { evaluateBuiltins, metricsById } from "../../engine/metrics/evaluate-builtins.ts";
import { evaluateMetric, type MetricResult } from "../evaluation/evaluate-metric.ts";
import type { Handlers } from "../handler.ts";
import { checkMetric } from "./metrics/check.ts";

export const judgeHandlers = {
  async calibrate_judge({ body: { metric, examples, votes } }, { model }) {
    checkMetric(metric);
    const judged = examples.map(async ({ metadata, ...conversation }) => {
      const builtins = metricsById(evaluateBuiltins(conversation).metrics);
      return evaluateMetric(metric, { conversation, builtins, metadata }, { model, votes });
    });
    return { results: (await Promise.all(judged)).map(show) };
  },
} satisfies Partial<Handlers>;

type Shown = Output<"JudgeCalibrationAnswer">["results"][number];

function show(result: MetricResult): Shown {
  const { status, reason, message, value, missing, method } = result;
  const verdict = { status, reason, message, value, missing, method };
  if (result.method === "rule") return verdict;
  const { model, evidence, reasoning, votes, agreement, suspected_injection, usage } = result;
  return {
    ...verdict,
    model,
    reasoning,
    agreement,
    usage,
    evidence: evidence.map((item) => ({ ...item })),
    votes: votes.map((vote) => ({ ...vote })),
    suspected_injection: suspected_injection.map((item) => ({ ...item })),
  };
}
