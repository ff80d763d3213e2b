/** Evaluates metrics on examples whose right answers the caller knows, and keeps what was measured of judges. */

import type { Output } from "../../contract/types.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import { evaluateBuiltins, metricsById } from "../../engine/metrics/evaluate-builtins.ts";
import { budgetOf } from "../../engine/rules-language/budget.ts";
import { checkMetric } from "../domain/metrics/check.ts";
import { countsOf, offsetOf } from "../domain/page.ts";
import { evaluateMetric, type MetricResult } from "../evaluation/evaluate-metric.ts";
import { STEPS_OF_SMALL } from "../evaluation/evaluator.ts";
import type { MetricInput } from "../evaluation/metric-input.ts";
import type { Model } from "../model/model.ts";
import type { Row } from "../store/schema.ts";
import { yieldNow } from "../yield.ts";
import type { Handlers } from "./handler.ts";

export const judgeHandlers = {
  async calibrate_judge({ body: { metric, examples, votes, option_order, fresh } }, { model }) {
    checkMetric(metric);
    const asked = fresh && model ? afresh(model) : model;
    const judged = examples.map(async (example) => {
      const { metadata, transcript, tool_calls, events, conversation_ended_by } = example;
      // Leaves out unknown fields of the conversation, because nothing has checked them.
      const conversation = { transcript, tool_calls, events, conversation_ended_by };
      await yieldNow();
      const builtins = builtinsOf(conversation);
      return evaluateMetric(
        metric,
        { conversation, builtins, metadata },
        { model: asked, votes, order: option_order, budget: budgetOf(STEPS_OF_SMALL) },
      );
    });
    return { results: (await Promise.all(judged)).map(show) };
  },

  async store_judge_certificate({ organization_id, body }, { write, now }) {
    const { question_sha256, model, votes, labels_sha256 } = body;
    const stored = { record: JSON.stringify(body), created_at: now().toISOString() };
    const row = { organization_id, question_sha256, model, votes, labels_sha256, ...stored };
    await write((transaction) =>
      transaction
        .insertInto("judge_certificate")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(["organization_id", "question_sha256", "model", "votes", "labels_sha256"])
            .doUpdateSet(stored),
        )
        .execute(),
    );
    return showCertificate(row);
  },

  async list_judge_certificates({ organization_id, query: page }, { db }) {
    const own = db.selectFrom("judge_certificate").where("organization_id", "=", organization_id);
    const { total } = await own.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
    const rows = await own
      .select(["record", "created_at"])
      .orderBy("created_at", "desc")
      .orderBy("question_sha256")
      .limit(page.page_size)
      .offset(offsetOf(page))
      .execute();
    return { certificates: rows.map(showCertificate), ...countsOf(page, Number(total), rows.length) };
  },
} satisfies Partial<Handlers>;

/** Computed only when needed: no judge is asked about a conversation that is too long. */
function builtinsOf(conversation: ConversationInput): MetricInput["builtins"] {
  let builtins: ReturnType<typeof metricsById> | undefined;
  const all = () => (builtins ??= metricsById(evaluateBuiltins(conversation).metrics));
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

const showCertificate = ({
  record,
  created_at,
}: Pick<Row<"judge_certificate">, "record" | "created_at">): Output<"JudgeCertificate"> => ({
  ...JSON.parse(record),
  made_at: created_at,
});
