/**
 * Published evaluations in the form that commands use: in Parley's own terms, as far as they contain them.
 */
import { countVerdicts, passesOrFails } from "../rules/outcomes.ts";
import type { Lenient, Output } from "../types.ts";

export type Evaluation = Lenient<Output<"Evaluation">>;
type Verdict = Evaluation["verdicts"][number];
type Measurement = Evaluation["metrics"][number];

/** A published evaluation. A service may leave out any part of it. */
export type Published = Partial<Lenient<Output<"PublishedEvaluation">>>;
type FoundMetric = Partial<NonNullable<Published["custom_metrics"]>[number]>;

/** The name of the verdict on a conversation as a whole. */
const GOAL = "Goal";

/**
 * The results in a published evaluation.
 * @param goal whether to add the verdict on the conversation as a whole to the other verdicts
 */
export function readEvaluation(published: Published, { goal }: { readonly goal: boolean }): Evaluation {
  const { goal_success, goal_reasoning } = published;
  const whole =
    goal && typeof goal_success === "boolean"
      ? [{ ...BLANK, name: GOAL, value: goal_success, reasoning: goal_reasoning }]
      : [];
  const verdicts = [...whole, ...(published.custom_metrics ?? []).map(readVerdict)];
  return {
    evaluated_at: published.created_at ?? "",
    verdicts,
    counts: countVerdicts(verdicts),
    metrics: measurementsOf(published),
    timing_from: null,
    data_quality: unitOf(published),
    transcript: null,
    recording: null,
    usage: { calls: 0, cached_calls: 0, prompt_tokens: null, completion_tokens: null, ms: 0 },
  };
}

const BLANK = {
  metric_id: null,
  response_type: "pass_fail",
  requested_by: [],
  status: "EVALUATED",
  method: null,
};

const TRUE = /^(?:pass|passed|yes|true)$/i;
const FALSE = /^(?:fail|failed|no|false)$/i;

/** Any word other than these two is not a verdict. */
function readVerdict({ name = "", response_type = "", response_value, reasoning }: FoundMetric): Verdict {
  const verdict = { ...BLANK, name, response_type, reasoning };
  const text = response_value === undefined || response_value === null ? "" : String(response_value);
  const open = { ...verdict, status: "NOT_EVALUATED", value: null, reason: text || "no value" };
  if (text === "") return open;
  if (passesOrFails({ response_type }) || response_type === "yes_no")
    return TRUE.test(text)
      ? { ...verdict, value: true }
      : FALSE.test(text)
        ? { ...verdict, value: false }
        : open;
  const number = Number(text);
  return { ...verdict, value: response_type === "quantitative" && Number.isFinite(number) ? number : text };
}

/**
 * The hosted API doesn't publish the unit of its latencies. Its makers' own script takes an average below this for seconds, and
 * anything else for milliseconds.
 */
const SECONDS_BELOW = 100;

/** The latencies with their ids. One unit is taken for all: the first of them that is there decides. */
function latenciesOf({ latency, avg_agent_latency }: Published) {
  const latencies = [
    ["agent.response_latency.mean", latency?.avg_agent_latency ?? avg_agent_latency],
    ["agent.response_latency.p50", latency?.p50_agent_latency],
    ["agent.response_latency.p90", latency?.p90_agent_latency],
    ["agent.response_latency.p95", latency?.p95_agent_latency],
    ["agent.response_latency.max", latency?.max_agent_latency],
  ] as const;
  const [typical] = latencies.flatMap(([, value]) => (typeof value === "number" ? [value] : []));
  return { found: latencies, typical, inSeconds: typical !== undefined && typical < SECONDS_BELOW };
}

/** Says which unit was taken. */
function unitOf(evaluation: Published): Evaluation["data_quality"] {
  const { typical, inSeconds } = latenciesOf(evaluation);
  if (typical === undefined) return [];
  const message = `the service gives latencies without a unit; ${typical} is taken for ${inSeconds ? "seconds" : "milliseconds"}`;
  return [{ code: "latency_unit", indexes: [], message }];
}

function measurementsOf(evaluation: Published): Measurement[] {
  const { found, inSeconds } = latenciesOf(evaluation);
  const { agent_speak_percentage, num_turns } = evaluation;
  const values: [id: string, value: unknown, unit: string][] = [
    ...found.map(
      ([id, value]) =>
        [id, typeof value === "number" ? Math.round(inSeconds ? value * 1000 : value) : value, "ms"] as [
          string,
          unknown,
          string,
        ],
    ),
    ["talk_share_of_speech.agent", agent_speak_percentage, "percent"],
    ["turn_count", num_turns, "count"],
  ];
  return values.flatMap(([id, value, unit]) =>
    typeof value === "number"
      ? [{ id, status: "EVALUATED", value, unit, n: 1, low_support: false, formula: "", evidence: [] }]
      : [],
  );
}
