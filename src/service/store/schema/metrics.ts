/** An organization's metrics, and people's marks on their verdicts. */
import type { Generated } from "kysely";
import type { Fixed } from "./fixed.ts";

interface CustomMetricTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  /** JSON: the metric's fields without id, created_at and agent_ids. */
  record: string;
  created_at: Fixed<string>;
}

interface CustomMetricAgentTable {
  metric_id: string;
  agent_id: number;
}

interface CustomMetricTagTable {
  metric_id: string;
  tag: string;
}

/** A person's mark on a verdict. */
interface VerdictMarkTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  call_id: Fixed<string | null>;
  simulation_result_id: Fixed<number | null>;
  /** The verdict's name. */
  metric: Fixed<string>;
  /** 1 or 0. */
  is_right: number;
  /** JSON: what the verdict was; null if there was none. */
  value: string | null;
  /** Who made the mark, or null if it is unsigned. */
  labeller: Fixed<string | null>;
  /** JSON: the right answer; null if only the verdict was marked. */
  expected: string | null;
  reason: string | null;
  key_id: string;
  created_at: string;
}

/** A judge's certificate. */
interface JudgeCertificateTable {
  organization_id: Fixed<string>;
  question_sha256: Fixed<string>;
  model: Fixed<string>;
  votes: Fixed<number>;
  labels_sha256: Fixed<string>;
  /** JSON: `JudgeCertificateCreate`. */
  record: string;
  created_at: string;
}

/** Answers of a language model, by the content of the request. */
interface ModelAnswerTable {
  /** SHA-256 of the request, hexadecimal. */
  key: Fixed<string>;
  /** JSON { text }. */
  answer: Fixed<string>;
  created_at: Fixed<string>;
}

export interface MetricTables {
  custom_metric: CustomMetricTable;
  custom_metric_agent: CustomMetricAgentTable;
  custom_metric_tag: CustomMetricTagTable;
  model_answer: ModelAnswerTable;
  verdict_mark: VerdictMarkTable;
  judge_certificate: JudgeCertificateTable;
}
